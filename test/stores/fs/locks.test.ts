import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isBatonError } from '../../../src/kernel/errors/index.ts';
import type { Disk, Locks } from '../../../src/kernel/ports/index.ts';
import { createLocks, nodeDisk } from '../../../src/stores/fs/index.ts';
import {
  DEFAULT_STALE_MS,
  generationName,
  renderHolder,
  type LockDeps,
} from '../../../src/stores/fs/locks/lock-holder.ts';
import { createProcesses } from '../../../src/stores/process/index.ts';
import { systemClock, systemRandom } from '../../../src/stores/system/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { diskWith } from '../../support/disk-with.ts';
import { createMemoryDisk, systemError } from '../../support/memory-disk.ts';
import { aloneAlive, aMinuteLater, putFile } from '../../support/number-journal.ts';
import { failAt, recordDisk, stopAt } from '../../support/recording-disk.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const processes = createProcesses();

const locksOn = (disk: Disk, overrides: Partial<LockDeps> = {}): Locks =>
  createLocks({
    disk,
    folder: '/locks',
    processes: aloneAlive(1),
    clock: systemClock,
    random: systemRandom,
    ...overrides,
  });

/** Locks in a real folder, held and asked for by real processes. */
const locksIn = (folder: string, overrides: Partial<LockDeps> = {}): Locks =>
  locksOn(nodeDisk, { folder, processes, ...overrides });

describe('taking and letting go', () => {
  test('the fence grows with every holder, and a release leaves its mark', async () => {
    const disk = createMemoryDisk();
    const fences: number[] = [];
    for (let n = 0; n < 3; n++) {
      const held = await locksOn(disk).acquire('name', { owner: 'test' });
      fences.push(held.fence);
      await held.release();
      await held.release();
    }
    expect(fences).toEqual([1, 2, 3]);
    const names = (await disk.readdir('/locks/name')).map(({ name }) => name).sort();
    expect(names).toEqual([1, 2, 3].flatMap((n) => [generationName(n), `${generationName(n)}.released`]));
  });

  test('locks of different names do not wait for each other', async () => {
    const locks = locksOn(createMemoryDisk());
    await locks.acquire('one', { owner: 'test' });
    expect((await locks.acquire('two', { owner: 'test' })).fence).toBe(1);
  });

  test('a name that could leave the folder is refused', async () => {
    const locks = locksOn(createMemoryDisk());
    const names = ['', '.', '..', '../x', 'a/b', '.hidden', 'x'.repeat(201), 'a\0b'];
    const codes = await Promise.all(names.map((name) => codeOf(locks.acquire(name, { owner: 'test' }))));
    expect(codes).toEqual(names.map(() => 'INPUT_INVALID'));
  });

  test('in one process the first to ask is the first to get it', async () => {
    const disk = createMemoryDisk();
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        const held = await locksOn(disk).acquire('name', { owner: `part ${n}`, waitMs: 5_000 });
        order.push(n);
        await held.release();
      }),
    );
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('old generations are swept away, so that the folder stays small', async () => {
    const disk = createMemoryDisk();
    for (let n = 0; n < 200; n++) await (await locksOn(disk).acquire('name', { owner: 'test' })).release();
    expect((await disk.readdir('/locks/name')).length).toBeLessThan(70);
    expect((await locksOn(disk).acquire('name', { owner: 'test' })).fence).toBe(201);
  });

  test('without hard links it works the same', async () => {
    const inner = createMemoryDisk();
    const disk = diskWith(inner, { link: () => Promise.reject(systemError('EPERM')) });
    const first = await locksOn(disk).acquire('name', { owner: 'first' });
    expect(await codeOf(locksOn(diskWith(disk, {})).acquire('name', { owner: 'second' }))).toBe('LOCK_HELD');
    await first.release();
    expect((await locksOn(disk).acquire('name', { owner: 'third' })).fence).toBe(2);
  });
});

/** The same files seen by another process: it has a queue of its own. */
const asOther = (disk: Disk): Disk => diskWith(disk, {});

describe('a lock that is held', () => {
  test('is refused at once without patience, naming the holder and the age', async () => {
    const disk = createMemoryDisk();
    let nowMs = 1_000_000;
    const clock = { now: () => nowMs };
    await locksOn(disk, { clock }).acquire('name', { owner: 'session of ada' });
    nowMs += 2_500;
    await expect(locksOn(asOther(disk), { clock }).acquire('name', { owner: 'bob' })).rejects.toMatchObject({
      code: 'LOCK_HELD',
      message: 'lock name is held by session of ada (process 1 on test, for 2.5 s)',
      details: { lock: 'name', owner: 'session of ada', pid: 1, host: 'test', ageMs: 2_500 },
    });
    await expect(locksOn(disk, { clock }).acquire('name', { owner: 'another part' })).rejects.toMatchObject({
      code: 'LOCK_HELD',
      message: expect.stringContaining('session of ada'),
    });
  });

  test('is given to the one who waits when it is released', async () => {
    const disk = createMemoryDisk();
    const held = await locksOn(disk).acquire('name', { owner: 'first' });
    const waiting = locksOn(asOther(disk)).acquire('name', { owner: 'second', waitMs: 10_000 });
    await expect.poll(() => held.isWanted()).toBe(true);
    await held.release();
    const second = await waiting;
    expect(second.fence).toBe(2);
    expect(await second.isWanted()).toBe(false);
  });

  test('is refused when the patience is used up, in the same process and in another', async () => {
    const disk = createMemoryDisk();
    await locksOn(disk).acquire('name', { owner: 'first' });
    for (const other of [disk, asOther(disk)]) {
      await expect(locksOn(other).acquire('name', { owner: 'second', waitMs: 30 })).rejects.toMatchObject({
        code: 'LOCK_HELD',
        message: expect.stringContaining('first'),
      });
    }
  });

  test('is shown to who asks, without a trace on the disk', async () => {
    const inner = createMemoryDisk();
    expect(await locksOn(inner).inspect('name')).toBeUndefined();
    const held = await locksOn(inner).acquire('name', { owner: 'ada' });
    const disk = await recordDisk(inner);
    expect(await locksOn(disk).inspect('name')).toMatchObject({ owner: 'ada', pid: 1, host: 'test' });
    expect(await locksOn(disk, { processes: aloneAlive(2) }).inspect('name')).toBeUndefined();
    await held.release();
    expect(await locksOn(disk).inspect('name')).toBeUndefined();
    expect(disk.operations).toEqual([]);
  });

  test('is known as lost by its former holder, with both fences', async () => {
    const disk = createMemoryDisk();
    const former = await locksOn(disk).acquire('name', { owner: 'sleeper' });
    await former.assertHeld();
    await locksOn(asOther(disk), { processes: aloneAlive(2) }).acquire('name', { owner: 'heir' });
    await expect(former.assertHeld()).rejects.toMatchObject({
      code: 'LOCK_LOST',
      details: { lock: 'name', fence: 1, current: 2 },
    });
    // Letting go of what was lost does not free the heir's lock.
    await former.release();
    expect(await codeOf(locksOn(asOther(disk), { processes: aloneAlive(2) }).acquire('name', { owner: 'third' }))).toBe(
      'LOCK_HELD',
    );
  });

  test('is not held any more after its release', async () => {
    const held = await locksOn(createMemoryDisk()).acquire('name', { owner: 'test' });
    await held.release();
    await expect(held.assertHeld()).rejects.toMatchObject({ code: 'LOCK_LOST' });
  });
});

describe('a holder that died', () => {
  /** A lock folder in which somebody holds generation 5. */
  async function heldBy(record: { pid: number; started?: string; host: string }): Promise<string> {
    const folder = await tempFolder();
    await mkdir(join(folder, 'name'));
    const bytes = renderHolder({ owner: 'former', acquiredAtMs: 1_000, process: record });
    await writeFile(join(folder, 'name', generationName(5)), bytes);
    return folder;
  }

  const silentFor = async (folder: string, ms: number): Promise<void> => {
    const at = new Date(Date.now() - ms);
    await utimes(join(folder, 'name', generationName(5)), at, at);
  };

  test('is replaced when its process is gone', async () => {
    const folder = await heldBy({
      pid: 2 ** 22 + 1,
      host: hostname(),
      started: (await processes.self()).started ?? '',
    });
    expect((await locksIn(folder).acquire('name', { owner: 'heir' })).fence).toBe(6);
  });

  test('is replaced when its process id belongs to another process by now', async () => {
    const self = await processes.self();
    const folder = await heldBy({ ...self, started: self.started?.replace(/\d+$/, '1') ?? '' });
    expect((await locksIn(folder).acquire('name', { owner: 'heir' })).fence).toBe(6);
  });

  test('is respected while it lives, however old', async () => {
    const folder = await heldBy(await processes.self());
    await silentFor(folder, 10 * DEFAULT_STALE_MS);
    expect(await codeOf(locksIn(folder).acquire('name', { owner: 'other' }))).toBe('LOCK_HELD');
  });

  test('on another machine counts as dead only after a long silence', async () => {
    const folder = await heldBy({ pid: 1, host: 'another-machine', started: 'a/b/c/1' });
    await silentFor(folder, DEFAULT_STALE_MS - 5_000);
    await expect(locksIn(folder).acquire('name', { owner: 'other' })).rejects.toMatchObject({
      code: 'LOCK_HELD',
      details: { host: 'another-machine' },
    });
    await silentFor(folder, DEFAULT_STALE_MS + 5_000);
    expect((await locksIn(folder).acquire('name', { owner: 'heir' })).fence).toBe(6);
  });

  test('whose record is not complete is given a moment to write it', async () => {
    const folder = await tempFolder();
    await mkdir(join(folder, 'name'));
    await writeFile(join(folder, 'name', generationName(5)), '{"owner":"half');
    expect(await codeOf(locksIn(folder).acquire('name', { owner: 'other' }))).toBe('LOCK_HELD');
    await silentFor(folder, 11_000);
    expect((await locksIn(folder).acquire('name', { owner: 'heir' })).fence).toBe(6);
  });

  test('a living holder gives signs of life to those who cannot ask for it', async () => {
    const folder = await tempFolder();
    const held = await locksIn(folder, { staleMs: 90 }).acquire('name', { owner: 'far away' });
    const file = join(folder, 'name', generationName(1));
    const record = await readFile(file);
    await utimes(file, new Date(0), new Date(0));
    await expect.poll(async () => (await stat(file)).mtimeMs).toBeGreaterThan(Date.now() - 60_000);
    expect(await readFile(file)).toEqual(record);
    await held.release();
    expect(await readdir(join(folder, 'name'))).toEqual([generationName(1), `${generationName(1)}.released`]);
  });
});

describe('whatever goes wrong', () => {
  const useOnce = async (locks: Locks): Promise<number> => {
    const held = await locks.acquire('name', { owner: 'test' });
    await held.assertHeld();
    await held.release();
    return held.fence;
  };

  test('a process that dies at any step of taking or releasing leaves a lock that others can take', async () => {
    const whole = await recordDisk(createMemoryDisk());
    await useOnce(locksOn(whole));
    await useOnce(locksOn(whole));
    const deaths = whole.operations.flatMap((operation, index) =>
      Array.from({ length: operation.kind === 'write' ? operation.data.length + 1 : 1 }, (_, bytes) => ({
        index,
        bytes,
      })),
    );
    for (const withLinks of [true, false]) {
      for (const { index, bytes } of deaths) {
        const inner = createMemoryDisk();
        const linked = withLinks ? inner : diskWith(inner, { link: () => Promise.reject(systemError('EPERM')) });
        const disk = await recordDisk(linked);
        disk.fault = stopAt(index, bytes);
        const fences: number[] = [];
        await codeOf(useOnce(locksOn(disk)).then((fence) => fences.push(fence)));
        await codeOf(useOnce(locksOn(disk)).then((fence) => fences.push(fence)));
        const heir = locksOn(aMinuteLater(inner), { processes: aloneAlive(2) });
        const fence = await useOnce(heir);
        expect(fence).toBeGreaterThan(Math.max(0, ...fences));
        expect(await useOnce(heir)).toBe(fence + 1);
      }
    }
  });

  test('a disk that fails at any step of taking gives a code, and nobody holds the lock', async () => {
    const whole = await recordDisk(createMemoryDisk());
    await locksOn(whole).acquire('name', { owner: 'test' });
    for (const index of whole.operations.keys()) {
      for (const errno of ['EIO', 'ENOSPC', 'EACCES']) {
        const inner = createMemoryDisk();
        const disk = await recordDisk(inner);
        disk.fault = failAt(index, errno);
        const code = await codeOf(locksOn(disk).acquire('name', { owner: 'test' }));
        // Without the right to link it goes on in the way for file systems that have no links.
        expect(['ok', 'DISK_FULL', 'FILE_NOT_WRITABLE']).toContain(code);
        disk.fault = undefined;
        if (code === 'ok') continue;
        expect((await locksOn(asOther(inner)).acquire('name', { owner: 'next' })).fence).toBeGreaterThan(0);
      }
    }
  });

  test('a release that fails is told, and the lock stays its holder’s', async () => {
    const disk = await recordDisk(createMemoryDisk());
    const held = await locksOn(disk).acquire('name', { owner: 'test' });
    disk.fault = ({ kind }) => (kind === 'rename' ? { errno: 'EIO' } : undefined);
    expect(await codeOf(held.release())).toBe('FILE_NOT_WRITABLE');
    expect(await codeOf(locksOn(asOther(disk)).acquire('name', { owner: 'other' }))).toBe('LOCK_HELD');
    // Whoever takes over after this process ended is not kept waiting.
    expect((await locksOn(asOther(disk), { processes: aloneAlive(2) }).acquire('name', { owner: 'heir' })).fence).toBe(
      2,
    );
  });

  test('a file where the folder should be is told with its path', async () => {
    const disk = createMemoryDisk();
    await putFile(disk, '/locks/name', Buffer.from('x'));
    const failure = await locksOn(disk)
      .acquire('name', { owner: 'test' })
      .catch((error: unknown) => error);
    expect(isBatonError(failure) && [failure.code, failure.details['path']]).toEqual(['FILE_NOT_FOUND', '/locks/name']);
  });
});

import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { Disk } from '../../../src/kernel/ports/index.ts';
import { createFiles, nodeDisk, openJournal } from '../../../src/stores/fs/index.ts';
import { createLocks } from '../../../src/stores/fs/locks/locks.ts';
import { systemClock, systemRandom } from '../../../src/stores/system/index.ts';
import { codeAndPathOf, codeOf } from '../../support/code-of.ts';
import { createMemoryDisk } from '../../support/memory-disk.ts';
import { aloneAlive, JOURNAL, journalOf, lineOf, openNumbers, putFile } from '../../support/number-journal.ts';
import { recordDisk, type RecordingDisk } from '../../support/recording-disk.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const flushesOf = (disk: RecordingDisk): number =>
  disk.operations.filter((operation) => operation.kind === 'sync' && operation.path === JOURNAL).length;

const contentOf = async (disk: Disk): Promise<string> => (await disk.readFile(JOURNAL)).toString('utf8');

describe('committing', () => {
  test('returns the lines with their places, which are then in the file', async () => {
    const disk = createMemoryDisk();
    const { journal, seen } = await openNumbers(disk);
    const [first] = await journal.commit(() => [7]);
    const lines = await journal.commit(() => [8, 9]);
    const end = journalOf(7).length;
    expect(first).toEqual({ text: lineOf(7, 0), position: 0, end });
    expect(lines.map(({ position }) => position)).toEqual([end, journalOf(7, 8).length]);
    expect(await contentOf(disk)).toBe(journalOf(7, 8, 9).toString());
    expect(seen).toEqual([7, 8, 9]);
  });

  test('each decision sees what was decided before it, in the order of the calls', async () => {
    const disk = createMemoryDisk();
    const { journal, seen } = await openNumbers(disk);
    await Promise.all(Array.from({ length: 50 }, () => journal.commit(() => [seen.length])));
    expect(seen).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });

  test('commits that wait at the same time share one flush', async () => {
    const disk = await recordDisk(createMemoryDisk());
    const { append } = await openNumbers(disk);
    await Promise.all(Array.from({ length: 200 }, (_, n) => append(n)));
    expect(flushesOf(disk)).toBe(1);
    await append(200);
    expect(flushesOf(disk)).toBe(2);
  });

  test('is acknowledged after the flush, a refusal too', async () => {
    const disk = await recordDisk(createMemoryDisk());
    const { journal } = await openNumbers(disk);
    const flushesWhen: number[] = [];
    const note = (): number => flushesWhen.push(flushesOf(disk));
    await Promise.all([
      journal.commit(() => [1]).then(note),
      journal
        .commit(() => {
          throw new Error('refused on the ground of 1');
        })
        .catch(note),
    ]);
    expect(flushesWhen).toEqual([1, 1]);
  });

  test('who waits for the lock reads what its holder writes meanwhile', async () => {
    const disk = createMemoryDisk();
    const { journal, seen, append } = await openNumbers(disk);
    await append(1);
    const deps = { disk, folder: dirname(JOURNAL), processes: aloneAlive(1), clock: systemClock, random: systemRandom };
    const lock = await createLocks(deps).acquire('journal.jsonl.lock', { owner: 'another process', waitMs: 1_000 });
    const decided: number[][] = [];
    const waiting = journal.commit(() => {
      decided.push([...seen]);
      return [3];
    });
    await putFile(disk, JOURNAL, journalOf(1, 2));
    await vi.waitFor(() => expect(seen).toEqual([1, 2]));
    expect(decided).toEqual([]);
    await lock.release();
    await waiting;
    expect(decided).toEqual([[1, 2]]);
    expect(await contentOf(disk)).toBe(journalOf(1, 2, 3).toString());
  });

  test('a decision that fails concerns nobody else', async () => {
    const disk = createMemoryDisk();
    const { journal, append } = await openNumbers(disk);
    const refuse = (): never => {
      throw new Error('no');
    };
    const results = await Promise.allSettled([append(1), journal.commit(refuse), append(2)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await contentOf(disk)).toBe(journalOf(1, 2).toString());
  });

  test('a commit of nothing writes nothing', async () => {
    const disk = createMemoryDisk();
    const { journal } = await openNumbers(disk);
    expect(await journal.commit(() => [])).toEqual([]);
    expect(await contentOf(disk)).toBe('');
  });

  test('a commit of nothing makes durable what it was decided by', async () => {
    const inner = createMemoryDisk();
    await putFile(inner, JOURNAL, journalOf(1));
    const disk = await recordDisk(inner);
    const { journal } = await openNumbers(disk);
    await journal.commit(() => []);
    expect(flushesOf(disk)).toBe(1);
    await journal.commit(() => []);
    expect(flushesOf(disk)).toBe(1);
  });

  test('a batch has an end: much data is flushed in several pieces, all of it', async () => {
    const disk = await recordDisk(createMemoryDisk());
    const journal = await openJournal<string>(
      { disk, processes: aloneAlive(1), clock: systemClock, random: systemRandom },
      {
        path: JOURNAL,
        owner: 'test',
        view: { reset: () => {}, apply: () => {} },
        seal: (text) => JSON.stringify(text),
      },
    );
    await Promise.all(Array.from({ length: 30 }, () => journal.commit(() => ['x'.repeat(100_000)])));
    expect(flushesOf(disk)).toBe(3);
    expect((await disk.stat(JOURNAL))?.sizeBytes).toBe(30 * 100_003);
  });

  test('what could not be read back is refused and leaves no trace', async () => {
    const disk = createMemoryDisk();
    const journal = await openJournal<string>(
      { disk, processes: aloneAlive(1), clock: systemClock, random: systemRandom },
      { path: JOURNAL, owner: 'test', view: { reset: () => {}, apply: () => {} }, seal: (text) => text },
    );
    const codes: string[] = [];
    for (const text of ['{"a":\n1}', '"\0"', '"\uD800"', '{"a":', ''])
      codes.push(await codeOf(journal.commit(() => [text])));
    expect(codes).toEqual(Array.from({ length: 5 }, () => 'INTERNAL'));
    const huge = `"${'x'.repeat(32 * 1024 * 1024)}"`;
    expect(await codeOf(journal.commit(() => ['1', huge]))).toBe('INPUT_TOO_LARGE');
    expect(await contentOf(disk)).toBe('');
  });

  test('what is prepared beside a flush does not wait for it, and its failure takes nothing back', async () => {
    const disk = createMemoryDisk();
    const told: string[] = [];
    let beDone = (): void => undefined;
    const done = new Promise<void>((resolve) => (beDone = resolve));
    // A flush that ends only once the work beside it is done.
    const open = disk.open.bind(disk);
    const flush = (): Promise<void> => Promise.race([done, setTimeout(500).then(() => void told.push('waited'))]);
    disk.open = async (...args) => Object.assign(await open(...args), { datasync: flush });
    const journal = await openJournal<string>(
      { disk, processes: aloneAlive(1), clock: systemClock, random: systemRandom },
      {
        path: JOURNAL,
        owner: 'test',
        view: { reset: () => {}, apply: () => {} },
        seal: (text) => JSON.stringify(text),
        whileFlushing: () => {
          told.push('beside');
          beDone();
          throw new Error('no');
        },
        onFlushed: async () => void told.push('behind'),
        onDeriveFailed: (error) => told.push(String(error)),
      },
    );
    await journal.commit(() => ['a']);
    expect(told).toEqual(['beside', 'Error: no', 'behind']);
    expect(await contentOf(disk)).toBe('"a"\n');
  });

  test('a view that refuses a line keeps it out of the file and begins again', async () => {
    const disk = createMemoryDisk();
    const { journal, append, seen } = await openNumbers(disk, {
      onApply: (number) => {
        if (number === 13) throw new Error('no thirteen');
      },
    });
    await append(1);
    await expect(journal.commit(() => [2, 13, 3])).rejects.toThrow('no thirteen');
    expect(seen).toEqual([1]);
    await append(4);
    expect(await contentOf(disk)).toBe(journalOf(1, 4).toString());
  });

  test('another living holder of the lock is named when the wait is over', async () => {
    const disk = createMemoryDisk();
    const deps = { disk, folder: '/data', processes: aloneAlive(1), clock: systemClock, random: systemRandom };
    const lock = await createLocks(deps).acquire('journal.jsonl.lock', { owner: 'somebody else' });
    const { append } = await openNumbers(disk, { lockWaitMs: 20 });
    await expect(append(1)).rejects.toMatchObject({
      code: 'LOCK_HELD',
      message: expect.stringContaining('somebody else'),
    });
    await lock.release();
    await append(2);
    expect(await contentOf(disk)).toBe(journalOf(2).toString());
  });

  test('closing waits for what was asked for, and refuses what comes later', async () => {
    const disk = createMemoryDisk();
    const { journal, append } = await openNumbers(disk);
    const earlier = append(1);
    const closing = journal.close();
    expect(await codeOf(append(2))).toBe('JOURNAL_CLOSED');
    await earlier;
    await closing;
    expect(await contentOf(disk)).toBe(journalOf(1).toString());
  });
});

describe('when the disk fails', () => {
  test('a flush that fails acknowledges nothing, and the journal takes no more', async () => {
    for (const errno of ['EIO', 'ENOSPC']) {
      const disk = await recordDisk(createMemoryDisk());
      const { append, seen } = await openNumbers(disk);
      await append(1);
      let failures = 0;
      disk.fault = (operation) =>
        operation.kind === 'sync' && operation.path === JOURNAL && failures++ === 0 ? { errno } : undefined;
      await expect(append(2)).rejects.toMatchObject({ code: 'JOURNAL_CLOSED', cause: { code: errno } });
      expect(await codeOf(append(3))).toBe('JOURNAL_CLOSED');
      expect(seen).toEqual([1]);
      const again = await openNumbers(disk, { pid: 2 });
      await again.append(4);
      expect(again.seen).toEqual([1, 4]);
    }
  });

  test('a write that does not fit is taken back, and a smaller one follows', async () => {
    const whole = lineOf(2, journalOf(1).length).length + 1;
    for (let afterBytes = 0; afterBytes < whole; afterBytes++) {
      const disk = await recordDisk(createMemoryDisk());
      const { append, seen, repairs } = await openNumbers(disk);
      await append(1);
      let failures = 0;
      disk.fault = (operation) =>
        operation.kind === 'write' && operation.path === JOURNAL && failures++ === 0
          ? { errno: 'ENOSPC', afterBytes }
          : undefined;
      expect(await codeAndPathOf(append(2))).toBe(`DISK_FULL ${JOURNAL}`);
      expect(seen).toEqual([1]);
      await append(3);
      expect(await contentOf(disk)).toBe(journalOf(1, 3).toString());
      expect(repairs).toEqual([]);
    }
  });

  test('a write that can neither be finished nor taken back is cut off by the next opening', async () => {
    const disk = await recordDisk(createMemoryDisk());
    const { append } = await openNumbers(disk);
    await append(1);
    disk.fault = ({ kind }) =>
      kind === 'write' ? { errno: 'ENOSPC', afterBytes: 5 } : kind === 'truncate' ? { errno: 'EIO' } : undefined;
    expect(await codeOf(append(2))).toBe('JOURNAL_CLOSED');
    expect(await codeOf(append(3))).toBe('JOURNAL_CLOSED');
    disk.fault = undefined;
    const again = await openNumbers(disk, { pid: 2 });
    await again.append(4);
    expect(again.seen).toEqual([1, 4]);
    expect(again.repairs).toMatchObject([{ position: journalOf(1).length, sizeBytes: 5 }]);
  });

  test('every single failing operation rejects with a code or does no harm', async () => {
    const operations = await scenario(await recordDisk(createMemoryDisk()));
    for (let index = 0; index < operations; index++) {
      const disk = await recordDisk(createMemoryDisk());
      disk.fault = (_, at) => (at === index ? { errno: 'EIO' } : undefined);
      const { journal } = await openNumbers(disk);
      const acknowledged: number[] = [];
      for (const number of [1, 2, 3]) {
        const code = await codeOf(journal.commit(() => [number]));
        expect(['ok', 'FILE_NOT_WRITABLE', 'JOURNAL_CLOSED']).toContain(code);
        if (code === 'ok') acknowledged.push(number);
      }
      disk.fault = undefined;
      const { seen } = await openNumbers(disk, { pid: 2 });
      expect(seen, `operation ${index} failed`).toEqual(acknowledged);
    }
  });
});

async function scenario(disk: RecordingDisk): Promise<number> {
  const { append } = await openNumbers(disk);
  for (const number of [1, 2, 3]) await append(number);
  return disk.operations.length;
}

describe('following others', () => {
  test('catching up shows what another wrote, each line once and in order', async () => {
    const disk = createMemoryDisk();
    const reader = await openNumbers(disk);
    const writer = await openNumbers(disk);
    await writer.append(1, 2);
    expect(reader.seen).toEqual([]);
    await reader.journal.catchUp();
    const resets = reader.resets();
    await writer.append(3);
    await reader.journal.catchUp();
    await reader.journal.catchUp();
    expect(reader.seen).toEqual([1, 2, 3]);
    expect(reader.resets()).toBe(resets);
  });

  test('a decision sees what others wrote before it', async () => {
    const disk = createMemoryDisk();
    const one = await openNumbers(disk);
    const other = await openNumbers(disk);
    await Promise.all(
      [one, other].flatMap(({ journal, seen }) =>
        Array.from({ length: 40 }, () => journal.commit(() => [seen.length])),
      ),
    );
    await one.journal.catchUp();
    expect(one.seen).toEqual(Array.from({ length: 80 }, (_, n) => n));
  });

  test('a journal that was removed, replaced or rewritten is read again from its beginning', async () => {
    const disk = createMemoryDisk();
    const { journal, seen, append } = await openNumbers(disk);
    await append(1, 2, 3);
    // The lock is kept for a moment; nobody replaces a journal under somebody who holds it.
    await setTimeout(200);
    await putFile(disk, '/data/other', journalOf(7, 8, 9));
    await disk.rename('/data/other', JOURNAL);
    await journal.catchUp();
    expect(seen).toEqual([7, 8, 9]);
    await putFile(disk, JOURNAL, journalOf(4, 5, 6));
    await journal.catchUp();
    expect(seen).toEqual([4, 5, 6]);
    await disk.unlink(JOURNAL);
    await journal.catchUp();
    expect(seen).toEqual([]);
    await append(1);
    expect(await contentOf(disk)).toBe(journalOf(1).toString());
  });

  test('a line that is only half there is not shown before it is whole', async () => {
    const disk = createMemoryDisk();
    const { journal, seen } = await openNumbers(disk);
    const bytes = journalOf(1, 2);
    for (let size = 0; size <= bytes.length; size++) {
      await putFile(disk, JOURNAL, bytes.subarray(0, size));
      await journal.catchUp();
      expect(seen).toEqual([1, 2].slice(0, size < journalOf(1).length ? 0 : size < bytes.length ? 1 : 2));
    }
  });

  test('opening and catching up never write', async () => {
    const inner = createMemoryDisk();
    await putFile(inner, JOURNAL, Buffer.concat([journalOf(1), Buffer.from('{"torn')]));
    const disk = await recordDisk(inner);
    const { journal, seen } = await openNumbers(disk);
    await journal.catchUp();
    for await (const line of journal.read()) expect(line.text).toBe(lineOf(1, 0));
    expect(seen).toEqual([1]);
    expect(disk.operations).toEqual([]);
  });
});

describe('reading', () => {
  test('begins at any line and ends with the last whole one', async () => {
    const disk = createMemoryDisk();
    await putFile(disk, JOURNAL, Buffer.concat([journalOf(1, 2, 3), Buffer.from('{"torn')]));
    const { journal } = await openNumbers(disk);
    const readFrom = async (position?: number): Promise<string[]> => {
      const texts: string[] = [];
      for await (const { text } of journal.read(position)) texts.push(text);
      return texts;
    };
    const starts = [0, journalOf(1).length, journalOf(1, 2).length, journalOf(1, 2, 3).length];
    const counts = await Promise.all(starts.map(async (start) => (await readFrom(start)).length));
    expect(counts).toEqual([3, 2, 1, 0]);
    expect(await codeOf(readFrom(3))).toBe('INPUT_INVALID');
    expect(await codeOf(readFrom(10_000))).toBe('INPUT_INVALID');
  });

  test('a journal that is not there is empty', async () => {
    const { journal } = await openNumbers(createMemoryDisk());
    for await (const line of journal.read()) expect.unreachable(line.text);
    expect(await codeOf(journal.read(5)[Symbol.asyncIterator]().next())).toBe('INPUT_INVALID');
  });

  test('what is no file is refused with its path', async () => {
    const folder = await tempFolder();
    const path = join(folder, 'journal');
    await mkdir(path);
    expect(await codeAndPathOf(openNumbers(nodeDisk, { path }))).toBe(`FILE_IS_DIRECTORY ${path}`);
    expect((await createFiles(nodeDisk).list(folder)).map(({ name }) => name)).toEqual(['journal']);
  });
});

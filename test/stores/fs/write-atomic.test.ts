import { execFileSync } from 'node:child_process';
import { chmod, lstat, mkdir, readFile, readdir, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Disk } from '../../../src/kernel/ports/index.ts';
import { createFiles, nodeDisk } from '../../../src/stores/fs/index.ts';
import { diskWith } from '../../support/disk-with.ts';
import { codeAndPathOf, codeOf } from '../../support/code-of.ts';
import { createMemoryDisk, systemError } from '../../support/memory-disk.ts';
import { findBrokenStates } from '../../support/power-loss.ts';
import { DiskStopped, failAt, recordDisk, stopAt, type RecordingDisk } from '../../support/recording-disk.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const files = createFiles(nodeDisk);

describe('on a real disk', () => {
  test('what was written is read back, byte for byte', async () => {
    const path = join(await tempFolder(), 'file');
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'grapheme' }), fc.uint8Array()), async (content) => {
        await files.writeAtomic(path, content);
        expect(await readFile(path)).toEqual(Buffer.from(content));
      }),
      { numRuns: 25 },
    );
  });

  test('nothing but the file is left in the folder', async () => {
    const folder = await tempFolder();
    await files.writeAtomic(join(folder, 'file'), 'one');
    await files.writeAtomic(join(folder, 'file'), 'two');
    await files.writeAtomic(join(folder, 'new'), 'three', { exclusive: true });
    expect((await readdir(folder)).sort()).toEqual(['file', 'new']);
  });

  test('an existing file keeps its permissions whatever the umask, a new one gets those asked for', async () => {
    const folder = await tempFolder();
    const path = join(folder, 'file');
    await writeFile(path, 'old');
    await chmod(path, 0o666);
    await files.writeAtomic(path, 'new', { mode: 0o600 });
    await files.writeAtomic(join(folder, 'secret'), 'new', { mode: 0o600 });
    expect((await stat(path)).mode & 0o777).toBe(0o666);
    expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600);
  });

  test('a name that is as long as the system allows can be written', async () => {
    const path = join(await tempFolder(), 'n'.repeat(255));
    await files.writeAtomic(path, 'text');
    expect(await readFile(path, 'utf8')).toBe('text');
  });

  test('of many who create the same file exactly one succeeds, and its content stays', async () => {
    const path = join(await tempFolder(), 'file');
    const codes = await Promise.all(
      Array.from({ length: 16 }, (_, n) => codeOf(files.writeAtomic(path, `content ${n}`, { exclusive: true }))),
    );
    const winner = codes.indexOf('ok');
    expect(codes).toEqual(Array.from({ length: 16 }, (_, n) => (n === winner ? 'ok' : 'FILE_EXISTS')));
    expect(await readFile(path, 'utf8')).toBe(`content ${winner}`);
  });

  test('of many who replace the same file one wins whole', async () => {
    const path = join(await tempFolder(), 'file');
    const contents = Array.from({ length: 16 }, (_, n) => String(n).repeat(10_000));
    await Promise.all(contents.map((content) => files.writeAtomic(path, content)));
    expect(contents).toContain(await readFile(path, 'utf8'));
  });

  test('a symlink is replaced and what it led to is left alone', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'elsewhere'), 'precious');
    await symlink('elsewhere', join(folder, 'link'));
    await files.writeAtomic(join(folder, 'link'), 'new');
    expect((await lstat(join(folder, 'link'))).isFile()).toBe(true);
    expect(await readFile(join(folder, 'elsewhere'), 'utf8')).toBe('precious');
  });

  test('a symlink counts as something that is already there', async () => {
    const folder = await tempFolder();
    await symlink('nowhere', join(folder, 'link'));
    await expect(files.writeAtomic(join(folder, 'link'), 'new', { exclusive: true })).rejects.toMatchObject({
      code: 'FILE_EXISTS',
    });
    expect(await readlink(join(folder, 'link'))).toBe('nowhere');
  });

  test('what cannot be replaced is refused with its path, and stays', async () => {
    const folder = await tempFolder();
    await mkdir(join(folder, 'folder'));
    await writeFile(join(folder, 'plain'), 'x');
    await writeFile(join(folder, 'locked'), 'x', { mode: 0o444 });
    await symlink('circle', join(folder, 'circle'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const cases = {
      folder: 'FILE_IS_DIRECTORY',
      pipe: 'FILE_NOT_WRITABLE',
      locked: 'FILE_NOT_WRITABLE',
      'missing/file': 'FILE_NOT_FOUND',
      'plain/file': 'FILE_NOT_FOUND',
      'circle/file': 'FILE_NOT_WRITABLE',
      ['n'.repeat(256)]: 'INPUT_INVALID',
      'nul\0name': 'INPUT_INVALID',
    };
    const before = (await readdir(folder)).sort();
    const found: Record<string, string> = {};
    for (const name of Object.keys(cases)) {
      found[name] = await codeAndPathOf(files.writeAtomic(join(folder, name), 'new'));
    }
    expect(found).toEqual(mapValues(cases, (code, name) => `${code} ${join(folder, name)}`));
    expect((await readdir(folder)).sort()).toEqual(before);
    expect(await readFile(join(folder, 'locked'), 'utf8')).toBe('x');
  });
});

interface RecordedWrite {
  readonly disk: RecordingDisk;
  /** The same without faults. */
  readonly inner: Disk;
  write(): Promise<void>;
}

/** The disk with `old` in /data/file, and a write of `new` to it. */
async function recordedWrite(exclusive: boolean): Promise<RecordedWrite> {
  const inner = createMemoryDisk();
  await inner.mkdir('/data');
  if (!exclusive) await put(inner, '/data/file', 'old');
  const disk = await recordDisk(inner);
  return { disk, inner, write: () => createFiles(disk).writeAtomic('/data/file', 'new', { exclusive }) };
}

async function put(disk: Disk, path: string, content: string): Promise<void> {
  const file = await disk.open(path, 'w');
  await file.write(Buffer.from(content));
  await file.close();
}

/** The content of /data/file; undefined where it is not there. */
const contentOf = (disk: Disk): Promise<string | undefined> => createFiles(disk).findText('/data/file');

describe.each([
  {
    doing: 'replacing',
    exclusive: false,
    old: 'old',
    steps: ['create', 'write', 'chmod', 'sync', 'rename', 'sync-folder'],
  },
  {
    doing: 'creating',
    exclusive: true,
    old: undefined,
    steps: ['create', 'write', 'sync', 'link', 'unlink', 'sync-folder'],
  },
])('step by step, $doing', ({ exclusive, old, steps }) => {
  test('the content is durable before its name is, and the name before the write is acknowledged', async () => {
    const { disk, write } = await recordedWrite(exclusive);
    await write();
    expect(disk.operations.map(({ kind }) => kind)).toEqual(steps);
  });

  test('a failure of any step leaves the old content or the new, no temporary file, and gives a code', async () => {
    const codes = { ENOSPC: 'DISK_FULL', EDQUOT: 'DISK_FULL', EIO: 'FILE_NOT_WRITABLE', EROFS: 'FILE_NOT_WRITABLE' };
    for (const [errno, code] of Object.entries(codes)) {
      const found = [];
      for (const [step, kind] of steps.entries()) {
        const { disk, write } = await recordedWrite(exclusive);
        disk.fault = failAt(step, errno, 2);
        const result = await codeAndPathOf(write());
        found.push({ kind, result, content: await contentOf(disk), entries: (await disk.readdir('/data')).length });
      }
      const unpublished = { result: `${code} /data/file`, content: old, entries: exclusive ? 0 : 1 };
      const failing: Partial<Record<string, object>> = {
        // The file is in place: that a temporary one stays is no reason to call the write a failure.
        unlink: { result: 'ok', content: 'new', entries: 2 },
        'sync-folder': { ...unpublished, content: 'new', entries: 1 },
      };
      expect(found).toEqual(steps.map((kind) => ({ kind, ...(failing[kind] ?? unpublished) })));
    }
  });

  test('a process that dies at any step leaves the old content or the new', async () => {
    for (const step of steps.keys()) {
      const { disk, inner, write } = await recordedWrite(exclusive);
      disk.fault = stopAt(step, 2);
      await expect(write()).rejects.toThrow(DiskStopped);
      expect([old, 'new']).toContain(await contentOf(inner));
    }
  });

  test('a power loss at any step leaves the old content or the new, and the new once it was acknowledged', async () => {
    const { disk, write } = await recordedWrite(exclusive);
    await write();
    disk.mark('acknowledged');
    const broken = await findBrokenStates(
      disk,
      async (after, { marks }) => {
        const content = await contentOf(after);
        return content === 'new' || (content === old && marks.length === 0);
      },
      { samples: 20, blockBytes: 1 },
    );
    expect(broken).toEqual([]);
  });
});

describe('on lesser systems', () => {
  test('Windows: a rename that a scanner holds up is tried again, for a bounded time', async () => {
    const disk = await recordDisk(createMemoryDisk());
    await put(disk, '/file', 'old');
    let held = 3;
    const briefly: Disk = diskWith(disk, {
      rename: async (from, to) => {
        if (held-- > 0) throw systemError('EPERM');
        await disk.rename(from, to);
      },
    });
    await createFiles(briefly, { platform: 'win32' }).writeAtomic('/file', 'new');
    expect(held).toBe(-1);
    expect(await createFiles(disk).readText('/file')).toBe('new');

    let tries = 0;
    const forEver: Disk = diskWith(disk, {
      rename: async () => {
        tries += 1;
        throw systemError('EBUSY');
      },
    });
    await expect(createFiles(forEver, { platform: 'win32' }).writeAtomic('/file', 'newer')).rejects.toMatchObject({
      code: 'FILE_NOT_WRITABLE',
    });
    expect(tries).toBe(8);
    expect(await disk.readdir('/')).toEqual([{ name: 'file', kind: 'file' }]);
  });

  test('elsewhere a refused rename is an error at once', async () => {
    const disk = createMemoryDisk();
    let tries = 0;
    const refusing = diskWith(disk, {
      rename: async () => {
        tries += 1;
        throw systemError('EACCES');
      },
    });
    await expect(createFiles(refusing, { platform: 'linux' }).writeAtomic('/file', 'x')).rejects.toMatchObject({
      code: 'FILE_NOT_WRITABLE',
    });
    expect(tries).toBe(1);
  });

  test('without hard links a new file still is created by one alone, whole', async () => {
    const disk = createMemoryDisk();
    const linkless = diskWith(disk, {
      link: () => Promise.reject(systemError('EPERM')),
    });
    const codes = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        codeOf(createFiles(linkless).writeAtomic('/file', `content ${n}`, { exclusive: true })),
      ),
    );
    const winner = codes.indexOf('ok');
    expect(codes).toEqual(Array.from({ length: 8 }, (_, n) => (n === winner ? 'ok' : 'FILE_EXISTS')));
    expect(await createFiles(disk).readText('/file')).toBe(`content ${winner}`);
    expect(await disk.readdir('/')).toEqual([{ name: 'file', kind: 'file' }]);
  });
});

const mapValues = (
  record: Readonly<Record<string, string>>,
  map: (value: string, key: string) => string,
): Record<string, string> => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));

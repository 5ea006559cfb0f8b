import { execFileSync } from 'node:child_process';
import { appendFile, chmod, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Disk } from '../../../src/kernel/ports/index.ts';
import { createFiles, nodeDisk } from '../../../src/stores/fs/index.ts';
import { diskWith } from '../../support/disk-with.ts';
import { codeAndPathOf, codeOf } from '../../support/code-of.ts';
import { createMemoryDisk } from '../../support/memory-disk.ts';
import { findBrokenStates } from '../../support/power-loss.ts';
import { recordDisk } from '../../support/recording-disk.ts';
import { canMount, makeReadOnly, mountSmall } from '../../support/small-disk.ts';
import { startProgram } from '../../support/run-program.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const files = createFiles(nodeDisk);
const BOM = String.fromCodePoint(0xfeff);

describe('reading', () => {
  test('text comes back exactly, a byte order mark included', async () => {
    const path = join(await tempFolder(), 'file');
    for (const text of ['', `${BOM}text`, 'a\r\nb\0c\u2028', 'żółć 🚀']) {
      await writeFile(path, text);
      expect(await files.readText(path)).toBe(text);
      expect(await files.readBytes(path)).toEqual(Buffer.from(text));
    }
  });

  test('a large file comes in pieces, and a missing one fails at the first', async () => {
    const path = join(await tempFolder(), 'file');
    const content = Buffer.alloc(2_500_000, 'abcdefg');
    await writeFile(path, content);
    const pieces: Buffer[] = [];
    for await (const piece of files.readPieces(path)) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(1);
    expect(Buffer.concat(pieces).equals(content)).toBe(true);
    const first = (missing: string): Promise<unknown> => files.readPieces(missing)[Symbol.asyncIterator]().next();
    expect(await codeAndPathOf(first(`${path}-gone`))).toBe(`FILE_NOT_FOUND ${path}-gone`);
  });

  test('bytes that are not UTF-8 are refused as text and given as bytes', async () => {
    const path = join(await tempFolder(), 'file');
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0x61, 0xf5]]) {
      await writeFile(path, Buffer.from(bytes));
      await expect(files.readText(path)).rejects.toMatchObject({ code: 'FILE_NOT_TEXT', details: { path } });
      expect(await files.readBytes(path)).toEqual(Buffer.from(bytes));
    }
  });

  test('a limit admits a file of exactly that size and refuses one byte more', async () => {
    const path = join(await tempFolder(), 'file');
    await writeFile(path, '12345');
    expect(await files.readText(path, { maxBytes: 5 })).toBe('12345');
    await expect(files.readText(path, { maxBytes: 4 })).rejects.toMatchObject({
      code: 'INPUT_TOO_LARGE',
      details: { path, maxBytes: 4 },
    });
  });

  test('a limit holds for a file that grows while it is read', async () => {
    const path = join(await tempFolder(), 'file');
    await writeFile(path, 'small');
    const growing: Disk = diskWith(nodeDisk, {
      open: async (name, flags) => {
        await appendFile(path, 'x'.repeat(1_000_000));
        return await nodeDisk.open(name, flags);
      },
    });
    await expect(createFiles(growing).readBytes(path, { maxBytes: 100_000 })).rejects.toMatchObject({
      code: 'INPUT_TOO_LARGE',
    });
    expect(await createFiles(growing).readBytes(path)).toHaveLength(2_000_005);
  });

  test.runIf(process.platform === 'linux')('files that claim to be empty are read to their end', async () => {
    expect(await files.readText('/proc/self/status')).toMatch(/^Name:/);
  });

  test('what is no file is refused with its path, at once', async () => {
    const folder = await tempFolder();
    await mkdir(join(folder, 'folder'));
    await writeFile(join(folder, 'plain'), 'x');
    await symlink('nowhere', join(folder, 'dangling'));
    await symlink('circle', join(folder, 'circle'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const cases = {
      missing: 'FILE_NOT_FOUND',
      'plain/below': 'FILE_NOT_FOUND',
      dangling: 'FILE_NOT_FOUND',
      folder: 'FILE_IS_DIRECTORY',
      pipe: 'FILE_NOT_READABLE',
      circle: 'FILE_NOT_READABLE',
      ['n'.repeat(256)]: 'INPUT_INVALID',
      'nul\0name': 'INPUT_INVALID',
    };
    const found: Record<string, string> = {};
    for (const name of Object.keys(cases)) found[name] = await codeAndPathOf(files.readText(join(folder, name)));
    const expected = Object.entries(cases).map(([name, code]) => [name, `${code} ${join(folder, name)}`]);
    expect(found).toEqual(Object.fromEntries(expected));
  });

  test.runIf(process.platform === 'linux')('a device is not read', async () => {
    await expect(files.readBytes('/dev/zero')).rejects.toMatchObject({ code: 'FILE_NOT_READABLE' });
  });

  test('a pipe put in the place of a file after it was looked at does not keep the reader waiting', async () => {
    const folder = await tempFolder();
    const path = join(folder, 'file');
    await writeFile(path, 'x');
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const swapping: Disk = diskWith(nodeDisk, {
      open: async (name, flags) => {
        await rename(join(folder, 'pipe'), path);
        return await nodeDisk.open(name, flags);
      },
    });
    expect(
      await createFiles(swapping)
        .readBytes(path)
        .catch((error: unknown) => error),
    ).toBeDefined();
  });

  test('a file that need not be there is undefined, other failures stay failures', async () => {
    const folder = await tempFolder();
    expect(await files.findText(join(folder, 'missing'))).toBeUndefined();
    expect(await files.findText(join(folder, 'missing', 'below'))).toBeUndefined();
    await expect(files.findText(folder)).rejects.toMatchObject({ code: 'FILE_IS_DIRECTORY' });
  });
});

describe('without permission', () => {
  /** Root may do everything: there the attempt is made as nobody. */
  const uid = process.getuid?.() === 0 ? { uid: 65_534 } : {};

  test('unreadable and unwritable things are told apart from missing ones, and keep their content', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'unreadable'), 'secret');
    await mkdir(join(folder, 'closed'));
    await writeFile(join(folder, 'closed', 'file'), 'inside');
    await chmod(join(folder, 'unreadable'), 0o000);
    await chmod(join(folder, 'closed'), 0o000);
    await chmod(folder, 0o555);
    onTestFinished(() =>
      Promise.all([chmod(folder, 0o755), chmod(join(folder, 'closed'), 0o755)]).then(() => undefined),
    );

    const paths = ['unreadable', 'closed', 'closed/file', 'missing'].map((name) => join(folder, name));
    const lines = await startProgram('test/stores/fs/programs/try-files.ts', paths, uid).finished();
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { read: 'FILE_NOT_READABLE', write: 'FILE_NOT_WRITABLE', list: 'FILE_NOT_FOUND' },
      { read: 'FILE_IS_DIRECTORY', write: 'FILE_IS_DIRECTORY', list: 'FILE_NOT_READABLE' },
      { read: 'FILE_NOT_READABLE', write: 'FILE_NOT_WRITABLE', list: 'FILE_NOT_READABLE' },
      { read: 'FILE_NOT_FOUND', write: 'FILE_NOT_WRITABLE', list: 'ok' },
    ]);
    await chmod(join(folder, 'unreadable'), 0o600);
    expect(await readFile(join(folder, 'unreadable'), 'utf8')).toBe('secret');
  });
});

describe('on a small file system of its own', () => {
  test.runIf(canMount)('a full disk gives DISK_FULL, keeps the old content and leaves nothing behind', async () => {
    const folder = await mountSmall();
    const path = join(folder, 'file');
    await files.writeAtomic(path, 'old');
    await expect(files.writeAtomic(path, Buffer.alloc(100_000, 'x'))).rejects.toMatchObject({
      code: 'DISK_FULL',
      details: { path },
    });
    expect(await files.readText(path)).toBe('old');
    expect(await nodeDisk.readdir(folder)).toEqual([{ name: 'file', kind: 'file' }]);
    await files.writeAtomic(path, 'new');
    expect(await files.readText(path)).toBe('new');
  });

  test.runIf(canMount)('a read-only file system can be read and refuses every change', async () => {
    const folder = await mountSmall();
    const path = join(folder, 'file');
    await files.writeAtomic(path, 'old');
    makeReadOnly(folder);
    expect(await files.readText(path)).toBe('old');
    const refused = { code: 'FILE_NOT_WRITABLE' };
    await expect(files.writeAtomic(path, 'new')).rejects.toMatchObject(refused);
    await expect(files.remove(path)).rejects.toMatchObject(refused);
    await expect(files.move(path, join(folder, 'other'))).rejects.toMatchObject(refused);
    await expect(files.createFolder(join(folder, 'sub'))).rejects.toMatchObject(refused);
  });
});

describe('folders and names', () => {
  test('a listing is sorted by code unit, tells the kinds, and leaves out temporary files', async () => {
    const folder = await tempFolder();
    await mkdir(join(folder, 'b'));
    for (const name of ['Z', 'a', 'ä', '.hidden', '.baton-0123456789ab.tmp']) await writeFile(join(folder, name), '');
    await symlink('a', join(folder, 'c'));
    expect(await files.list(folder)).toEqual([
      { name: '.hidden', kind: 'file' },
      { name: 'Z', kind: 'file' },
      { name: 'a', kind: 'file' },
      { name: 'b', kind: 'folder' },
      { name: 'c', kind: 'symlink' },
      { name: 'ä', kind: 'file' },
    ]);
    expect(await files.list(join(folder, 'missing'))).toEqual([]);
    await expect(files.list(join(folder, 'a'))).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  test('stat looks at a symlink itself and is undefined if nothing can be there', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'file'), '12345');
    await symlink('file', join(folder, 'link'));
    expect(await files.stat(join(folder, 'file'))).toMatchObject({ kind: 'file', sizeBytes: 5 });
    expect(await files.stat(join(folder, 'link'))).toMatchObject({ kind: 'symlink' });
    expect(await files.stat(join(folder, 'missing'))).toBeUndefined();
    expect(await files.stat(join(folder, 'file', 'below'))).toBeUndefined();
  });

  test('a folder is created with its parents, once or again, but not over a file', async () => {
    const folder = await tempFolder();
    await files.createFolder(join(folder, 'a', 'b', 'c'));
    await files.createFolder(join(folder, 'a', 'b', 'c'));
    expect(await files.stat(join(folder, 'a', 'b', 'c'))).toMatchObject({ kind: 'folder' });
    await writeFile(join(folder, 'file'), '');
    await expect(files.createFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'FILE_EXISTS' });
    await expect(files.createFolder(join(folder, 'file', 'x'))).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  test('a created folder survives a power loss', async () => {
    const disk = await recordDisk(createMemoryDisk());
    await createFiles(disk).createFolder('/a/b/c');
    disk.mark('acknowledged');
    const broken = await findBrokenStates(
      disk,
      async (after, { marks }) => marks.length === 0 || (await after.stat('/a/b/c')) !== undefined,
    );
    expect(broken).toEqual([]);
  });

  test('a move between folders is durable and never loses the file', async () => {
    const inner = createMemoryDisk();
    for (const folder of ['/from', '/to']) await inner.mkdir(folder);
    await createFiles(inner).writeAtomic('/from/file', 'content');
    const disk = await recordDisk(inner);
    await createFiles(disk).move('/from/file', '/to/file');
    disk.mark('acknowledged');
    const broken = await findBrokenStates(disk, async (after, { marks }) => {
      const from = await createFiles(after).findText('/from/file');
      const to = await createFiles(after).findText('/to/file');
      const moved = from === undefined && to === 'content';
      return moved || (marks.length === 0 && from === 'content' && to === undefined);
    });
    expect(broken).toEqual([]);
  });

  test('what cannot be moved is refused with a code', async () => {
    const folder = await tempFolder();
    await files.createFolder(join(folder, 'full', 'below'));
    await writeFile(join(folder, 'file'), '');
    await expect(files.move(join(folder, 'missing'), join(folder, 'x'))).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
      details: { path: join(folder, 'missing') },
    });
    await expect(files.move(join(folder, 'file'), join(folder, 'full'))).rejects.toMatchObject({
      code: 'FILE_IS_DIRECTORY',
    });
    await expect(files.move(join(folder, 'file'), join(folder, 'none', 'x'))).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    });
  });

  test('remove takes files, symlinks and empty folders, and is durable', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'file'), 'kept');
    await symlink('file', join(folder, 'link'));
    await files.createFolder(join(folder, 'full', 'below'));
    await files.remove(join(folder, 'link'));
    await files.remove(join(folder, 'missing'));
    await files.remove(join(folder, 'file', 'below'));
    await expect(files.remove(join(folder, 'full'))).rejects.toMatchObject({ code: 'FILE_EXISTS' });
    await files.remove(join(folder, 'full', 'below'));
    expect((await files.list(folder)).map(({ name }) => name)).toEqual(['file', 'full']);

    const inner = createMemoryDisk();
    await createFiles(inner).writeAtomic('/file', 'x');
    const disk = await recordDisk(inner);
    await createFiles(disk).remove('/file');
    disk.mark('acknowledged');
    const broken = await findBrokenStates(
      disk,
      async (after, { marks }) => marks.length === 0 || (await after.stat('/file')) === undefined,
    );
    expect(broken).toEqual([]);
  });
});

describe('staying inside a folder', () => {
  test('paths inside lead to their real place, whether they exist or not', async () => {
    const base = await tree();
    const root = join(base, 'root');
    const cases = {
      file: 'file',
      '.': '',
      './sub/../file': 'file',
      in: 'sub/deep',
      'in/new/file': 'sub/deep/new/file',
      // The parent of where the link leads, not of where it stands.
      'in/../x': 'sub/x',
      'new/deeper/file': 'new/deeper/file',
      'new/../sub/x': 'sub/x',
      'file/below': 'file/below',
      '../root/sub': 'sub',
      '..name': '..name',
    };
    for (const folder of [root, join(base, 'rootlink')]) {
      const found: Record<string, string> = {};
      for (const path of Object.keys(cases)) found[path] = relative(root, await files.resolveInside(folder, path));
      expect(found).toEqual(cases);
    }
    expect(await files.resolveInside(root, join(base, 'rootlink', 'new'))).toBe(join(root, 'new'));
    expect(await files.resolveInside(root, join(root, 'sub'))).toBe(join(root, 'sub'));
  });

  test('paths that leave the folder are refused, whichever way', async () => {
    const base = await tree();
    const root = join(base, 'root');
    const paths = [
      '..',
      '../x',
      '../rootling',
      'sub/../../x',
      'out',
      'out/new',
      'out/..',
      'dangling',
      'dangling/x',
      '/',
      '/etc/passwd',
      base,
    ];
    const codes = await Promise.all(paths.map((path) => codeOf(files.resolveInside(root, path))));
    expect(codes).toEqual(paths.map(() => 'FILE_OUTSIDE_ROOT'));
  });

  test('what cannot be followed is an error with a code', async () => {
    const base = await tree();
    await expect(files.resolveInside(join(base, 'root'), 'circle/x')).rejects.toMatchObject({
      code: 'FILE_NOT_READABLE',
    });
    await expect(files.resolveInside(join(base, 'none'), 'x')).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
      details: { path: join(base, 'none') },
    });
    await expect(files.resolveInside(join(base, 'root'), 'nul\0')).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  test('whatever the path, a result lies inside and is where the system would go', async () => {
    const base = await tree();
    const root = join(base, 'root');
    const part = fc.constantFrom('.', '..', 'sub', 'deep', 'in', 'out', 'file', 'new', 'root', 'outside', 'rootlink');
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 7 }), async (parts) => {
        const path = parts.join('/');
        const result = await files.resolveInside(root, path).catch(() => undefined);
        const real = await nodeDisk.realpath(`${root}/${path}`).catch(() => undefined);
        const isInside = (place: string): boolean => place === root || place.startsWith(`${root}/`);
        expect(result === undefined || isInside(result)).toBe(true);
        expect(real === undefined || result === (isInside(real) ? real : undefined)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

async function tree(): Promise<string> {
  const base = await tempFolder();
  await mkdir(join(base, 'root', 'sub', 'deep'), { recursive: true });
  await mkdir(join(base, 'outside', 'sub'), { recursive: true });
  await writeFile(join(base, 'root', 'file'), '');
  await symlink('sub/deep', join(base, 'root', 'in'));
  await symlink('../outside/sub', join(base, 'root', 'out'));
  await symlink('../outside/nowhere', join(base, 'root', 'dangling'));
  await symlink('circle', join(base, 'root', 'circle'));
  await symlink('root', join(base, 'rootlink'));
  return base;
}

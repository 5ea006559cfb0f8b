import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createFiles, createGuardedDisk, nodeDisk } from '../../../src/stores/fs/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

async function setUp() {
  const [root, outside] = [await tempFolder(), await tempFolder()];
  const dataDir = join(root, '.baton');
  for (const folder of ['.git', '.baton/serve', 'docs']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(outside, 'id_rsa'), 'private');
  writeFileSync(join(root, '.baton/serve/token'), 'token');
  writeFileSync(join(root, '.git/config'), '[core]');
  writeFileSync(join(root, 'docs/own.md'), 'own');
  const disk = createGuardedDisk(nodeDisk, [
    { folder: root, rule: 'inside', closed: [join(root, '.git'), dataDir] },
    { folder: dataDir, rule: 'plain' },
  ]);
  const link = (path: string, target: string): string => {
    symlinkSync(target, join(root, path));
    return join(root, path);
  };
  return { root, outside, disk, files: createFiles(disk), link };
}

verifies(
  ['SEC-001', 'SEC-012'],
  'nothing is read through a symlink that leads out, into .git or into the data dir',
  async () => {
    const { root, outside, disk, files, link } = await setUp();
    const bad = [
      link('a.md', join(outside, 'id_rsa')),
      link('b.md', '.baton/serve/token'),
      link('c.md', '.git/config'),
      link('d.md', 'a.md'),
      join(link('folder', outside), 'id_rsa'),
      link('.baton/e.md', '../docs/own.md'),
    ];
    for (const path of bad) {
      expect([path, await codeOf(files.readText(path))]).toEqual([path, 'FILE_OUTSIDE_ROOT']);
      expect([path, await codeOf(disk.readFile(path))]).toEqual([path, 'FILE_OUTSIDE_ROOT']);
      expect([path, await codeOf(disk.realpath(path))]).toEqual([path, 'FILE_OUTSIDE_ROOT']);
      expect(() => disk.readNow(path)).toThrow(expect.objectContaining({ code: 'FILE_OUTSIDE_ROOT' }) as Error);
    }
    expect(await codeOf(files.list(join(root, 'folder')))).toBe('FILE_OUTSIDE_ROOT');
    const pieces = async (): Promise<void> => {
      for await (const piece of files.readPieces(bad[0] ?? '')) expect(piece).toBeUndefined();
    };
    expect(await codeOf(pieces())).toBe('FILE_OUTSIDE_ROOT');
  },
);

verifies('SEC-012', 'what lies where its name says is read, and a symlink within the project too', async () => {
  const { root, outside, files, link } = await setUp();
  expect(await files.readText(join(root, '.baton/serve/token'))).toBe('token');
  expect(await files.readText(join(root, '.git/config'))).toBe('[core]');
  expect(await files.readText(link('f.md', 'docs/own.md'))).toBe('own');
  expect(await files.readText(join(link('g', 'docs'), 'own.md'))).toBe('own');
  expect(await files.readText(join(outside, 'id_rsa'))).toBe('private');
  expect(await files.findText(join(root, 'nothing', 'here'))).toBeUndefined();
});

verifies('SEC-012', 'nothing is written through a symlink into .git or the data dir either', async () => {
  const { root, files, link } = await setUp();
  link('hooks', '.git');
  link('state', '.baton');
  for (const path of ['hooks/pre-commit', 'state/agents.json'])
    expect([path, await codeOf(files.writeAtomic(join(root, path), 'x'))]).toEqual([path, 'FILE_OUTSIDE_ROOT']);
});

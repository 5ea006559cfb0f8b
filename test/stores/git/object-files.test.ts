import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseTree, planTrees, type PlannedTree } from '../../../src/kernel/git-tree.ts';
import type { GitObjectName, GitRepo } from '../../../src/kernel/ports/index.ts';
import { createGit } from '../../../src/stores/git/index.ts';
import { verifies } from '../../support/verifies.ts';
import { createGitSandbox, type GitSandbox } from './sandbox.ts';

let box: GitSandbox;
beforeAll(() => {
  box = createGitSandbox();
});
afterAll(() => box.remove());

const environment = (more: Record<string, string> = {}): Record<string, string | undefined> => ({
  ...box.env,
  ...more,
});

async function open(
  folder: string,
  options: { command?: string; env?: Record<string, string> } = {},
): Promise<GitRepo> {
  const { env, ...rest } = options;
  const repo = await createGit({ environment: environment(env), cwd: folder, ...rest }).findRepo(folder);
  if (repo === undefined) throw new Error(`no repository around ${folder}`);
  return repo;
}

/** Fails on any call of git: proves that an answer came from the files alone. */
const withoutGit = async (folder: string, env: Record<string, string> = {}): Promise<GitRepo> =>
  open(folder, { command: 'baton-no-git', env });

const NAMES: readonly (readonly [revision: 'HEAD' | 'HEAD^{tree}' | ':' | ':2' | ':3', path?: string])[] = [
  ['HEAD'],
  ['HEAD^{tree}'],
  ['HEAD', 'a.txt'],
  ['HEAD', 'deep/down'],
  ['HEAD', 'deep/down/ü.txt'],
  ['HEAD', 'deep/none.txt'],
  ['HEAD', 'a.txt/none'],
  ['HEAD', 'none/at/all'],
  [':', 'a.txt'],
  [':', 'deep/down/ü.txt'],
  [':', 'staged.txt'],
  [':', 'deep'],
  [':2', 'a.txt'],
  [':3', 'a.txt'],
];

const namesAt = (head: string): GitObjectName[] =>
  NAMES.map(([revision, path]) => ({
    revision: revision.replace('HEAD', head),
    ...(path === undefined ? {} : { path }),
  }));

/** A new repository with some files, one of them staged. */
function makeRepo(name: string, ...initArgs: string[]): string {
  const folder = box.repo(name, ...initArgs);
  box.write(join(folder, 'deep/down/ü.txt'), 'umlaut\n');
  box.git(folder, 'add', '.');
  box.git(folder, 'commit', '--quiet', '-m', 'second');
  box.write(join(folder, 'staged.txt'), 'staged\n');
  box.git(folder, 'add', 'staged.txt');
  return folder;
}

const plain = (found: Awaited<ReturnType<GitRepo['readAll']>>): unknown =>
  found.map((each) => each && { type: each.type, bytes: each.bytes.toString('latin1') });

/** As `git cat-file` itself answers, which is asked where objects may be replaced. */
async function expectAsGit(folder: string): Promise<void> {
  const head = box.git(folder, 'rev-parse', 'HEAD');
  const asked = await open(folder, { env: { GIT_REPLACE_REF_BASE: 'refs/replace/' } });
  expect(plain(await (await open(folder)).readAll(namesAt(head)))).toEqual(plain(await asked.readAll(namesAt(head))));
}

async function needsGit(folder: string, env: Record<string, string> = {}): Promise<boolean> {
  const head = box.git(folder, 'rev-parse', 'HEAD');
  try {
    await (await withoutGit(folder, env)).readAll(namesAt(head));
    return false;
  } catch {
    return true;
  }
}

const looseFile = (folder: string, name: string): string => {
  const id = box.git(folder, 'rev-parse', name);
  return join(folder, '.git/objects', id.slice(0, 2), id.slice(2));
};

describe('objects in files of their own', () => {
  verifies('PRJ-071', 'are read without git, as git reads them', async () => {
    const folder = makeRepo('loose');
    await expectAsGit(folder);
    expect(await needsGit(folder)).toBe(false);
  });

  verifies('PRJ-071', 'are read in an index of any size and kind as git reads them', async () => {
    const many = makeRepo('many');
    for (let n = 0; n < 300; n += 1) box.write(join(many, `folder-${n % 7}/${'x'.repeat(n % 60)}${n}.txt`), `${n}\n`);
    box.write(join(many, `long/${'y'.repeat(200)}/${'z'.repeat(200)}.txt`), 'long\n');
    box.git(many, 'add', '.');
    box.git(many, 'add', '--intent-to-add', '.');
    await expectAsGit(many);
    expect(await needsGit(many)).toBe(false);
    for (const kind of ['--split-index', '--no-split-index', '--index-version=4', '--index-version=2']) {
      box.git(many, 'update-index', ...kind.split('='));
      await expectAsGit(many);
    }
    box.git(many, 'update-index', '--skip-worktree', 'a.txt');
    await expectAsGit(many);
  });

  verifies('PRJ-071', 'are left to git if a merge is undecided, packed, or damaged', async () => {
    const folder = makeRepo('merged');
    box.git(folder, 'checkout', '--quiet', '-b', 'side', 'HEAD~1');
    box.write(join(folder, 'a.txt'), 'side\n');
    box.git(folder, 'commit', '--quiet', '-am', 'side');
    box.git(folder, 'checkout', '--quiet', 'main');
    box.write(join(folder, 'a.txt'), 'main\n');
    box.git(folder, 'commit', '--quiet', '-am', 'main');
    expect(() => box.git(folder, 'merge', '--quiet', 'side')).toThrow('merge');
    await expectAsGit(folder);
    const [, ours, theirs] = await (
      await withoutGit(folder)
    ).readAll([
      { revision: ':', path: 'a.txt' },
      { revision: ':2', path: 'a.txt' },
      { revision: ':3', path: 'a.txt' },
    ]);
    expect([ours?.bytes.toString(), theirs?.bytes.toString()]).toEqual(['main\n', 'side\n']);
    box.git(folder, 'gc', '--quiet');
    await expectAsGit(folder);
    expect(await needsGit(folder)).toBe(true);
  });

  verifies('SEC-005', 'are no answer unless they are the object they are named as', async () => {
    const folder = makeRepo('damaged');
    const [one, other] = [looseFile(folder, 'HEAD:a.txt'), looseFile(folder, ':staged.txt')];
    for (const path of [one, other]) chmodSync(path, 0o644);
    writeFileSync(one, readFileSync(other));
    expect(await needsGit(folder)).toBe(true);
    writeFileSync(one, 'not zlib');
    expect(await needsGit(folder)).toBe(true);
  });

  verifies('PRJ-071', 'are left to git if others may stand for them, or ids are longer', async () => {
    const replaced = makeRepo('replaced');
    expect(await needsGit(replaced, { GIT_OBJECT_DIRECTORY: join(replaced, '.git/objects') })).toBe(true);
    box.git(
      replaced,
      'replace',
      box.git(replaced, 'rev-parse', 'HEAD:a.txt'),
      box.git(replaced, 'rev-parse', ':staged.txt'),
    );
    await expectAsGit(replaced);
    box.git(replaced, 'pack-refs', '--all');
    expect((await (await open(replaced)).show(box.git(replaced, 'rev-parse', 'HEAD'), 'a.txt'))?.toString()).toBe(
      'staged\n',
    );
    await expectAsGit(makeRepo('long', '--object-format=sha256'));
  });

  test('a place that git understands relative to where it runs is left to git', async () => {
    const folder = makeRepo('relative');
    const head = box.git(folder, 'rev-parse', 'HEAD');
    for (const path of ['./a.txt', 'deep/../a.txt', 'deep//down', 'deep/'])
      await expect((await withoutGit(folder)).readAll([{ revision: head, path }])).rejects.toThrow('no program');
  });
});

describe('trees in files of their own', () => {
  async function planNew(folder: string): Promise<PlannedTree[]> {
    const head = box.git(folder, 'rev-parse', 'HEAD');
    const [root] = await (await open(folder)).readAll([{ revision: `${head}^{tree}` }]);
    const id = box.git(folder, 'hash-object', '-w', 'a.txt');
    const files = new Map([
      ['x ü.md', { mode: '100644', id }],
      ['sub/y.md', { mode: '100755', id }],
    ]);
    return planTrees([parseTree(root?.bytes ?? Buffer.alloc(0), head.length), []], ['.ai', 'handoff'], files);
  }

  const idsOf = (trees: readonly PlannedTree[]): string[] => trees.map(({ id }) => id);

  verifies('PRJ-071', 'are written without git, as git writes them', async () => {
    const folder = makeRepo('written');
    const trees = await planNew(folder);
    await (await withoutGit(folder)).writeTrees(trees);
    expect(idsOf(trees).map((id) => box.git(folder, 'cat-file', '-t', id))).toEqual(['tree', 'tree', 'tree', 'tree']);
    const listed = box.git(folder, 'ls-tree', '-r', '--name-only', '-z', idsOf(trees).at(-1) ?? '').split('\0');
    expect(listed.filter((name) => name !== '')).toEqual([
      '.ai/handoff/sub/y.md',
      '.ai/handoff/x ü.md',
      'a.txt',
      'deep/down/ü.txt',
    ]);
    expect(box.git(folder, 'fsck', '--strict', '--full', '--no-dangling')).toBe('');
    const path = looseFile(folder, idsOf(trees).at(-1) ?? '');
    expect(statSync(path).mode & 0o777).toBe(0o444);
    expect(readdirSync(join(path, '..')).filter((name) => name.startsWith('tmp'))).toEqual([]);
  });

  verifies('PRJ-071', 'count as used again if they are there, so that nobody prunes them', async () => {
    const folder = makeRepo('again');
    const trees = await planNew(folder);
    await (await withoutGit(folder)).writeTrees(trees);
    for (const id of idsOf(trees)) utimesSync(looseFile(folder, id), 1_000_000, 1_000_000);
    await (await withoutGit(folder)).writeTrees(trees);
    box.git(folder, 'prune', '--expire', '2.weeks.ago');
    expect(box.git(folder, 'cat-file', '-t', idsOf(trees).at(-1) ?? '')).toBe('tree');
  });

  verifies('PRJ-071', 'are left to git if files are shared, or their folder cannot be written to', async () => {
    const shared = makeRepo('shared', '--shared=group');
    const trees = await planNew(shared);
    await expect((await withoutGit(shared)).writeTrees(trees)).rejects.toThrow('no program');
    await (await open(shared)).writeTrees(trees);
    expect(statSync(looseFile(shared, idsOf(trees).at(-1) ?? '')).mode & 0o777).toBe(0o440 | 0o004);
    const blocked = makeRepo('blocked');
    const [first] = await planNew(blocked);
    writeFileSync(join(blocked, '.git/objects', first?.id.slice(0, 2) ?? ''), '');
    await expect((await withoutGit(blocked)).writeTrees(await planNew(blocked))).rejects.toThrow('no program');
  });

  test('two processes may write the same ones', async () => {
    const folder = makeRepo('twice');
    const trees = await planNew(folder);
    const repo = await withoutGit(folder);
    await Promise.all([repo.writeTrees(trees), repo.writeTrees(trees)]);
    expect(
      execFileSync('git', ['fsck', '--strict'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] }).toString(),
    ).not.toMatch(/missing|error/);
  });
});

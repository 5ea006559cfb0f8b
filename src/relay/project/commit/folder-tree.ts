import { join } from 'node:path';
import { BatonError } from '../../../kernel/errors/index.ts';
import { planTrees, renderTrees, SUBMODULE_MODE, type GitFile } from '../../../kernel/git-tree.ts';
import { createRandomHex } from '../../../kernel/ids.ts';
import type { GitRepo, Platform } from '../../../kernel/ports/index.ts';
import { listFolderFiles } from '../folder/folder-files.ts';
import type { GitFolder } from '../git/git-folder.ts';

/**
 * The folder as it is on disk, stored as git would store it: filters and line endings count. Git keeps what it ignores
 * out; the lock and half-done steps never go in.
 */
export async function storeFiles(
  platform: Pick<Platform, 'files' | 'random'>,
  repo: GitRepo,
  folder: string,
  git: GitFolder,
): Promise<ReadonlyMap<string, GitFile>> {
  const names = await listFolderFiles(platform, folder, git);
  const kinds = await Promise.all(names.map(async (name) => (await platform.files.stat(join(folder, name)))?.kind));
  const isPlain = kinds.every((kind) => kind === 'file');
  const stored = isPlain ? await hashFiles(repo, git, names) : await stageFiles(platform, repo, git, names);
  const submodules = [...git.files].filter(([, { mode }]) => mode === SUBMODULE_MODE);
  return new Map([...submodules, ...stored]);
}

const FILE_MODE = '100644';

/** A file that is in git keeps its mode there: not every file system can hold it. */
async function hashFiles(repo: GitRepo, git: GitFolder, names: readonly string[]): Promise<[string, GitFile][]> {
  const input = names.map((name) => `${quotePath(`${git.prefix}/${name}`)}\n`).join('');
  const { stdout } = await repo.run(['hash-object', '-w', '--stdin-paths'], { input, cwd: repo.top ?? '' });
  const ids = stdout.toString().split('\n');
  return names.map((name, index) => {
    const old = git.files.get(name)?.mode;
    return [name, { mode: old === '100755' ? old : FILE_MODE, id: ids[index] ?? '' }];
  });
}

/** One name per line: git reads one in quotes as a C string. */
const quotePath = (path: string): string =>
  /^"|\n/.test(path) ? `"${path.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"` : path;

/** Symlinks too, in an index of its own: the user's is not touched. */
async function stageFiles(
  platform: Pick<Platform, 'files' | 'random'>,
  repo: GitRepo,
  { prefix }: GitFolder,
  names: readonly string[],
): Promise<[string, GitFile][]> {
  const index = join(repo.gitFolder, `baton-index-${createRandomHex(platform.random, 8)}`);
  const env = { GIT_INDEX_FILE: index };
  try {
    const input = names.map((name) => `${prefix}/${name}\0`).join('');
    await repo.run(['update-index', '--add', '-z', '--stdin'], { env, input, cwd: repo.top ?? '' });
    const { stdout } = await repo.run(['ls-files', '--stage', '-z', '--full-name'], { env });
    const rows = stdout.toString().split('\0').slice(0, -1);
    return rows.map((row) => {
      const [head = '', path = ''] = row.split('\t', 2);
      const [mode = '', id = ''] = head.split(' ');
      return [path.slice(prefix.length + 1), { mode, id }];
    });
  } finally {
    await platform.files.remove(index);
    await platform.files.remove(`${index}.lock`);
  }
}

/** The id of a tree that is HEAD's but for the folder, which holds these files. */
export async function writeTree(
  repo: GitRepo,
  { around, prefix }: GitFolder,
  files: ReadonlyMap<string, GitFile>,
): Promise<string> {
  const trees = planTrees(around, prefix.split('/'), files);
  // A partial clone does not have every object that a tree names.
  const { stdout } = await repo.run(['mktree', '-z', '--batch', '--missing'], { input: renderTrees(trees) });
  const written = stdout.toString().trim().split('\n');
  const root = trees.at(-1)?.id ?? '';
  if (written.length === trees.length && written.at(-1) === root) return root;
  throw new BatonError('GIT_FAILED', 'git mktree wrote other trees than were planned', { root, written });
}

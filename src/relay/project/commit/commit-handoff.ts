import { join } from 'node:path';
import { isBatonError } from '../../../kernel/errors/index.ts';
import { planTrees, SUBMODULE_MODE, type GitFile } from '../../../kernel/git-tree.ts';
import { createRandomHex } from '../../../kernel/ids.ts';
import type { GitRepo, Platform } from '../../../kernel/ports/index.ts';
import { listFolderFiles } from '../folder/folder-files.ts';
import { isStillAt, type CommitOrder, type PlanBase } from '../folder/pending-plan.ts';
import { readGitSnapshot, type FolderSnapshot, type GitFolder } from '../git/read-git.ts';
import { findTagFault, isGitFault } from './session-tag.ts';

export type CommitResult =
  | Made
  /** There is nothing to commit to. */
  | { readonly kind: 'none'; readonly why: string }
  /** Git could not, or must not. */
  | { readonly kind: 'failed'; readonly why: string };

interface Made {
  /** `unchanged`: HEAD holds these very files already. */
  readonly kind: 'committed' | 'unchanged';
  readonly commit: string;
  /** Why the tag that was asked for is not there. */
  readonly untagged?: string;
}

export interface CommitGround {
  /** What an order of the past was given for: the commit is made only if HEAD is still there. */
  readonly base?: PlanBase | undefined;
  /** What git was found to know; without it git is asked. */
  readonly git?: FolderSnapshot | undefined;
}

/** Others may commit at the same moment; each try begins from their commit. */
const MAX_TRIES = 5;

/**
 * One commit of the handoff folder on top of HEAD, made of trees alone: what the user has staged, the files in the work
 * tree, a merge in progress and hooks are not touched. Doing it again makes no second commit.
 */
export async function commitHandoff(
  platform: Pick<Platform, 'files' | 'project' | 'random' | 'remark'>,
  folder: string,
  order: CommitOrder,
  { base, git }: CommitGround = {},
): Promise<CommitResult> {
  const repo = await platform.project.findRepo();
  if (repo === undefined) return { kind: 'none', why: 'not in a git repository' };
  for (let tries = 1; ; tries += 1) {
    const known = tries === 1 && git !== undefined ? git : await readGitSnapshot(platform, folder, { index: true });
    if (known.folder === undefined) return { kind: 'none', why: 'a bare repository has no work tree to commit' };
    const { isIgnored, prefix } = known.folder;
    if (isIgnored) return { kind: 'none', why: `${prefix} is ignored by git` };
    try {
      return await commitOnce(platform, repo, { folder, head: known.head, git: known.folder, order, base });
    } catch (error) {
      if (tries === MAX_TRIES || !isBatonError(error, 'GIT_FAILED') || !/update-ref/.test(error.message)) throw error;
    }
  }
}

interface Attempt {
  readonly folder: string;
  readonly head: string | undefined;
  readonly git: GitFolder;
  readonly order: CommitOrder;
  readonly base: PlanBase | undefined;
}

async function commitOnce(
  platform: Pick<Platform, 'files' | 'random' | 'remark'>,
  repo: GitRepo,
  attempt: Attempt,
): Promise<Exclude<CommitResult, { kind: 'none' }>> {
  const { folder, git, order } = attempt;
  const unreadable = [...git.files.keys()].find((name) => name.includes('\uFFFD'));
  if (unreadable !== undefined) return { kind: 'failed', why: `the name of ${unreadable} is not UTF-8` };
  const files = await storeFiles(platform, repo, folder, git);
  const result = await makeCommit(repo, attempt, files);
  if (result.kind === 'failed') return result;
  // Also if HEAD has the files already: the process that committed them may have died before this.
  await alignIndex(platform, repo, git, files);
  const untagged = order.tag === undefined ? undefined : await findTagFault(platform, repo, order, result.commit);
  return untagged === undefined ? result : { ...result, untagged };
}

async function makeCommit(
  repo: GitRepo,
  { head, git, order, base }: Attempt,
  files: ReadonlyMap<string, GitFile>,
): Promise<Exclude<CommitResult, { kind: 'none' }>> {
  if (head !== undefined && isSame(files, git.files)) return { kind: 'unchanged', commit: head };
  if (base !== undefined && !(await isStillAt(repo, base)))
    return { kind: 'failed', why: 'another commit or branch is checked out than the one it was decided on' };
  const commit = await commitTree(repo, await writeTree(repo, git, files), head, order);
  await repo.run(['update-ref', '-m', `baton: ${order.message.split('\n')[0]}`, 'HEAD', commit, head ?? '']);
  return { kind: 'committed', commit };
}

const isSame = (a: ReadonlyMap<string, GitFile>, b: ReadonlyMap<string, GitFile>): boolean =>
  a.size === b.size && [...a].every(([name, { mode, id }]) => b.get(name)?.id === id && b.get(name)?.mode === mode);

async function commitTree(repo: GitRepo, tree: string, head: string | undefined, order: CommitOrder): Promise<string> {
  const args = ['commit-tree', tree, ...(head === undefined ? [] : ['-p', head]), '-m', order.message];
  const ask = async (env: Readonly<Record<string, string>>): Promise<string> =>
    (await repo.run(args, { env })).stdout.toString().trim();
  try {
    return await ask({});
  } catch (error) {
    if (!isBatonError(error, 'GIT_FAILED') || !/identity|tell me who you are|empty ident/i.test(error.message))
      throw error;
    // Git knows nobody here, as on a fresh machine: the agent signs with its own name.
    const [name, email] = [order.agent, 'baton@localhost'];
    return ask({
      GIT_AUTHOR_NAME: name,
      GIT_AUTHOR_EMAIL: email,
      GIT_COMMITTER_NAME: name,
      GIT_COMMITTER_EMAIL: email,
    });
  }
}

/**
 * HEAD has moved under the user's index: without this, the old handoff files would show as staged changes. Only entries
 * below the folder are set. An index that somebody else is writing is left alone; the commit stands either way.
 */
async function alignIndex(
  platform: Pick<Platform, 'remark'>,
  repo: GitRepo,
  { prefix, files, others }: GitFolder,
  wanted: ReadonlyMap<string, GitFile>,
): Promise<void> {
  const gone = [...new Set([...files.keys(), ...others])].filter((name) => !wanted.has(name));
  const zero = '0'.repeat([...wanted.values()][0]?.id.length ?? 40);
  const input = [
    ...gone.map((name) => `0 ${zero}\t${prefix}/${name}\0`),
    ...[...wanted].map(([name, { mode, id }]) => `${mode} ${id}\t${prefix}/${name}\0`),
  ].join('');
  try {
    await repo.run(['update-index', '-z', '--index-info'], { input });
  } catch (error) {
    if (!isGitFault(error)) throw error;
    platform.remark(`the handoff is committed, but git's index could not be brought in line: ${error.message}`);
  }
}

/**
 * The folder as it is on disk, stored as git would store it: filters and line endings count. Git keeps what it ignores
 * out; the lock and half-done steps never go in.
 */
async function storeFiles(
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
async function writeTree(
  repo: GitRepo,
  { around, prefix }: GitFolder,
  files: ReadonlyMap<string, GitFile>,
): Promise<string> {
  const trees = planTrees(around, prefix.split('/'), files);
  await repo.writeTrees(trees);
  return trees.at(-1)?.id ?? '';
}

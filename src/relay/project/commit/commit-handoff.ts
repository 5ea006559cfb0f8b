import { isBatonError } from '../../../kernel/errors/index.ts';
import type { GitFile } from '../../../kernel/git-tree.ts';
import type { GitRepo, Platform } from '../../../kernel/ports/index.ts';
import type { CommitOrder } from '../folder/commit-order.ts';
import { isStillAt, type PlanBase } from '../folder/plan-base.ts';
import type { GitFolder } from '../git/git-folder.ts';
import { readGitSnapshot, type FolderSnapshot } from '../git/read-git.ts';
import { storeFiles, writeTree } from './folder-tree.ts';
import { isGitFault } from './git-fault.ts';
import { findTagFault } from './session-tag.ts';

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

import { join, relative } from 'node:path';
import { isBatonError, type BatonError } from '../../../kernel/errors/index.ts';
import { createRandomHex } from '../../../kernel/ids.ts';
import type { GitRepo, Platform } from '../../../kernel/ports/index.ts';
import { LOCK_FILE } from '../../../protocols/project/index.ts';
import type { CommitOrder } from './commit-order.ts';
import { listFolderFiles } from '../folder/folder-files.ts';
import { PENDING_FOLDER } from './pending.ts';
import { isStillAt, type PlanBase } from './plan-base.ts';

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

/** Others may commit at the same moment; each try begins from their commit. */
const MAX_TRIES = 5;

/**
 * One commit of the handoff folder on top of HEAD, made in an index of its own: what the user has staged, the files in
 * the work tree, a merge in progress and hooks are not touched. Doing it again makes no second commit. With a base, which
 * an order of the past has, it is made only where HEAD is still the one it was given for.
 */
export async function commitHandoff(
  platform: Pick<Platform, 'files' | 'project' | 'random' | 'remark'>,
  folder: string,
  order: CommitOrder,
  base?: PlanBase,
): Promise<CommitResult> {
  const repo = await platform.project.findRepo();
  if (repo === undefined) return { kind: 'none', why: 'not in a git repository' };
  if (repo.top === undefined) return { kind: 'none', why: 'a bare repository has no work tree to commit' };
  const prefix = toPrefix(repo.top, folder);
  if (await isIgnored(repo, prefix)) return { kind: 'none', why: `${prefix} is ignored by git` };
  for (let tries = 1; ; tries += 1) {
    try {
      const result = await commitOnce(platform, repo, prefix, order, base);
      if (result.kind === 'failed') return result;
      // Also where HEAD has the files already: whoever committed them may have died before this.
      await alignIndex(platform, repo, prefix, result.commit);
      const untagged = order.tag === undefined ? undefined : await findTagFault(platform, repo, order, result.commit);
      return untagged === undefined ? result : { ...result, untagged };
    } catch (error) {
      if (tries === MAX_TRIES || !isBatonError(error, 'GIT_FAILED') || !/update-ref/.test(error.message)) throw error;
    }
  }
}

const toPrefix = (top: string, folder: string): string => relative(top, folder).split('\\').join('/');

async function isIgnored(repo: GitRepo, prefix: string): Promise<boolean> {
  const { code } = await repo.run(['check-ignore', '--quiet', '--', `${prefix}/MANIFEST.json`], { okCodes: [1] });
  return code === 0;
}

async function commitOnce(
  platform: Pick<Platform, 'files' | 'random'>,
  repo: GitRepo,
  prefix: string,
  order: CommitOrder,
  base: PlanBase | undefined,
): Promise<Exclude<CommitResult, { kind: 'none' }>> {
  const head = await repo.head();
  const tree = await writeTree(platform, repo, prefix, head);
  if (head !== undefined && tree === (await ask(repo, ['rev-parse', `${head}^{tree}`]))) {
    return { kind: 'unchanged', commit: head };
  }
  if (base !== undefined && !(await isStillAt(repo, base))) {
    return { kind: 'failed', why: 'another commit or branch is checked out than the one it was decided on' };
  }
  const commit = await commitTree(repo, tree, head, order);
  await repo.run(['update-ref', '-m', `baton: ${order.message.split('\n')[0]}`, 'HEAD', commit, head ?? '']);
  return { kind: 'committed', commit };
}

/** HEAD's tree with the folder as it is on disk, but for what git ignores; the lock and half-done steps never go in. */
async function writeTree(
  platform: Pick<Platform, 'files' | 'random'>,
  repo: GitRepo,
  prefix: string,
  head: string | undefined,
): Promise<string> {
  const index = join(repo.gitFolder, `baton-index-${createRandomHex(platform.random, 8)}`);
  const env = { GIT_INDEX_FILE: index };
  try {
    await repo.run(['read-tree', head ?? '--empty'], { env });
    // What is in git already, whether changed or gone; then what is new.
    const places = [`:(top,literal)${prefix}`, `:(top,exclude,literal)${prefix}/${PENDING_FOLDER}`];
    await repo.run(['add', '--update', '--', ...places], { env });
    const names = await listFolderFiles(platform, repo, join(repo.top ?? '', prefix));
    const input = names.map((name) => `${prefix}/${name}\0`).join('');
    await repo.run(['update-index', '--add', '--replace', '-z', '--stdin'], { env, input, cwd: repo.top ?? '' });
    await repo.run(['update-index', '--force-remove', '--', `${prefix}/${LOCK_FILE}`], { env });
    return await ask(repo, ['write-tree'], env);
  } finally {
    await platform.files.remove(index);
    await platform.files.remove(`${index}.lock`);
  }
}

async function ask(
  repo: GitRepo,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  return (await repo.run(args, { env })).stdout.toString().trim();
}

async function commitTree(repo: GitRepo, tree: string, head: string | undefined, order: CommitOrder): Promise<string> {
  const args = ['commit-tree', tree, ...(head === undefined ? [] : ['-p', head]), '-m', order.message];
  try {
    return await ask(repo, args);
  } catch (error) {
    if (!isBatonError(error, 'GIT_FAILED') || !/identity|tell me who you are|empty ident/i.test(error.message))
      throw error;
    // Git knows nobody here, as on a fresh machine: the agent signs with its own name.
    const [name, email] = [order.agent, 'baton@localhost'];
    const env = {
      GIT_AUTHOR_NAME: name,
      GIT_AUTHOR_EMAIL: email,
      GIT_COMMITTER_NAME: name,
      GIT_COMMITTER_EMAIL: email,
    };
    return ask(repo, args, env);
  }
}

/**
 * HEAD has moved under the user's index: without this, the old handoff files would show as staged changes. Only entries
 * below the folder are set. An index that somebody else is writing is left alone; the commit stands either way.
 */
async function alignIndex(
  platform: Pick<Platform, 'remark'>,
  repo: GitRepo,
  prefix: string,
  commit: string,
): Promise<void> {
  try {
    const input = await planIndex(repo, prefix, commit);
    await repo.run(['update-index', '-z', '--index-info'], { input });
  } catch (error) {
    if (!isGitFault(error)) throw error;
    platform.remark(`the handoff is committed, but git's index could not be brought in line: ${error.message}`);
  }
}

async function planIndex(repo: GitRepo, prefix: string, commit: string): Promise<string> {
  const wanted = await listEntries(repo, ['ls-tree', '-r', '-z', '--full-tree', commit, '--', prefix]);
  const where = `:(top,literal)${prefix}`;
  const present = await listEntries(repo, ['ls-files', '--stage', '-z', '--full-name', '--', where]);
  const names = new Set(wanted.map(({ path }) => path));
  const gone = present.filter(({ path }) => !names.has(path));
  const zero = '0'.repeat(commit.length);
  return [
    ...gone.map(({ path }) => `0 ${zero}\t${path}\0`),
    ...wanted.map(({ mode, object, path }) => `${mode} ${object}\t${path}\0`),
  ].join('');
}

interface TreeEntry {
  readonly mode: string;
  readonly object: string;
  readonly path: string;
}

/** `100644 blob OBJECT\tPATH` of ls-tree, `100644 OBJECT 0\tPATH` of ls-files. */
async function listEntries(repo: GitRepo, args: readonly string[]): Promise<TreeEntry[]> {
  const { stdout } = await repo.run(args);
  return stdout
    .toString()
    .split('\0')
    .flatMap((row) => {
      const [head = '', path] = row.split('\t');
      const [mode = '', second = '', third = ''] = head.split(' ');
      return path === undefined ? [] : [{ mode, object: args[0] === 'ls-tree' ? third : second, path }];
    });
}

/** The commit stands without its tag, so one that git refuses is only a remark. */
async function findTagFault(
  platform: Pick<Platform, 'remark'>,
  repo: GitRepo,
  { tag = '', message }: CommitOrder,
  commit: string,
): Promise<string | undefined> {
  try {
    const { code } = await repo.run(['rev-parse', '--verify', '--quiet', `refs/tags/${tag}`], { okCodes: [1] });
    if (code !== 0) await createTag(repo, tag, message, commit);
    return undefined;
  } catch (error) {
    if (!isGitFault(error)) throw error;
    platform.remark(`the handoff is committed, but not tagged: ${error.message}`);
    return error.message;
  }
}

export const isGitFault = (error: unknown): error is BatonError => isBatonError(error) && error.code.startsWith('GIT_');

export async function createTag(repo: GitRepo, tag: string, message: string, commit: string): Promise<void> {
  const identity = { GIT_COMMITTER_NAME: 'baton', GIT_COMMITTER_EMAIL: 'baton@localhost' };
  const args = ['tag', '--annotate', '-m', message, tag, commit];
  try {
    await repo.run(args);
  } catch (error) {
    if (!isBatonError(error, 'GIT_FAILED') || !/identity|tell me who you are/i.test(error.message)) throw error;
    await repo.run(args, { env: identity });
  }
}

export async function nextTagName(repo: GitRepo): Promise<string> {
  const { stdout } = await repo.run(['tag', '--list', 'aahp/session-*']);
  const numbers = stdout
    .toString()
    .split('\n')
    .flatMap((name) => /^aahp\/session-(\d{1,9})$/.exec(name)?.[1] ?? []);
  return `aahp/session-${Math.max(0, ...numbers.map(Number)) + 1}`;
}

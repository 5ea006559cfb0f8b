import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import type { Git, GitObject, GitObjectName, GitRepo, GitResult, GitRunOptions } from '../../kernel/ports/index.ts';
import { renderTrees, type PlannedTree } from '../../kernel/git-tree.ts';
import { callGit, type GitCall } from './call-git.ts';
import {
  hasOwnPlaces,
  locateRepo,
  mayDefineFilters,
  planGitEnvironment,
  readHead,
  type RepoPlace,
} from './locate-repo.ts';
import { hasPlainObjects, ObjectFiles } from './object-files.ts';

export interface GitOptions {
  readonly command?: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Where this process runs: inherited variables with relative paths are meant from here. */
  readonly cwd?: string;
}

/** Git as a program, with the two questions asked most (which repository, which commit) answered from its files. */
export function createGit(options: GitOptions = {}): Git {
  const { command = 'git', environment = process.env, cwd = process.cwd() } = options;

  async function askForPlace(folder: string): Promise<RepoPlace | undefined> {
    const ask = async (...args: string[]): Promise<string[]> => {
      const env = planGitEnvironment(environment, cwd);
      const { stdout } = await callGit({ command, args: ['rev-parse', ...args], cwd: folder, environment: env });
      return stdout.toString().replace(/\n$/, '').split('\n');
    };
    try {
      const [gitFolder = '', common = '', inside] = await ask(
        '--absolute-git-dir',
        '--git-common-dir',
        '--is-inside-work-tree',
      );
      const [top] = inside === 'true' ? await ask('--show-toplevel') : [];
      const real = (path: string): string => realpathSync(resolve(folder, path));
      return { top: top && real(top), gitFolder: real(gitFolder), commonFolder: real(common) };
    } catch (error) {
      // Other words follow where a `.git` is there but leads nowhere: that is a fault to be shown.
      if (isBatonError(error, 'GIT_NOT_A_REPO') && /\(or any|safe\.bareRepository/.test(error.message))
        return undefined;
      throw error;
    }
  }

  async function findRepo(folder: string): Promise<GitRepo | undefined> {
    const start = realFolder(folder);
    const located = locateRepo(start);
    if (located === undefined) return undefined;
    const isPlain = located.place !== undefined && environment['GIT_CEILING_DIRECTORIES'] === undefined;
    const place = isPlain ? located.place : await askForPlace(start);
    if (place === undefined || !holds(place, start)) return undefined;
    const env = planGitEnvironment(environment, cwd, { gitFolder: place.gitFolder, at: located.at });
    const ask = { command, cwd: place.top ?? place.gitFolder, environment: env };
    const filters = mayDefineFilters(place.commonFolder) ? await readFilterNames(ask) : [];
    const run: Run = (args, more = {}) => callGit({ ...ask, ...more, args, filters });
    return createRepo(place, run, isPlain && hasOwnPlaces(env));
  }

  return { findRepo };
}

/** Filters that the repository's own configuration defines, as git reads it; its user's own are not among them. */
async function readFilterNames(ask: Pick<GitCall, 'command' | 'cwd' | 'environment'>): Promise<readonly string[]> {
  const args = ['config', '--show-scope', '--includes', '--name-only', '-z', '--get-regexp', '^filter\\.'];
  const { stdout } = await callGit({ ...ask, args, okCodes: [1] });
  const parts = stdout.toString().split('\0');
  const keys = parts.filter((_, at) => at % 2 === 1 && ['local', 'worktree'].includes(parts[at - 1] ?? ''));
  return [...new Set(keys.map((key) => key.slice('filter.'.length, key.lastIndexOf('.'))))];
}

type Run = (args: readonly string[], options?: GitRunOptions) => Promise<GitResult>;

function createRepo(place: RepoPlace, run: Run, isUsual: boolean): GitRepo {
  async function head(): Promise<string | undefined> {
    const known = readHead(place);
    if (known !== undefined) return known.commit;
    const { code, stdout } = await run(['rev-parse', '--verify', '--quiet', 'HEAD'], { okCodes: [1] });
    return code === 0 ? stdout.toString().trim() : undefined;
  }

  async function branch(): Promise<string | undefined> {
    const known = readHead(place);
    if (known !== undefined) return known.kind === 'branch' ? known.branch : undefined;
    const { stdout } = await run(['symbolic-ref', '--quiet', 'HEAD'], { okCodes: [1] });
    return /^refs\/heads\/(.+)\n$/.exec(stdout.toString())?.[1];
  }

  const { readAll, writeTrees } = openObjects(place, run, isUsual);

  const showAll = async (wanted: readonly GitObjectName[]): Promise<(Buffer | undefined)[]> =>
    (await readAll(wanted)).map((found) => (found?.type === 'blob' ? found.bytes : undefined));

  const show = async (revision: string, path: string): Promise<Buffer | undefined> =>
    (await showAll([{ revision, path }]))[0];

  return { ...place, run, head, branch, show, showAll, readAll, writeTrees };
}

/** From files as far as they go, and from git. */
function openObjects(place: RepoPlace, run: Run, isUsual: boolean): Pick<GitRepo, 'readAll' | 'writeTrees'> {
  const findObjects = once(() => (isUsual && hasPlainObjects(place) ? new ObjectFiles(place) : undefined));

  async function readAll(wanted: readonly GitObjectName[]): Promise<(GitObject | undefined)[]> {
    const found = findObjects()?.find(wanted) ?? [];
    const open = wanted.filter((_, index) => found[index] === undefined);
    const asked = open.length === 0 ? [] : await askForAll(open);
    return wanted.map((_, index) => {
      const answer = found[index];
      return answer === undefined ? asked.shift() : answer === 'absent' ? undefined : answer;
    });
  }

  async function askForAll(wanted: readonly GitObjectName[]): Promise<(GitObject | undefined)[]> {
    const { args, input, names } = planBatch(wanted);
    return parseBatch((await run(args, { input })).stdout, names);
  }

  async function writeTrees(trees: readonly PlannedTree[]): Promise<void> {
    if (findObjects()?.write(trees) === true) return;
    // A partial clone does not have every object that a tree names.
    const { stdout } = await run(['mktree', '-z', '--batch', '--missing'], { input: renderTrees(trees) });
    const written = stdout.toString().trim().split('\n');
    if (written.length === trees.length && written.every((id, index) => id === trees[index]?.id)) return;
    throw new BatonError('GIT_FAILED', 'git mktree wrote other trees than were planned', { written });
  }

  return { readAll, writeTrees };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** A configuration can name any folder as work tree: one that does not hold the folder asked about is not its own. */
function holds({ top }: RepoPlace, folder: string): boolean {
  if (top === undefined) return true;
  const way = relative(top, folder);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (cause) {
    throw new BatonError('FILE_NOT_FOUND', `there is no folder ${folder}`, { path: folder }, cause);
  }
}

/** What to ask `git cat-file --batch`, and how: one name per line, or NUL between them if a name holds a line break. */
interface BatchRequest {
  readonly args: readonly string[];
  readonly input: string;
  readonly names: readonly string[];
}

function planBatch(wanted: readonly GitObjectName[]): BatchRequest {
  const names = wanted.map(({ revision, path }) => {
    if (path === undefined) return revision;
    return revision === ':' ? `:0:${path}` : `${revision}:${path}`;
  });
  const broken = names.find((name) => name.includes('\0'));
  if (broken !== undefined) {
    throw new BatonError('INPUT_INVALID', `no revision or path can contain a NUL character`, { name: broken });
  }
  // `-z` needs git 2.38, so it is left to the names that cannot do without.
  const withNul = names.some((name) => name.includes('\n'));
  const end = withNul ? '\0' : '\n';
  return {
    args: ['cat-file', '--batch', ...(withNul ? ['-z'] : [])],
    input: names.map((name) => name + end).join(''),
    names,
  };
}

/** The answers in order; undefined for what is not there, or is a submodule. */
function parseBatch(output: Buffer, names: readonly string[]): (GitObject | undefined)[] {
  let at = 0;
  return names.map((name) => {
    const missing = Buffer.from(`${name} missing\n`);
    if (output.subarray(at, at + missing.length).equals(missing)) {
      at += missing.length;
      return undefined;
    }
    const headerEnd = output.indexOf('\n', at);
    const header = output.toString('utf8', at, headerEnd === -1 ? output.length : headerEnd);
    const [, type, size] = /^[0-9a-f]{40,64} ([a-z]+) (\d+)$/.exec(header) ?? [];
    if (headerEnd === -1 || (size === undefined && !/ (ambiguous|submodule)$/.test(header))) {
      throw new BatonError('GIT_FAILED', `git cat-file gave an unexpected answer: ${header.slice(0, 200)}`, {
        name,
      });
    }
    const start = headerEnd + 1;
    const end = start + Number(size ?? 0);
    at = size === undefined ? start : end + 1;
    return type === undefined ? undefined : { type, bytes: output.subarray(start, end) };
  });
}

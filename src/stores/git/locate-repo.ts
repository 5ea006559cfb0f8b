import { lstatSync, readFileSync, realpathSync, statSync, type Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { GitRepo } from '../../kernel/ports/index.ts';

export type RepoPlace = Pick<GitRepo, 'top' | 'gitFolder' | 'commonFolder'>;

interface LocatedRepo {
  /** The folder in which the repository shows: the one with `.git` in it, or a bare repository itself. */
  readonly at: string;
  /** Undefined if git must be asked. */
  readonly place: RepoPlace | undefined;
}

/**
 * The repository around a real path, found without starting git: 0.05 ms instead of 4. Only the two plain layouts
 * are settled here, a `.git` folder and a linked work tree. Git must be asked about submodules,
 * foreign owners (it decides whether they are safe) and whatever the configuration may bend.
 */
export function locateRepo(folder: string): LocatedRepo | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const sign = findSign(at);
    if (sign !== undefined) return { at, place: settle(at, sign, folder) };
    if (at === dirname(at)) return undefined;
  }
}

type Sign = 'folder' | 'file' | 'other';

function findSign(at: string): Sign | undefined {
  try {
    const entry = statEntry(join(at, '.git'));
    if (entry?.isFile() === true) return 'file';
    // Git passes over a `.git` folder that holds no repository.
    if (entry?.isDirectory() === true && isGitFolder(join(at, '.git'))) return 'folder';
    // A folder that looks like a bare repository may be any folder of a clone, such as a data dir: it is never one.
    return entry?.isSymbolicLink() === true ? 'other' : undefined;
  } catch {
    // No permission, or gone meanwhile: git has words for each case.
    return 'other';
  }
}

function settle(at: string, sign: Sign, folder: string): RepoPlace | undefined {
  try {
    // Git does not look beyond a mount point by itself, but the user may have told it to.
    if (sign === 'other' || statSync(at).dev !== statSync(folder).dev) return undefined;
    const gitFolder = sign === 'folder' ? join(at, '.git') : readGitFile(at);
    const commonFolder = sign === 'folder' ? gitFolder : readCommonFolder(gitFolder);
    return isPlain(commonFolder) && isOurs(at) && isOurs(gitFolder) ? { top: at, gitFolder, commonFolder } : undefined;
  } catch {
    return undefined;
  }
}

function readGitFile(at: string): string {
  return realpathSync(resolve(at, readFileSync(join(at, '.git'), 'utf8').replace(/^gitdir: |\n+$/g, '')));
}

/** Fails for a submodule, which has no such file. */
function readCommonFolder(gitFolder: string): string {
  return realpathSync(resolve(gitFolder, readFileSync(join(gitFolder, 'commondir'), 'utf8').replace(/\n+$/, '')));
}

/** These settings can move the work tree, or take it away; included files can hold them too. */
function isPlain(commonFolder: string): boolean {
  const config = readFileSync(join(commonFolder, 'config'), 'utf8').replace(/^\s*bare = false$/gm, '');
  return !/\bbare\b|worktree|\[\s*include/i.test(config);
}

const isOurs = (path: string): boolean => process.geteuid === undefined || statSync(path).uid === process.geteuid();

function isGitFolder(path: string): boolean {
  const statOf = (name: string): Stats | undefined => statSync(join(path, name), { throwIfNoEntry: false });
  const isFolder = (name: string): boolean => statOf(name)?.isDirectory() ?? false;
  // A pipe in place of a file would keep every reader waiting, git too.
  const isReadable = (name: string): boolean => statOf(name)?.isFile() ?? true;
  const isThere = statEntry(join(path, 'HEAD')) !== undefined && isFolder('objects') && isFolder('refs');
  return isThere && isReadable('HEAD') && isReadable('config');
}

const statEntry = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

/** Whether git has to be asked for them: names can be written in several ways, and come from files that are included. */
export function mayDefineFilters(commonFolder: string): boolean {
  try {
    return /filter|include|worktreeconfig/i.test(readFileSync(join(commonFolder, 'config'), 'utf8'));
  } catch {
    return false;
  }
}

export type Head =
  | { readonly kind: 'branch'; readonly branch: string; readonly commit: string }
  | { readonly kind: 'detached'; readonly commit: string };

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * HEAD without starting git: 0.03 ms instead of 4. Undefined wherever the files are not the plain case, or a branch
 * has no commit yet: then git must be asked. Holds for SHA-1 and SHA-256 repositories; a reftable one never looks plain.
 */
export function readHead(place: RepoPlace): Head | undefined {
  const text = readPlainFile(join(place.gitFolder, 'HEAD'));
  if (text === undefined || COMMIT.test(text))
    return text === undefined ? undefined : { kind: 'detached', commit: text };
  const [, ref = '', branch = ''] = /^ref: (refs\/heads\/([^\s\p{Cc}~^:?*[\\]+))$/u.exec(text) ?? [];
  if (branch === '' || branch.includes('..') || branch.startsWith('.')) return undefined;
  // Packing writes the packed file before it removes the loose one, so in this order no branch can slip through.
  const commit = readPlainFile(join(place.commonFolder, ref)) ?? findPacked(place.commonFolder, ref);
  return commit !== undefined && COMMIT.test(commit) ? { kind: 'branch', branch, commit } : undefined;
}

function findPacked(commonFolder: string, ref: string): string | undefined {
  const text = readPlainFile(join(commonFolder, 'packed-refs'));
  if (text === undefined) return undefined;
  const end = `${text}\n`.indexOf(` ${ref}\n`);
  return end === -1 ? undefined : text.slice(text.lastIndexOf('\n', end) + 1, end);
}

/** Undefined for anything but a readable regular file. In old repositories HEAD may be a link to the branch. */
function readPlainFile(path: string): string | undefined {
  try {
    return lstatSync(path).isFile() ? readFileSync(path, 'utf8').trimEnd() : undefined;
  } catch {
    return undefined;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Never a question, never another language, never a lock for the sake of speed. */
const FIXED: Environment = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GIT_EDITOR: ':',
  GIT_OPTIONAL_LOCKS: '0',
  // Nothing Baton asks needs another machine; a partial clone must not fetch from where its configuration says.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  LC_ALL: 'C',
  LANGUAGE: undefined,
};

/** These change what a command prints, or which paths it means; a user's taste for the terminal must not. */
const TASTE: readonly string[] = [
  'GIT_EXTERNAL_DIFF',
  'GIT_DIFF_OPTS',
  'GIT_LITERAL_PATHSPECS',
  'GIT_GLOB_PATHSPECS',
  'GIT_NOGLOB_PATHSPECS',
  'GIT_ICASE_PATHSPECS',
];

/** Where a repository is. Dropped: the folder Baton was asked about decides, also inside a hook of another one. */
const PLACES: readonly string[] = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_PREFIX',
  'GIT_INTERNAL_SUPER_PREFIX',
];

/** Parts of one repository that replace its usual ones while a hook runs. */
const SUBSTITUTES: readonly string[] = [
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_SHALLOW_FILE',
  'GIT_GRAFT_FILE',
];

/** No hook told git to take its index or objects from elsewhere, and no user which objects stand for others. */
export const hasOwnPlaces = (environment: Environment): boolean =>
  [...SUBSTITUTES, 'GIT_REPLACE_REF_BASE'].every((name) => environment[name] === undefined);

/** The repository git is called for, and the folder in which it shows. */
interface Target {
  readonly gitFolder: string;
  readonly at: string;
}

/** The environment for git: the inherited one with names changed, or set to undefined, which removes them. */
export function planGitEnvironment(inherited: Environment, cwd: string, target?: Target): Environment {
  const dropped = Object.fromEntries([...TASTE, ...PLACES, ...SUBSTITUTES].map((name) => [name, undefined]));
  const kept = target !== undefined && isHookOf(target, inherited, cwd) ? absoluteStandIns(inherited, cwd) : {};
  return { ...inherited, ...dropped, ...kept, ...FIXED };
}

/**
 * A hook of `git commit -a` finds in GIT_INDEX_FILE the index that is about to be committed; without it Baton would
 * look at the old one. But it speaks of the repository the hook runs in, and is nonsense for any other.
 */
function isHookOf(target: Target, inherited: Environment, cwd: string): boolean {
  if (SUBSTITUTES.every((name) => inherited[name] === undefined)) return false;
  try {
    const named = inherited['GIT_DIR'];
    if (named !== undefined) return realpathSync(resolve(cwd, named)) === target.gitFolder;
    return locateRepo(realpathSync(cwd))?.at === target.at;
  } catch {
    return false;
  }
}

/** Git is started in the top folder of the repository, which need not be where a relative path was meant. */
function absoluteStandIns(inherited: Environment, cwd: string): Environment {
  const absolute = (name: string, value: string): string =>
    name === 'GIT_ALTERNATE_OBJECT_DIRECTORIES' ? value : resolve(cwd, value);
  return Object.fromEntries(
    SUBSTITUTES.flatMap((name) => {
      const value = inherited[name];
      return value === undefined ? [] : [[name, absolute(name, value)]];
    }),
  );
}

import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { locateRepo } from './locate-repo.ts';

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

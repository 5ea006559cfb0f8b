import { BatonError } from '../../../kernel/errors/index.ts';
import type { GitRepo } from '../../../kernel/ports/index.ts';
import { MANIFEST_FILE } from '../../../protocols/project/index.ts';
import type { Handoff } from '../folder/read-handoff.ts';
import { folderIn } from '../git/read-git.ts';

/** Whether code changed, and which of the two files that have to change with it did not. */
type Drift =
  | { readonly kind: 'skipped'; readonly why: string }
  | {
      readonly kind: 'compared';
      /** Changed paths outside the handoff folder. */
      readonly code: readonly string[];
      readonly missing: readonly string[];
      /** What the change was compared with; undefined if it is what is staged. */
      readonly base: string | undefined;
    };

interface DriftHints extends BaseHints {
  /** Without anything to compare with, everything in the first commit or the first index counts as changed. */
  readonly countFirst?: boolean;
}

export async function findDrift(
  repo: GitRepo | undefined,
  { folder }: { readonly folder: string },
  level: 'precommit' | 'prepush' | 'ci',
  hints: DriftHints,
): Promise<Drift> {
  if (repo?.top === undefined) return { kind: 'skipped', why: 'not in a git work tree' };
  const base = level === 'precommit' ? undefined : await findDriftBase(repo, level, hints);
  if (base?.kind === 'unknown' && hints.countFirst !== true) return { kind: 'skipped', why: base.why };
  const staged = (await repo.head()) === undefined && hints.countFirst !== true ? [] : await listPaths(repo, STAGED);
  const changed = new Set([...staged, ...(await listCommitted(repo, base))]);
  const path = folderIn(repo, folder);
  return {
    kind: 'compared',
    code: [...changed].filter((name) => !name.startsWith(`${path}/`)),
    missing: ['STATUS.md', MANIFEST_FILE].filter((name) => !changed.has(`${path}/${name}`)),
    base: base === undefined ? undefined : base.kind === 'commit' ? base.name : 'nothing before it',
  };
}

const DIFF = ['diff', '--name-only', '-z', '--no-renames'];
const STAGED = [...DIFF, '--cached', '--'];

async function listCommitted(
  repo: GitRepo,
  base: Awaited<ReturnType<typeof findDriftBase>> | undefined,
): Promise<string[]> {
  if (base === undefined || (await repo.head()) === undefined) return [];
  return base.kind === 'commit'
    ? listPaths(repo, [...DIFF, base.commit, 'HEAD', '--'])
    : listPaths(repo, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', 'HEAD']);
}

async function listPaths(repo: GitRepo, args: readonly string[]): Promise<string[]> {
  const { stdout } = await repo.run(args);
  return stdout
    .toString()
    .split('\0')
    .filter((name) => name !== '');
}

/** What a change is compared with. */
type DriftBase =
  | { readonly kind: 'commit'; readonly name: string; readonly commit: string }
  /** Nothing to compare with is known: that is said, and never passed off as a comparison. */
  | { readonly kind: 'unknown'; readonly why: string };

export interface BaseHints {
  /** Named by the caller: it has to exist. */
  readonly base?: string | undefined;
  /** From the environment of a pipeline, the surest first. */
  readonly candidates?: readonly string[] | undefined;
}

const MAIN_LINES = ['origin/HEAD', 'origin/main', 'origin/master'];

/** The base of the change: named, known to the pipeline, where the push goes, or where the branch left the main line. */
async function findDriftBase(repo: GitRepo, level: 'prepush' | 'ci', hints: BaseHints): Promise<DriftBase> {
  const head = await repo.head();
  if (head === undefined) return { kind: 'unknown', why: 'there is no commit yet' };
  if (hints.base !== undefined) {
    const commit = await resolve(repo, hints.base);
    if (commit === undefined)
      throw new BatonError('INPUT_INVALID', `git knows no commit ${hints.base.slice(0, 60)}`, { base: hints.base });
    return { kind: 'commit', name: hints.base, commit };
  }
  const names = [...(hints.candidates ?? []), ...(level === 'prepush' ? ['@{upstream}'] : []), ...MAIN_LINES];
  for (const name of names) {
    const tip = await resolve(repo, name);
    if (tip === undefined) continue;
    const base = await mergeBase(repo, tip);
    if (base === undefined)
      return { kind: 'unknown', why: `this clone holds no commit in common with ${name}: fetch more history` };
    // Compared with itself nothing ever differs: on the main line the last commit is what is judged.
    if (base !== head) return { kind: 'commit', name, commit: base };
  }
  const before = await resolve(repo, 'HEAD~1');
  return before === undefined
    ? {
        kind: 'unknown',
        why: 'the commit before this one is not in this clone: fetch more history, or name a base with --base',
      }
    : { kind: 'commit', name: 'HEAD~1', commit: before };
}

async function resolve(repo: GitRepo, name: string): Promise<string | undefined> {
  const { code, stdout } = await repo.run(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`],
    { okCodes: [1, 128] },
  );
  return code === 0 ? stdout.toString().trim() : undefined;
}

/** Undefined in a shallow clone, or for a branch that began on its own. */
async function mergeBase(repo: GitRepo, tip: string): Promise<string | undefined> {
  const { code, stdout } = await repo.run(['merge-base', tip, 'HEAD'], { okCodes: [1, 128] });
  return code === 0 ? stdout.toString().trim() : undefined;
}

interface CommitPointer {
  readonly kind: 'unknown' | 'in-history' | 'elsewhere';
  readonly commit: string;
}

/** Whether the commit that a manifest names is one of this history. */
export async function findCommitPointer(repo: GitRepo | undefined, commit = ''): Promise<CommitPointer> {
  if (repo === undefined || !/^[0-9a-f]{7,64}$/.test(commit)) return { kind: 'unknown', commit };
  const { code } = await repo.run(['merge-base', '--is-ancestor', commit, 'HEAD'], { okCodes: [1, 128] });
  return { kind: code === 0 ? 'in-history' : 'elsewhere', commit };
}

/** Handoff files that differ from what is about to be committed. */
export async function describeUnstaged(repo: GitRepo | undefined, handoff: Handoff): Promise<string> {
  if (repo === undefined) return '';
  const path = folderIn(repo, handoff.folder);
  const { stdout } = await repo.run(['diff', '--name-only', '-z', '--', `:(top,literal)${path}`]);
  const names = stdout
    .toString()
    .split('\0')
    .filter((name) => name !== '');
  return names.length === 0
    ? ''
    : `; changed but not staged: ${names.map((name) => name.slice(path.length + 1)).join(', ')}`;
}

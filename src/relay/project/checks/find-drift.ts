import type { GitRepo } from '../../../kernel/ports/index.ts';
import { MANIFEST_FILE } from '../../../protocols/project/index.ts';
import { folderIn } from '../git/folder-in.ts';
import { findDriftBase, type BaseHints } from './drift-base.ts';

/** Whether code changed, and which of the two files that have to change with it did not. */
export type Drift =
  | { readonly kind: 'skipped'; readonly why: string }
  | {
      readonly kind: 'compared';
      /** Changed paths outside the handoff folder. */
      readonly code: readonly string[];
      readonly missing: readonly string[];
      /** What the change was compared with; undefined if it is what is staged. */
      readonly base: string | undefined;
    };

export interface DriftHints extends BaseHints {
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

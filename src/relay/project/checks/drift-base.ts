import { BatonError } from '../../../kernel/errors/index.ts';
import type { GitRepo } from '../../../kernel/ports/index.ts';

/** What a change is compared with. */
export type DriftBase =
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
export async function findDriftBase(repo: GitRepo, level: 'prepush' | 'ci', hints: BaseHints): Promise<DriftBase> {
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

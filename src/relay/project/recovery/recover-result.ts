import type { Finding } from '../../../kernel/finding.ts';
import type { CommitResult } from '../commit/commit-handoff.ts';
import type { RecoverySnapshot } from './gather-recovery.ts';

/** What was recovered. */
export interface RecoverResult {
  /**
   * `clean`: there was nothing to recover. `unfinished`: a step was cut short, and the next writing command carries it
   * out; `finished`: it is carried out now.
   */
  readonly state: 'clean' | 'unfinished' | 'finished' | 'interrupted' | 'recovered';
  readonly clean_commit: string | null;
  /** Paths of the copies of what the interrupted session left. */
  readonly kept: readonly string[];
  /** Files that differ from the clean commit. */
  readonly changed: readonly string[];
  readonly session: { readonly agent: string; readonly session_id: string | null; readonly why: string } | null;
  readonly commit: string | null;
  /** Git was asked for the commit and could not make it. */
  readonly commit_failed: boolean;
  /** Why what was recovered is not committed, if it is not. */
  readonly note: string | null;
  /** What the checks before the commit found; one error, and the files are written but not committed. */
  readonly findings: readonly Finding[];
}

/** What there is to recover. */
export function describeFound({ handoff, left, clean, changed }: RecoverySnapshot): RecoverResult {
  const isInterrupted = left !== undefined || changed.size > 0;
  return {
    state: isInterrupted ? 'interrupted' : handoff.pending === undefined ? 'clean' : 'unfinished',
    clean_commit: clean?.commit ?? null,
    kept: [],
    changed: [...changed.keys()],
    session:
      left === undefined ? null : { agent: left.lock.agent, session_id: left.lock.session_id ?? null, why: left.why },
    commit: null,
    commit_failed: false,
    note: null,
    findings: [],
  };
}

export function describeCommit(
  result: CommitResult | undefined,
): Pick<RecoverResult, 'commit' | 'commit_failed' | 'note'> {
  if (result === undefined) return { commit: null, commit_failed: false, note: 'not committed: a check failed' };
  if (result.kind === 'none' || result.kind === 'failed')
    return { commit: null, commit_failed: result.kind === 'failed', note: `not committed: ${result.why}` };
  return { commit: result.commit, commit_failed: false, note: null };
}

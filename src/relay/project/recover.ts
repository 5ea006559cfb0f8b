import type { Finding } from '../../kernel/finding.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { withWriter } from './change/change-handoff.ts';
import type { CommitResult } from './commit/commit-handoff.ts';
import { findPending } from './folder/pending-plan.ts';
import { getFolder, getHandoff } from './folder/read-handoff.ts';
import { shortCommit } from './folder/session.ts';
import { applyRecovery, checkRecovery, draftRecovery } from './recovery/finish-recovery.ts';
import { gatherRecovery, planRecovery, type RecoverySnapshot } from './recovery/plan-recovery.ts';

/** How a session that broke off is recovered. */
export interface RecoverRequest {
  /** `look` changes nothing; `restore` goes back to the clean commit; `salvage` keeps what the session wrote. */
  readonly action: 'look' | 'restore' | 'salvage';
  readonly dryRun?: boolean;
}

/** After a crash: says what is there, and brings the folder back to a complete state without losing a byte. */
export async function recover(
  platform: Pick<
    Platform,
    'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'scanner' | 'tokens'
  >,
  request: RecoverRequest,
): Promise<RecoverResult> {
  const { action } = request;
  if (action === 'look' || request.dryRun === true)
    return describeFound(await gatherRecovery(platform, await getHandoff(platform)));
  const hadPending = (await findPending(platform, await getFolder(platform))) !== undefined;
  return withWriter(platform, 'baton recover', async (handoff) => {
    const snapshot = await gatherRecovery(platform, handoff);
    const found = describeFound(snapshot);
    if (found.state !== 'interrupted')
      return { ...found, state: hadPending ? 'finished' : 'clean', commit: shortCommit(snapshot.git.head) };
    const recovery = planRecovery(snapshot, action);
    const drafted = await draftRecovery(platform, snapshot, recovery);
    const findings = await checkRecovery(platform, snapshot, recovery, drafted);
    const result = await applyRecovery(platform, snapshot, drafted, findings);
    return { ...found, state: 'recovered', kept: drafted.aside.paths, findings, ...describeCommit(result) };
  });
}

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
function describeFound({ handoff, left, clean, changed }: RecoverySnapshot): RecoverResult {
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

function describeCommit(result: CommitResult | undefined): Pick<RecoverResult, 'commit' | 'commit_failed' | 'note'> {
  if (result === undefined) return { commit: null, commit_failed: false, note: 'not committed: a check failed' };
  if (result.kind === 'none' || result.kind === 'failed')
    return { commit: null, commit_failed: result.kind === 'failed', note: `not committed: ${result.why}` };
  return { commit: result.commit, commit_failed: false, note: null };
}

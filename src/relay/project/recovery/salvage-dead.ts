import type { Platform } from '../../../kernel/ports/index.ts';
import { sortFindings } from '../checks/standing.ts';
import { isOwnLock } from '../folder/believe-lock.ts';
import { getHandoff, type Handoff } from '../folder/read-handoff.ts';
import { isHolder, isSessionAlive, readLockState, type SessionRequest } from '../folder/session.ts';
import { findGitOperation } from '../git/git-operation.ts';
import { draftRecovery } from './draft-recovery.ts';
import { applyRecovery, checkRecovery } from './finish-recovery.ts';
import { gatherRecovery } from './gather-recovery.ts';
import { planRecovery } from './plan-recovery.ts';

type Outside = Pick<
  Platform,
  'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'remark' | 'scanner' | 'tokens'
>;

/**
 * For calls with nobody to ask: does what `baton recover --salvage` does for a session whose process has ended on this
 * machine. Returns the folder as it is then. What needs a decision is left for a person: a session that is only silent,
 * a lock this installation did not write, damaged files, words the checks refuse. To be called inside withWriter.
 */
export async function salvageDead(platform: Outside, handoff: Handoff, request: SessionRequest): Promise<Handoff> {
  if (!(await isDead(platform, handoff, request))) return handoff;
  const snapshot = await gatherRecovery(platform, handoff);
  if (snapshot.left === undefined || snapshot.corrupt.size > 0) return handoff;
  const { lock, why } = snapshot.left;
  const recovery = planRecovery(snapshot, 'salvage');
  const drafted = await draftRecovery(platform, snapshot, recovery);
  const findings = await checkRecovery(platform, snapshot, recovery, drafted);
  const { news } = sortFindings(findings, drafted.texts, lock.standing);
  if (news.some(({ severity }) => severity === 'error')) return handoff;
  // In the middle of a rebase or merge the files are written, and the next handoff commits them.
  const commit = (await findGitOperation(platform)) === undefined;
  await applyRecovery(platform, snapshot, drafted, findings, { commit });
  platform.remark(`baton: the session of ${lock.agent} did not close: ${why}; what it wrote is kept as (Unknown)`);
  return getHandoff(platform);
}

async function isDead(platform: Outside, handoff: Handoff, request: SessionRequest): Promise<boolean> {
  const state = await readLockState(platform, handoff);
  if (state.kind !== 'left' || (await isHolder(platform, state.lock, request))) return false;
  return (await isSessionAlive(platform, state.lock)) === false && (await isOwnLock(platform.project, state.lock));
}

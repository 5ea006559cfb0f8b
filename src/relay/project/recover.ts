import type { Platform } from '../../kernel/ports/index.ts';
import { withWriter } from './change/change-handoff.ts';
import { findPending } from './folder/pending-plan.ts';
import { getFolder, getHandoff } from './folder/read-handoff.ts';
import { shortCommit } from './folder/session.ts';
import { draftRecovery } from './recovery/draft-recovery.ts';
import { applyRecovery, checkRecovery } from './recovery/finish-recovery.ts';
import { gatherRecovery } from './recovery/gather-recovery.ts';
import { planRecovery } from './recovery/plan-recovery.ts';
import { describeCommit, describeFound, type RecoverResult } from './recovery/recover-result.ts';

export type { RecoverResult };

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

import { isBatonError } from '../../kernel/errors/index.ts';
import { close, findGitOperation, findHandoff, isHolder, keepDraft, readLockState } from '../project/index.ts';
import { agentOf, type HookEvent, type HookReply } from './hook-event.ts';
import { recordOwn, type DraftPlatform } from './record-drafts.ts';

/**
 * Records what nobody handed over, and closes what this session left open, if all checks pass; otherwise the lock stays
 * and the next session recovers.
 */
export async function answerSessionEnd(
  platform: DraftPlatform,
  event: Extract<HookEvent, { verb: 'session-end' }>,
): Promise<HookReply> {
  if (platform.project.settings.values.handoff !== 'off') {
    const session = { sessionId: event.sessionId, agent: agentOf(event.host) };
    await recordOwn(platform, await keepDraft(platform, session, undefined), 'over');
  }
  await closeOwn(platform);
  return { kind: 'silent' };
}

async function closeOwn(platform: DraftPlatform): Promise<void> {
  const handoff = await findHandoff(platform);
  const lock = handoff === undefined ? undefined : await readLockState(platform, handoff);
  if (lock === undefined || lock.kind === 'free' || !(await isHolder(platform, lock.lock, {}))) return;
  const operation = await findGitOperation(platform);
  if (operation !== undefined) return platform.remark(`baton: the session stays open for recovery: ${operation}`);
  try {
    const result = await close(platform, { tag: false, commit: true });
    if (!result.closed)
      platform.remark(`baton: the session stays open, ${result.findings.length} findings block it; see baton lint`);
    else if (result.commit_failed) platform.remark(`baton: the session is closed, but ${result.note ?? ''}`);
  } catch (error) {
    if (!isBatonError(error)) throw error;
    platform.remark(`baton: the session stays open for recovery: ${error.message}`);
  }
}

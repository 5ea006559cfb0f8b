import { keepDraft } from '../project/index.ts';
import { agentOf, type HookEvent, type HookReply } from './hook-event.ts';
import { findLockHolder } from './lock-holder.ts';
import { recordOwn, type DraftPlatform } from './record-drafts.ts';
import { takeSnapshot } from './work-in-hand.ts';

/** Keeps what is in hand, then records the work so far: the agent is about to forget what it did. */
export async function answerPreCompact(
  platform: DraftPlatform,
  { sessionId, host }: Extract<HookEvent, { verb: 'pre-compact' }>,
): Promise<HookReply> {
  await takeSnapshot(platform, sessionId);
  if (platform.project.settings.values.handoff === 'off') return { kind: 'silent' };
  const draft = await keepDraft(platform, { sessionId, agent: agentOf(host) }, undefined);
  // Gemini CLI asks before every request whether to compress: that is no end of anything.
  if (host === 'gemini') return { kind: 'silent' };
  // A session that the agent opened itself goes on: to record is to close it.
  if ((await findLockHolder(platform)) !== 'own') await recordOwn(platform, draft, 'goes-on');
  return { kind: 'silent' };
}

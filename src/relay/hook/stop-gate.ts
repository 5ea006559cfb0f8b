import type { Platform } from '../../kernel/ports/index.ts';
import { findHandoff, isHolder, readLockState } from '../project/index.ts';
import type { HookEvent, HookReply } from './hook-event.ts';
import { findMark, readWorkState, takeOnce } from './session-marks.ts';

type Stop = Extract<HookEvent, { verb: 'stop' }>;

const SILENT: HookReply = { kind: 'silent' };

/**
 * Refuses once to end a session whose work was not handed over, then allows it: an agent must never be trapped in a loop,
 * and a person who only asked a question must not be bothered at all.
 */
export async function answerStop(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project'>,
  event: Stop,
): Promise<HookReply> {
  if (event.isRetry) return SILENT;
  const reason = await findStaleness(platform, event);
  if (reason === undefined || !(await takeOnce(platform, event.sessionId, 'stop-refused'))) return SILENT;
  return { kind: 'block', reason };
}

async function findStaleness(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project'>,
  { sessionId }: Stop,
): Promise<string | undefined> {
  const handoff = await findHandoff(platform);
  if (handoff === undefined) return undefined;
  const lock = await readLockState(platform, handoff);
  if (lock.kind === 'held' && (await isHolder(platform, lock.lock, {}))) {
    return 'The handoff session is still open. Write down what the next session must know (baton log, baton set, baton next), then run baton close --context "where things stand".';
  }
  const before = await findMark(platform, sessionId, 'start');
  if (before === undefined || lock.kind !== 'free') return undefined;
  const now = await readWorkState(platform);
  const hasWorked = before['head'] !== now.head || before['fingerprint'] !== now.fingerprint;
  if (!hasWorked || before['manifest'] !== now.manifest) return undefined;
  return 'Files changed in this session, and the handoff does not know it. Run baton handoff --done "what was done" --status "what is true now" --next "what comes next".';
}

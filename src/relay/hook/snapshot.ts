/** What a session had in hand just before its host made the conversation shorter. */
import { equalJson } from '../../kernel/canonical-json.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { renderIsoSeconds } from '../../kernel/time.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { findMark, writeMark } from './session-marks.ts';
import { parseWorkInHand, readWorkInHand, renderWorkInHand } from './work-in-hand.ts';

const MARK = 'snapshot';

/** May be called several times for one compaction: the same state leaves the file as it is. */
export async function takeSnapshot(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'tasks'>,
  sessionId: string,
): Promise<void> {
  const work: JsonObject = { ...(await readWorkInHand(platform)) };
  const before = (await findMark(platform, sessionId, MARK))?.['work'];
  if (before !== undefined && equalJson(before, work)) return;
  await writeMark(platform, sessionId, MARK, { taken_at: renderIsoSeconds(platform.clock.now()), work });
}

/** The snapshot as lines for the agent that goes on; undefined if none was taken or nothing was in hand. */
export async function findSnapshotText(
  platform: Pick<Platform, 'files' | 'project'>,
  sessionId: string,
): Promise<string | undefined> {
  const mark = await findMark(platform, sessionId, MARK);
  const work = parseWorkInHand(mark?.['work']);
  const text = work === undefined ? '' : renderWorkInHand(work);
  return text === ''
    ? undefined
    : `In progress when the conversation was compacted (${String(mark?.['taken_at'])}):\n${text}`;
}

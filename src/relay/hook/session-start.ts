import { frame } from '../../kernel/frame.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import { utf8Length } from '../../kernel/token-estimate.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { beginDraft, findDraft, getHandoff, listDrafts, orient, readTexts, scanFilesCached } from '../project/index.ts';
import type { HookPlatform } from './answer-hook.ts';
import { agentOf, type HookEvent, type HookReply } from './hook-event.ts';
import { selectLeft } from './left-drafts.ts';
import { sweepMarks } from './session-marks.ts';
import { findShowCommand, findSnapshotText, readWorkInHand, renderWorkInHand } from './work-in-hand.ts';

/** Hosts cut or refuse more. */
const MAX_CONTEXT_BYTES = 8 * 1024;
/** Of what is said before the orientation, so that its first lines stay within the first two kilobytes. */
const MAX_IN_HAND_BYTES = 900;
/** For the orientation: what is in hand takes this much less with its frame, or the orientation is made again. */
const ROOM_BYTES = MAX_CONTEXT_BYTES - MAX_IN_HAND_BYTES - 300;
const NONCE_BYTES = 16;

type SessionStart = Extract<HookEvent, { verb: 'session-start' }>;

/** What matters now, as data, for an agent that begins, comes back, or lost its memory to a compaction. */
export async function answerSessionStart(platform: HookPlatform, event: SessionStart): Promise<HookReply> {
  if (platform.project.settings.values.handoff !== 'off') await recordPast(platform, event);
  // The orientation is put together while git is asked what changed.
  const [inHand, text] = await Promise.all([beginInHand(platform, event), orientWithin(platform, ROOM_BYTES)]);
  const room = MAX_CONTEXT_BYTES - utf8Length(inHand);
  return { kind: 'context', text: inHand + (utf8Length(text) <= room ? text : await orientWithin(platform, room)) };
}

async function beginInHand(
  platform: Pick<
    Platform,
    'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'scanner' | 'tasks'
  >,
  event: SessionStart,
): Promise<string> {
  // A session that goes on keeps the state it was first seen in: what it did since then still has to be handed over.
  const draft = await findDraft(platform, event.sessionId);
  // So does one that starts over while its work could not be recorded.
  if (draft !== undefined && (isGoingOn(event) || draft.work !== undefined))
    return frameInHand(platform, event, undefined);
  if (platform.project.settings.values.handoff === 'off') return frameInHand(platform, event, undefined);
  const { files } = await beginDraft(platform, { sessionId: event.sessionId, agent: agentOf(event.host) });
  await sweepMarks(platform);
  return frameInHand(platform, event, isGoingOn(event) ? undefined : Object.keys(files));
}

const isGoingOn = ({ source }: SessionStart): boolean => source === 'compact' || source === 'resume';

/** Drafts of hosts that died, and one of this very session if it starts over. */
async function recordPast(platform: Parameters<typeof answerSessionStart>[0], event: SessionStart): Promise<void> {
  const drafts = await listDrafts(platform);
  const left = await selectLeft(platform, drafts, event.sessionId);
  const own = isGoingOn(event) ? undefined : drafts.find(({ sessionId }) => sessionId === event.sessionId);
  if (left.length === 0 && own?.work === undefined) return;
  // Recording is loaded when there is something to record.
  const { recordLeft, recordOwn } = await import('./record-drafts.ts');
  await recordLeft(platform, left);
  if (own?.work !== undefined) await recordOwn(platform, own, 'over');
}

/** Before the orientation, which may be long: whatever a host cuts off at the end, this is read. */
async function frameInHand(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'project' | 'random' | 'scanner' | 'tasks'>,
  { sessionId, source }: SessionStart,
  changed: readonly string[] | undefined,
): Promise<string> {
  const snapshot = source !== 'startup' && source !== 'clear' ? await findSnapshotText(platform, sessionId) : undefined;
  const handoff = await getHandoff(platform);
  const text = snapshot ?? renderWorkInHand(await readWorkInHand(platform, handoff, changed));
  if (text === '') return '';
  const cut = cutBytes(text, MAX_IN_HAND_BYTES);
  const texts = readTexts(handoff);
  const findings = await scanFilesCached(platform, [{ name: 'in hand', text: cut }], texts, '-in-hand');
  const framed = frame(cut, {
    label: 'in hand',
    nonce: platform.random.bytes(NONCE_BYTES),
    findings,
    policy: platform.project.settings.values.guard,
    showCommand: (line) => findShowCommand(cut.split('\n')[line - 1] ?? ''),
  });
  return `${framed.text}\n`;
}

const cutBytes = (text: string, most: number): string =>
  Buffer.from(text, 'utf8')
    .subarray(0, most)
    .toString('utf8')
    .replace(/\uFFFD$/, '');

/** The largest orientation that fits: tokens are asked for, bytes are what counts here. */
async function orientWithin(
  platform: Pick<
    Platform,
    | 'clock'
    | 'disk'
    | 'facts'
    | 'files'
    | 'notifier'
    | 'processes'
    | 'project'
    | 'random'
    | 'remark'
    | 'scanner'
    | 'tokens'
  >,
  maxBytes: number,
): Promise<string> {
  let budget: number | undefined;
  try {
    for (;;) {
      const { text } = await orient(platform, { kind: 'fix', budget, readOnly: false });
      const size = utf8Length(text);
      if (size <= maxBytes) return text;
      const tried = budget ?? Math.min(platform.project.settings.values.budget, Math.floor(maxBytes / 4));
      budget = budget === undefined ? tried : Math.floor(Math.min(tried * 0.9, (tried * maxBytes) / size));
    }
  } catch (error) {
    if (!isBatonError(error, 'BUDGET_TOO_SMALL')) throw error;
    return 'The handoff does not fit here. Run baton orient --for fix before anything else.';
  }
}

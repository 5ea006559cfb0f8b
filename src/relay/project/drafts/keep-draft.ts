import { findAgentProcess } from '../../../protocols/project/index.ts';
import type { Platform, ProcessIdentity } from '../../../kernel/ports/index.ts';
import { sha256Hex } from '../../../kernel/hash.ts';
import { cutText } from '../../../kernel/text.ts';
import { findDraft, listDrafts, writeDraft, type DraftedWork, type WorkDraft } from './draft-store.ts';
import { readWorkSince, readWorkState, type WorkDone, type WorkState } from './work-state.ts';

export interface DraftSession {
  readonly sessionId: string;
  readonly agent: string;
}

const MAX_ANSWER = 2_000;
/** Of the answers before the last one: what they did is mostly in their first lines. */
const MAX_EARLIER_ANSWER = 500;
const MAX_ANSWERS = 8;

type Outside = Pick<Platform, 'clock' | 'files' | 'processes' | 'project'>;

/** From here on everything that changes is the work of this session. */
export async function beginDraft(platform: Outside, session: DraftSession): Promise<WorkState> {
  const [base, host] = await Promise.all([readWorkState(platform), findHostProcess(platform)]);
  await writeDraft(platform, { ...session, host, base, work: undefined });
  return base;
}

/**
 * The draft as of now. `message` is the answer at the end of a turn; it is kept if the turn changed something, so that
 * "You are welcome!" does not take the place of what was done. A session whose start nobody saw begins here, with
 * nothing done. Two hooks of one session at once write the same.
 */
export async function keepDraft(
  platform: Outside,
  session: DraftSession,
  message: string | undefined,
): Promise<WorkDraft> {
  const draft = await findDraft(platform, session.sessionId);
  if (draft === undefined) {
    const base = await beginDraft(platform, session);
    return { ...session, host: undefined, base, work: undefined };
  }
  const now = await readWorkState(platform);
  const done = await readWorkSince(platform, draft.base, now);
  const hasWork = done.files.length > 0 || done.commits.length > 0;
  if (!hasWork && draft.work === undefined) return draft;
  // A session that was over and does something again is not over.
  const { isEnded: _, ...living } = draft;
  const kept: WorkDraft = {
    ...living,
    work: hasWork
      ? { ...done, atMs: now.atMs, ...addAnswer(draft.work, message, fingerprintOf(now, done)) }
      : undefined,
  };
  await writeDraft(platform, kept);
  return kept;
}

/** Between turns, at a compaction or an end, nobody says anything: what changed then is part of the turn to come. */
function addAnswer(
  work: DraftedWork | undefined,
  message: string | undefined,
  fingerprint: string,
): Pick<DraftedWork, 'answers' | 'fingerprint'> {
  const { answers = [], fingerprint: before = '' } = work ?? {};
  if (message === undefined || fingerprint === before) return { answers, fingerprint: before };
  const said = cutText(message.trim(), MAX_ANSWER, '…');
  if (said === '') return { answers, fingerprint };
  const earlier = answers.map((answer) => cutText(answer, MAX_EARLIER_ANSWER, '…'));
  return { answers: [...earlier, said].slice(-MAX_ANSWERS), fingerprint };
}

const fingerprintOf = ({ files }: WorkState, { commits }: WorkDone): string =>
  sha256Hex(JSON.stringify([commits, Object.entries(files)]));

async function findHostProcess({ processes }: Pick<Platform, 'processes'>): Promise<ProcessIdentity | undefined> {
  const pid = findAgentProcess(await processes.ancestors());
  return pid === undefined ? undefined : processes.identify(pid);
}

/** Whose draft a handoff settles: the process that runs the command, or the one that opened the session. */
export const findAuthor = async (
  platform: Pick<Platform, 'processes'>,
  { pid }: { readonly pid?: number | undefined },
): Promise<number | undefined> => findAgentProcess(await platform.processes.ancestors()) ?? pid;

/**
 * A handoff says what was done: the draft of its author begins again from here. Some hosts run commands where their own
 * process cannot be seen; then it is the draft that was touched last. One of a host that died is left to be recorded.
 */
export async function settleDrafts(
  platform: Pick<Platform, 'clock' | 'files' | 'processes' | 'project'>,
  author: number | undefined,
): Promise<void> {
  const drafts = await listDrafts(platform);
  const own = drafts.filter(({ host }) => host !== undefined && host.pid === author);
  const settled = own.length > 0 ? own : await findLatest(platform, drafts);
  if (settled.length === 0) return;
  const base = await readWorkState(platform);
  for (const draft of settled) await writeDraft(platform, { ...draft, base, work: undefined });
}

async function findLatest(
  { processes }: Pick<Platform, 'processes'>,
  drafts: readonly WorkDraft[],
): Promise<readonly WorkDraft[]> {
  const living: WorkDraft[] = [];
  for (const draft of drafts) {
    if (draft.host === undefined || (await processes.isAlive(draft.host)) !== false) living.push(draft);
  }
  return living.toSorted((a, b) => lastSeen(b) - lastSeen(a)).slice(0, 1);
}

/** When a hook last saw the session do something. */
export const lastSeen = ({ base, work }: WorkDraft): number => work?.atMs ?? base.atMs;

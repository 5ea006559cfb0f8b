/** What is known of the work of each host session that nobody handed over yet: one file per session in the data dir. */

import { join } from 'node:path';
import { isOwnRecord } from '../../../kernel/authority/index.ts';
import { isBatonError } from '../../../kernel/errors/index.ts';
import { given } from '../../../kernel/given.ts';
import { sha256Hex } from '../../../kernel/hash.ts';
import { distinctName } from '../../../kernel/ids.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../kernel/json.ts';
import type { Platform, ProcessIdentity } from '../../../kernel/ports/index.ts';
import { cutText } from '../../../kernel/text.ts';
import { findAgentProcess } from '../../../protocols/project/session/index.ts';
import { hideDataDir } from '../../settings/index.ts';
import {
  parseWorkState,
  readWorkSince,
  readWorkState,
  renderWorkState,
  type WorkDone,
  type WorkState,
} from './work-state.ts';

export interface WorkDraft {
  readonly sessionId: string;
  /** The host, as the log names the author. */
  readonly agent: string;
  /** The host's process; undefined if the platform does not tell. */
  readonly host: ProcessIdentity | undefined;
  /** What the session found, or what the last handoff left. */
  readonly base: WorkState;
  /** Undefined: nothing was done since. */
  readonly work: DraftedWork | undefined;
  /** The host said that the session is over, and its work could not be recorded then. */
  readonly isEnded?: boolean;
}

export interface DraftedWork extends WorkDone {
  readonly atMs: number;
  /** Of each turn that changed something, shortened, the last one last. Not guarded yet: what is recorded is. */
  readonly answers: readonly string[];
  /** Of the state at the end of the last turn: a turn that leaves it as it is changed nothing. */
  readonly fingerprint: string;
}

const PURPOSE = 'work draft';
const MAX_DRAFT_BYTES = 4 * 1024 * 1024;
/** Only this user's own processes read what an agent said last. */
const MODE = 0o600;

const draftsFolder = ({ project: { dataDir } }: Pick<Platform, 'project'>): string => join(dataDir, 'drafts');

const nameOf = (sessionId: string): string => `${distinctName(sessionId === '' ? 'session' : sessionId)}.json`;

export const findDraft = (
  platform: Pick<Platform, 'files' | 'project'>,
  sessionId: string,
): Promise<WorkDraft | undefined> => readDraft(platform, nameOf(sessionId));

export async function listDrafts(platform: Pick<Platform, 'files' | 'project'>): Promise<readonly WorkDraft[]> {
  const folder = draftsFolder(platform);
  if ((await platform.files.stat(folder)) === undefined) return [];
  const names = (await platform.files.list(folder)).map(({ name }) => name).filter((name) => name.endsWith('.json'));
  const drafts = await Promise.all(names.map((name) => readDraft(platform, name)));
  return drafts.filter((draft) => draft !== undefined);
}

export async function writeDraft(platform: Pick<Platform, 'files' | 'project'>, draft: WorkDraft): Promise<void> {
  await hideDataDir(platform);
  await platform.files.createFolder(draftsFolder(platform));
  const path = join(draftsFolder(platform), nameOf(draft.sessionId));
  const content = JSON.stringify(renderDraft(draft));
  const mark = await platform.project.authority.seals.seal(PURPOSE, sealedText(platform, content));
  await platform.files.writeAtomic(path, `${JSON.stringify({ content, ...given({ mark }) })}\n`, { mode: MODE });
}

export const removeDraft = (platform: Pick<Platform, 'files' | 'project'>, sessionId: string): Promise<void> =>
  platform.files.remove(join(draftsFolder(platform), nameOf(sessionId)));

/** Bound to the project: a draft of another one is not a draft of this one. */
const sealedText = ({ project }: Pick<Platform, 'project'>, content: string): string => `${project.root}\n${content}`;

/**
 * Undefined if there is none, or none that can be read: a hook works without. What this installation did not write is
 * nobody's work: it would be recorded and committed in the user's name.
 */
async function readDraft(platform: Pick<Platform, 'files' | 'project'>, name: string): Promise<WorkDraft | undefined> {
  const path = join(draftsFolder(platform), name);
  try {
    const text = await platform.files.findText(path, { maxBytes: MAX_DRAFT_BYTES });
    const kept = text === undefined ? undefined : parseJson(text, { maxBytes: MAX_DRAFT_BYTES });
    const { content, mark } = isJsonObject(kept) ? kept : {};
    if (typeof content !== 'string') return undefined;
    const record = { purpose: PURPOSE, content: sealedText(platform, content), mark, path };
    if (!(await isOwnRecord(platform.project.authority.seals, record))) return undefined;
    const value = parseJson(content, { maxBytes: MAX_DRAFT_BYTES });
    return isJsonObject(value) ? parseDraft(value) : undefined;
  } catch (error) {
    if (isBatonError(error)) return undefined;
    throw error;
  }
}

const renderDraft = ({ sessionId, agent, host, base, work, isEnded }: WorkDraft): JsonObject => ({
  session_id: sessionId,
  agent,
  process: host === undefined ? null : { ...host },
  base: renderWorkState(base),
  work:
    work === undefined
      ? null
      : { ...work, files: [...work.files], commits: [...work.commits], answers: [...work.answers] },
  ...(isEnded === true ? { ended: true } : {}),
});

function parseDraft(value: JsonObject): WorkDraft | undefined {
  const base = parseWorkState(value['base']);
  const { session_id: sessionId, agent } = value;
  if (base === undefined || typeof sessionId !== 'string' || typeof agent !== 'string') return undefined;
  const work = parseWork(value['work']);
  const ended = value['ended'] === true ? { isEnded: true } : {};
  return { sessionId, agent, host: parseProcess(value['process']), base, work, ...ended };
}

function parseProcess(value: JsonObject[string] | undefined): ProcessIdentity | undefined {
  if (value === undefined || !isJsonObject(value)) return undefined;
  const { pid, host, started } = value;
  if (typeof pid !== 'number' || typeof host !== 'string') return undefined;
  return { pid, host, ...(typeof started === 'string' ? { started } : {}) };
}

function parseWork(value: JsonObject[string] | undefined): DraftedWork | undefined {
  if (value === undefined || !isJsonObject(value)) return undefined;
  // The version before kept the last answer alone, as `message`.
  const { atMs, fingerprint = '', message } = value;
  if (typeof atMs !== 'number' || typeof fingerprint !== 'string') return undefined;
  const texts = (key: string): string[] => {
    const list = value[key];
    return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
  };
  const answers = typeof message === 'string' && message !== '' ? [message] : texts('answers');
  return { atMs, fingerprint, answers, files: texts('files'), commits: texts('commits') };
}

interface DraftSession {
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

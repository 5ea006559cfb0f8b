/**
 * What a session is working on: files, next actions, tasks. Short enough to come before everything else. What a
 * session had in hand just before its host made the conversation shorter.
 */

import { equalJson } from '../../kernel/canonical-json.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { cutText } from '../../kernel/text.ts';
import { renderIsoSeconds } from '../../kernel/time.ts';
import { isActive, labelOf, parseItems } from '../../protocols/project/items/index.ts';
import { parseLock } from '../../protocols/project/session/index.ts';
import { readLastEntries } from '../../protocols/project/log/index.ts';
import { findFileText, getHandoff, readChangedFiles, type Handoff } from '../project/index.ts';
import { hasTasks } from '../settings/index.ts';
import { findMark, writeMark } from './session-marks.ts';

interface WorkInHand {
  /** The open session: its agent and what it began from. */
  readonly session: string | null;
  readonly changed: readonly string[];
  readonly next: readonly string[];
  readonly tasks: readonly string[];
  readonly lastEntry: string | null;
}

const MAX_FILES = 20;
const MAX_ITEMS = 5;
const MAX_CHARACTERS = 160;

/** `known`: files that are changed, if somebody has asked git already. */
export async function readWorkInHand(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'tasks'>,
  handoff: Handoff,
  known?: readonly string[],
): Promise<WorkInHand> {
  const lock = handoff.lockText === undefined ? undefined : parseLock(handoff.lockText);
  const base = lock?.base_commit;
  const changed = base === undefined && known !== undefined ? known : await readChangedFiles(platform, base);
  const more = changed.length > MAX_FILES ? [`and ${changed.length - MAX_FILES} more`] : [];
  const entry = readLastEntries(findFileText(handoff, 'LOG.md') ?? '', 1)[0];
  return {
    session: lock === undefined ? null : `${lock.agent}, from ${lock.base_commit ?? 'no commit'}`,
    changed: [...changed.slice(0, MAX_FILES), ...more],
    next: readNext(handoff),
    tasks: await readTasks(platform),
    lastEntry: entry === undefined ? null : short(entry.title),
  };
}

const readNext = (handoff: Handoff): string[] =>
  parseItems(findFileText(handoff, 'NEXT_ACTIONS.md') ?? '')
    .items.filter(isActive)
    .slice(0, MAX_ITEMS)
    .map((item) => short(labelOf(item)));

/** A database that cannot be reached is no reason to lose the rest. */
async function readTasks(platform: Pick<Platform, 'files' | 'project' | 'tasks'>): Promise<string[]> {
  try {
    return (await hasTasks(platform)) ? await readRunning(platform) : [];
  } catch (error) {
    if (!isBatonError(error) || !error.code.startsWith('STORE_')) throw error;
    return [short(`the tasks cannot be read: ${error.message}`)];
  }
}

async function readRunning(platform: Pick<Platform, 'tasks'>): Promise<string[]> {
  const store = await platform.tasks();
  const running = await store.list({ statuses: ['in-progress'], limit: MAX_ITEMS });
  const rows: string[] = [];
  for (const { id, title, lease } of running) {
    const entry = await store.find(id);
    const checkpoint = entry?.heartbeat?.checkpoint ?? entry?.checkpoint;
    const place = checkpoint === undefined ? '' : `, checkpoint ${asText(checkpoint)}`;
    rows.push(short(`${id} ${title} (${lease?.agent ?? 'nobody'}${place})`));
  }
  return rows;
}

const asText = (value: JsonObject | string): string => (typeof value === 'string' ? value : JSON.stringify(value));

const short = (text: string): string => cutText(text.replaceAll(/\s+/g, ' '), MAX_CHARACTERS);

/** As kept in a file; undefined for anything else. */
function parseWorkInHand(value: Json | undefined): WorkInHand | undefined {
  if (value === undefined || !isJsonObject(value)) return undefined;
  const text = (key: string): string | null => (typeof value[key] === 'string' ? value[key] : null);
  const texts = (key: string): string[] => {
    const list = value[key];
    return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
  };
  return {
    session: text('session'),
    changed: texts('changed'),
    next: texts('next'),
    tasks: texts('tasks'),
    lastEntry: text('lastEntry'),
  };
}

const TITLES = {
  next: 'Next actions',
  tasks: 'Tasks in progress',
  session: 'Open session',
  lastEntry: 'Last log entry',
  changed: 'Files changed',
} as const satisfies Record<keyof WorkInHand, string>;

/** The most important first: what does not fit is cut from the end. Empty if nothing is in hand. */
export function renderWorkInHand(work: WorkInHand): string {
  return [
    ...list(TITLES.next, work.next),
    ...list(TITLES.tasks, work.tasks),
    ...list(TITLES.session, [work.session ?? []].flat()),
    ...list(TITLES.lastEntry, [work.lastEntry ?? []].flat()),
    ...list(TITLES.changed, work.changed),
  ].join('\n');
}

/** What shows a person where a line of the rendering comes from. */
export function findShowCommand(line: string): string {
  if (line.startsWith(TITLES.next)) return 'baton read NEXT_ACTIONS.md --plain';
  if (line.startsWith(TITLES.tasks)) return 'baton task list';
  return line.startsWith(TITLES.changed) ? 'git status' : 'baton read LOG.md --plain';
}

const list = (title: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`${title}: ${items.join('; ')}`];

const MARK = 'snapshot';

/** May be called several times for one compaction: the same state leaves the file as it is. */
export async function takeSnapshot(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'tasks'>,
  sessionId: string,
): Promise<void> {
  const work: JsonObject = { ...(await readWorkInHand(platform, await getHandoff(platform))) };
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

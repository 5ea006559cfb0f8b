import { BatonError } from '../../kernel/errors/index.ts';
import { isTaskId, isUlid } from '../../kernel/ids.ts';
import type { Platform, TaskFilter, TaskStore } from '../../kernel/ports/index.ts';
import {
  isFinished,
  type RunHeartbeat,
  type RunRecord,
  type TaskEntry,
  type TaskLease,
  type TaskLink,
  type TaskRecord,
} from '../../kernel/tasks.ts';
import { findAlias } from '../import/index.ts';
import { renderIsoDate } from '../../kernel/time.ts';
import { findTaskIds } from '../../protocols/tasks/index.ts';

export interface TaskDetails {
  readonly entry: TaskEntry;
  readonly body: string;
  readonly artifacts: readonly string[];
}

/** By its id, or by what it is called in the tool it was imported from. */
export async function readTask(platform: Pick<Platform, 'tasks'>, name: string): Promise<TaskEntry> {
  const store = await platform.tasks();
  const entry = (await findById(store, name)) ?? (await findByAlias(store, name));
  if (entry === undefined) throw new BatonError('TASK_NOT_FOUND', `there is no task ${name}`, { id: name });
  return entry;
}

/** The same with its text and the names of its files. */
export async function showTask(platform: Pick<Platform, 'tasks'>, name: string): Promise<TaskDetails> {
  const entry = await readTask(platform, name);
  const store = await platform.tasks();
  const { id } = entry.task;
  return { entry, body: await store.readBody(id), artifacts: await store.listArtifacts(id) };
}

const findById = async (store: TaskStore, id: string): Promise<TaskEntry | undefined> =>
  isTaskId(id) ? await store.find(id) : undefined;

async function findByAlias(store: TaskStore, name: string): Promise<TaskEntry | undefined> {
  const alias = findAlias(await store.listLinks(), name);
  return alias === undefined ? undefined : await store.find(alias.id);
}

/** The tasks that fit a filter. */
export const listTasks = async (
  platform: Pick<Platform, 'tasks'>,
  filter: TaskFilter,
): Promise<readonly TaskRecord[]> => await (await platform.tasks()).list(filter);

/** A run as commands and tools show it: spelled as in its own files, with what its lease and its last beat say. */
export interface RunDescription extends Pick<RunRecord, 'runId' | 'agentId' | 'attempt' | 'status'> {
  readonly sessionId: string | null;
  readonly fence: TaskLease['fence'] | null;
  readonly expiresAt: string | null;
  readonly beatCount: number;
  readonly checkpoint: NonNullable<RunHeartbeat['checkpoint']> | null;
}

/** Null for a task that never ran. */
export function describeRun({ run, heartbeat, task, checkpoint }: TaskEntry): RunDescription | null {
  if (run === undefined) return null;
  const { runId, agentId, attempt, status, sessionId = null } = run;
  return {
    runId,
    agentId,
    sessionId,
    attempt,
    fence: task.lease?.fence ?? null,
    status,
    expiresAt: task.lease?.expiresAt ?? null,
    beatCount: heartbeat?.beatCount ?? 0,
    checkpoint: heartbeat?.checkpoint ?? checkpoint ?? null,
  };
}

const MAX_SHOWN = 10;

const idsOf = (links: readonly TaskLink[]): string[] => links.map(({ id }) => id);

/**
 * The id that a person means: a name it was imported under, a number of today, or an unambiguous ending. A whole id is
 * taken as it is, without a look at the store. Fails with TASK_NOT_FOUND or TASK_ID_AMBIGUOUS.
 */
export async function getTaskId(platform: Pick<Platform, 'clock' | 'tasks'>, text: string): Promise<string> {
  if (isTaskId(text)) return text;
  const store = await platform.tasks();
  // What a task is called in the tool it was imported from is its whole name: it goes before short forms.
  const links = await store.listLinks();
  const alias = findAlias(links, text);
  if (alias?.isExact === true) return alias.id;
  const today = renderIsoDate(platform.clock.now());
  const live = findTaskIds(text, idsOf(links.filter(({ status }) => !isFinished(status))), today);
  const all = live.length > 0 ? live : findTaskIds(text, idsOf(links), today);
  const meant = [...new Set([...(alias === undefined ? [] : [alias.id]), ...all.toSorted()])];
  const [only, ...others] = meant;
  if (only === undefined) throw new BatonError('TASK_NOT_FOUND', `there is no task ${text}`, { id: text });
  if (others.length === 0) return only;
  const shown = meant.slice(0, MAX_SHOWN).join(', ');
  throw new BatonError(
    'TASK_ID_AMBIGUOUS',
    `${text} could be ${shown}${meant.length > MAX_SHOWN ? ' and others' : ''}`,
    { ids: meant.slice(0, MAX_SHOWN) },
  );
}

/**
 * The run of a task that a short form means: an unambiguous beginning. A whole id, and what fits none of its runs, is
 * taken as it is. Fails with TASK_ID_AMBIGUOUS: nobody should act for another run by accident.
 */
export async function getRunId(platform: Pick<Platform, 'tasks'>, taskId: string, text: string): Promise<string> {
  if (isUlid(text) || text.length < SHORTEST_RUN) return text;
  const run = (await (await platform.tasks()).find(taskId))?.run;
  const known = run === undefined ? [] : [run.runId, ...(run.earlier ?? []).map(({ runId }) => runId)];
  const found = [...new Set(known)].filter((id) => id.startsWith(text.toUpperCase()));
  if (found.length > 1)
    throw new BatonError('TASK_ID_AMBIGUOUS', `${text} could be ${found.join(', ')}`, { ids: found });
  return found[0] ?? text;
}

const SHORTEST_RUN = 4;

import { BatonError } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import { createUlidAfter } from '../../kernel/ids.ts';
import type { EarlierRun, Random } from '../../kernel/ports/index.ts';
import {
  TASK_STATUSES,
  type EventDraft,
  type PlaneEvent,
  type TaskEntry,
  type TaskLink,
  type TaskRecord,
  type TaskStatus,
} from '../../kernel/tasks.ts';
import { renderIsoTime } from '../../kernel/time.ts';

/** What is kept of a finished task; the rest is in its file. */
export interface FinishedTask {
  readonly status: TaskStatus;
  readonly rev: number;
  /** Of the text that was last written. */
  readonly sha: string;
}

/** Finished tasks. One short string each: a hundred thousand must cost little memory and no time to read back. */
export class FinishedTasks {
  readonly #texts = new Map<string, string>();

  has(id: string): boolean {
    return this.#texts.has(id);
  }

  find(id: string): FinishedTask | undefined {
    const text = this.#texts.get(id);
    if (text === undefined) return undefined;
    const [, rev = '', sha = ''] = text.split(' ');
    return { status: parseStatus(text), rev: Number(rev), sha };
  }

  statusOf(id: string): TaskStatus | undefined {
    const text = this.#texts.get(id);
    return text === undefined ? undefined : parseStatus(text);
  }

  put(task: TaskRecord, sha: string): void {
    this.#texts.set(task.id, renderFinished(task, sha));
  }

  delete(id: string): void {
    this.#texts.delete(id);
  }

  idsIn(statuses: readonly TaskStatus[]): string[] {
    const ids: string[] = [];
    for (const [id, text] of this.#texts) if (statuses.includes(parseStatus(text))) ids.push(id);
    return ids;
  }

  count(): ReadonlyMap<TaskStatus, number> {
    const counts = new Map<TaskStatus, number>();
    for (const text of this.#texts.values()) {
      const status = parseStatus(text);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    return counts;
  }

  /** `read` is asked about those that an older Baton finished. */
  *links(read: (id: string) => TaskRecord | undefined): Generator<TaskLink> {
    for (const [id, text] of this.#texts) {
      const known = parseFinishedLink(id, text);
      const task = known === undefined ? read(id) : undefined;
      yield known ?? (task === undefined ? { id, status: parseStatus(text) } : linkOf(task));
    }
  }

  /** For a snapshot. */
  all(): IterableIterator<[string, string]> {
    return this.#texts.entries();
  }

  /** As `all` gave it. */
  restore(id: string, text: string): void {
    this.#texts.set(id, text);
  }
}

/** `status rev sha` and its links. */
export const renderFinished = (task: TaskRecord, sha: string): string =>
  `${task.status} ${task.rev} ${sha}${renderLink(task)}`;

/** Looked up, as ten thousand of them are read for one question. */
const STATUSES: ReadonlyMap<string, TaskStatus> = new Map(TASK_STATUSES.map((status) => [status, status]));

function parseStatus(text: string): TaskStatus {
  const status = STATUSES.get(text.slice(0, text.indexOf(' ')));
  if (status === undefined) throw new BatonError('INTERNAL', `"${text}" is not the record of a finished task`);
  return status;
}

const NO_LINKS = '   ';

/** `id status rev sha trace parent alias`: false for a row of an older Baton. */
export const hasLinks = (row: string): boolean => row.split(' ').length >= 7;

/** Undefined if only the task's file says it. */
function parseFinishedLink(id: string, text: string): TaskLink | undefined {
  if (text.endsWith(NO_LINKS)) return { id, status: parseStatus(text) };
  const link = parseLink(text.split(' ').slice(3));
  return link === undefined ? undefined : { id, status: parseStatus(text), ...link };
}

export const linkOf = ({ id, status, metadata: { traceId, imported }, parentId }: TaskRecord): TaskLink => ({
  id,
  status,
  ...given({ traceId, parentId, imported: imported && { from: imported.from, id: imported.id } }),
});

const HALF_CHARACTER = /\p{Surrogate}/u;

/** ` trace parent from:id`; what a task has not is empty. Nothing if it has half a character: the file is asked then. */
function renderLink(task: TaskRecord): string {
  const { traceId = '', parentId = '', imported } = linkOf(task);
  if (HALF_CHARACTER.test(`${traceId}${parentId}${imported?.from}${imported?.id}`)) return '';
  const alias = imported === undefined ? '' : `${encodeURIComponent(imported.from)}:${encodeURIComponent(imported.id)}`;
  return ` ${encodeURIComponent(traceId)} ${encodeURIComponent(parentId)} ${alias}`;
}

/** As a link is written in a row; what no row can have if it has half a character. */
export const encodeLink = (name: string): string => (HALF_CHARACTER.test(name) ? '\0' : encodeURIComponent(name));

/** Undefined if not all of it was kept, as by an older Baton. */
function parseLink([traceId, parentId, alias]: readonly string[]): Omit<TaskLink, 'id' | 'status'> | undefined {
  if (traceId === undefined || parentId === undefined || alias === undefined) return undefined;
  const [from = '', id = ''] = alias.split(':').map(decodeURIComponent);
  return given({
    traceId: decodeURIComponent(traceId) || undefined,
    parentId: decodeURIComponent(parentId) || undefined,
    imported: alias === '' ? undefined : { from, id },
  });
}

/** Gives drafts their ids and time. Ids grow from one event to the next, whichever process made it. */
export function stampEvents(
  drafts: readonly EventDraft[],
  { now, lastId, random }: { readonly now: number; readonly lastId: string | undefined; readonly random: Random },
): PlaneEvent[] {
  const timestamp = renderIsoTime(now);
  let id = lastId;
  return drafts.map((draft) => {
    id = createUlidAfter(id, now, random);
    return {
      id,
      type: draft.type,
      timestamp,
      actor: draft.actor,
      ...given({ taskId: draft.taskId, runId: draft.runId }),
      payload: draft.payload,
    };
  });
}

/** The run that ends with this change because another one begins; undefined if it continues. */
export function findEarlierRun(before: TaskEntry | undefined, after: TaskEntry): EarlierRun | undefined {
  if (before?.run === undefined || after.run === undefined || before.run.runId === after.run.runId) return undefined;
  const { run, heartbeat, result } = before;
  return { run, ...given({ heartbeat, result }) };
}

/** A finished task has no next run: what one would begin with is not kept. */
export function withoutStaleCheckpoint(entry: TaskEntry, isFinished: boolean): TaskEntry {
  if (!isFinished || entry.checkpoint === undefined) return entry;
  const { checkpoint: _checkpoint, ...rest } = entry;
  return rest;
}

/**
 * Tasks of a manifest in another shape: a list instead of an object, other words for a status, times without a zone.
 */

import { given } from '../../../kernel/given.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';
import { cutText } from '../../../kernel/text.ts';
import { findIsoTime } from '../../../kernel/time.ts';
import { MAX_TITLE } from '../actions/index.ts';
import { readPriority } from '../items/index.ts';
import { TASK_STATUSES, type GraphTask, type TaskGraph, type TaskStatus } from '../schema.ts';

interface ReadTasks {
  readonly tasks: TaskGraph | undefined;
  /** Tasks whose id the graph cannot hold, as they were. */
  readonly others: JsonObject | undefined;
}

const ID = /^T-\d{3,}$/;

export function readTasks(value: Json | undefined, lost: string[]): ReadTasks {
  const entries = listEntries(value);
  if (entries === undefined) return { tasks: undefined, others: undefined };
  const tasks: Record<string, GraphTask> = {};
  const others: Record<string, Json> = {};
  for (const [id, entry] of entries) {
    const task = ID.test(id) ? readTask(entry) : undefined;
    if (task === undefined) others[id] = entry;
    else tasks[id] = task;
  }
  const names = Object.keys(others);
  if (names.length > 0)
    lost.push(`tasks ${names.slice(0, 5).join(', ')} are kept under other_tasks: their ids are not T-001 and so on`);
  for (const [id, task] of Object.entries(tasks)) {
    const known = (task.depends_on ?? []).filter((each) => Object.hasOwn(tasks, each));
    if (known.length < (task.depends_on ?? []).length) {
      lost.push(`${id} depends on tasks that do not exist`);
      tasks[id] = { ...task, depends_on: known };
    }
  }
  return { tasks, others: names.length === 0 ? undefined : others };
}

function listEntries(value: Json | undefined): [string, Json][] | undefined {
  if (Array.isArray(value))
    return value.map((task, index) => [
      isJsonObject(task) && typeof task['id'] === 'string' ? task['id'] : `#${index + 1}`,
      task,
    ]);
  return isJsonObject(value) ? Object.entries(value).map(([id, task]) => [id, task ?? null]) : undefined;
}

const STATUS_WORDS: readonly (readonly [RegExp, TaskStatus])[] = [
  [/^(?:done|complete|finish|clos|resolv|merged|shipped)/, 'done'],
  [/^(?:cancel|drop|wont|reject|obsolete|superseded)/, 'cancelled'],
  [/^(?:in.?progress|doing|wip|started|active|review)/, 'in_progress'],
  [/^(?:block|wait|on.?hold|paused)/, 'blocked'],
  [/^(?:ready|todo|to.?do|open|pending|new|backlog|planned|not.?started|queued)/, 'ready'],
];

function readStatus(value: Json | undefined): TaskStatus {
  const words = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return (
    TASK_STATUSES.find((status) => status === words) ??
    STATUS_WORDS.find(([pattern]) => pattern.test(words))?.[1] ??
    'ready'
  );
}

const readText = (field: Json | undefined): string | undefined =>
  typeof field === 'string' && field !== '' ? cutText(field, MAX_TITLE, '…') : undefined;

function readTask(value: Json): GraphTask | undefined {
  if (!isJsonObject(value)) return undefined;
  const { title, name, status, priority, depends_on, blocked_by, assigned_to, created, completed, ...rest } = value;
  const words = typeof title === 'string' ? title : typeof name === 'string' ? name : undefined;
  if (words === undefined || words.trim() === '') return undefined;
  const ids = Array.isArray(depends_on)
    ? depends_on.filter((id): id is string => typeof id === 'string' && ID.test(id))
    : [];
  const [from, until] = [readTime(created), readTime(completed)];
  const urgency = typeof priority === 'string' ? readPriority(priority) : undefined;
  const [reason, who] = [readText(blocked_by), readText(assigned_to)];
  return {
    ...rest,
    title: cutText(words, MAX_TITLE, '…'),
    status: readStatus(status),
    ...given({ priority: urgency }),
    depends_on: ids,
    ...given({ blocked_by: reason, assigned_to: who, created: from, completed: until }),
  };
}

/** A time as other tools write it: with or without a zone, a bare date, seconds left out. UTC if nothing else is said. */
export function readTime(value: Json | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (findIsoTime(value) !== undefined) return value;
  const loose = /^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : value.replace(' ', 'T');
  const epochMs = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(loose) ? loose : `${loose}Z`);
  return Number.isNaN(epochMs) ? undefined : new Date(epochMs).toISOString().replace(/\.000Z$/, 'Z');
}

import type { JsonObject } from '../../../kernel/json.ts';
import type { TaskPriority, TaskRecord, TaskStatus } from '../../../kernel/tasks.ts';
import { ORIGIN_FIELD, type ReportRow } from '../foreign-task.ts';
import { statusOfWord } from '../sources/index.ts';
import type { BodyParts } from './split-fields.ts';

/** A task with what another tool needs of it. */
export interface ExportedTask {
  readonly task: TaskRecord;
  readonly parts: BodyParts;
  /** Its id in the other tool. */
  readonly id: string;
  /** How many files its folder has. */
  readonly artifacts: number;
}

/** The id in the other tool of any task that is exported too. */
export type ForeignId = (taskId: string) => string | undefined;

export interface ExportedFile {
  /** Relative to the target, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** What came from the same tool and had no place here. */
export const extraOf = (task: TaskRecord, tool: string): JsonObject =>
  isFrom(task, tool) ? (task.metadata.imported?.extra ?? {}) : {};

/** True for a task that was imported from this tool under its usual name. */
export const isFrom = ({ metadata }: TaskRecord, tool: string): boolean => metadata.imported?.from === tool;

/** True for a task that the next import from there finds by its id. */
const isKnownThere = (task: TaskRecord, tool: string, id: string): boolean =>
  isFrom(task, tool) && task.metadata.imported?.id === id;

/** By what an import into the same data dir knows one of its own tasks again. */
export const markOf = (task: TaskRecord, tool: string, id: string): JsonObject =>
  isKnownThere(task, tool, id) ? {} : { [ORIGIN_FIELD]: task.uid };

/** The word that the tool had for it, as long as it still means the status that the task has. */
export function saidStatus(task: TaskRecord, tool: string): string | undefined {
  const { status: said } = extraOf(task, tool);
  return typeof said === 'string' && statusOfWord(said) === task.status ? said : undefined;
}

/** What a tool cannot say of a task; the words follow `written as`. */
export interface Shortfalls {
  readonly statuses: Readonly<Partial<Record<TaskStatus, string>>>;
  readonly priorities: Readonly<Partial<Record<TaskPriority, string>>>;
}

/** What the other tool has no field for, or no word. */
export function rowsOf(
  { task, id, artifacts }: ExportedTask,
  tool: string,
  { statuses, priorities }: Shortfalls,
): ReportRow[] {
  const { role, team, tags } = task.routing;
  const { block, resource, reviewRequired } = task.metadata;
  const status = statuses[task.status];
  const priority = priorities[task.priority];
  const item = `${task.id} (${id})`;
  const row = (field: string, detail: string): ReportRow => ({ kind: 'dropped', item, field, detail });
  const changed = (field: string, from: string, to: string): ReportRow => ({
    kind: 'changed',
    item,
    field,
    detail: `${from} is written as ${to}`,
  });
  return [
    ...(isKnownThere(task, tool, id) ? [] : [changed('id', task.metadata.imported?.id ?? task.id, id)]),
    ...(status === undefined ? [] : [changed('status', task.status, status)]),
    ...(priority === undefined ? [] : [changed('priority', task.priority, priority)]),
    ...(role === undefined && team === undefined && tags.length === 0 ? [] : [row('routing', 'role, team and tags')]),
    ...(task.lease === undefined ? [] : [row('lease', `held by ${task.lease.agent}`)]),
    ...(block === undefined ? [] : [row('block', block.reason)]),
    ...(resource === undefined ? [] : [row('resource', resource)]),
    ...(reviewRequired === undefined ? [] : [row('reviewRequired', String(reviewRequired))]),
    ...(artifacts === 0 ? [] : [row('files', `${artifacts} files of its folder`)]),
  ];
}

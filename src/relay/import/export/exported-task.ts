import type { JsonObject } from '../../../kernel/json.ts';
import type { TaskRecord } from '../../../kernel/tasks.ts';
import type { ReportRow } from '../foreign-task.ts';
import type { BodyParts } from './split-body.ts';

/** A task with what another tool needs of it. */
export interface ExportedTask {
  readonly task: TaskRecord;
  readonly parts: BodyParts;
  /** Its id in the other tool. */
  readonly id: string;
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

/** What no other tool has a field for. */
export function rowsOf({ task, id }: ExportedTask): ReportRow[] {
  const { role, team, tags } = task.routing;
  const row = (field: string, detail: string): ReportRow => ({
    kind: 'dropped',
    item: `${task.id} (${id})`,
    field,
    detail,
  });
  return [
    ...(role === undefined && team === undefined && tags.length === 0 ? [] : [row('routing', 'role, team and tags')]),
    ...(task.lease === undefined ? [] : [row('lease', `held by ${task.lease.agent}`)]),
    ...(task.metadata.block === undefined ? [] : [row('block', task.metadata.block.reason)]),
    ...(task.metadata.resource === undefined ? [] : [row('resource', task.metadata.resource)]),
  ];
}

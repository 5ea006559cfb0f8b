import type { TaskFilter } from '../../kernel/ports/index.ts';
import { TASK_STATUSES, type PlaneEvent, type TaskRecord } from '../../kernel/tasks.ts';

/** Every task there is. */
export const ALL_TASKS: TaskFilter = { statuses: TASK_STATUSES };

/** The tasks of a trace, in the order in which they are found, with all that was handed on from them. */
export async function findTraced(
  traceId: string,
  tasks: readonly TaskRecord[],
  events: AsyncIterable<PlaneEvent>,
): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (const { id, metadata } of tasks) if (id === traceId || metadata.traceId === traceId) ids.add(id);
  for await (const { taskId, payload } of events)
    if (taskId !== undefined && payload['traceId'] === traceId) ids.add(taskId);
  const children = new Map<string, string[]>();
  for (const { id, parentId } of tasks)
    if (parentId !== undefined) children.set(parentId, [...(children.get(parentId) ?? []), id]);
  // A set is walked to its end, also if it grows meanwhile.
  for (const id of ids) for (const child of children.get(id) ?? []) ids.add(child);
  return [...ids];
}

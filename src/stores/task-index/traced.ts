import type { PlaneEvent, TaskLink } from '../../kernel/tasks.ts';
import { inIdOrder } from './order-key.ts';

/** The tasks of a trace, in the order of their ids, with all that was handed on from them. */
export async function findTraced(
  traceId: string,
  links: readonly TaskLink[],
  events: AsyncIterable<PlaneEvent>,
): Promise<readonly string[]> {
  const found = new Set<string>();
  const children = new Map<string, string[]>();
  for (const link of links) {
    if (link.id === traceId || link.traceId === traceId) found.add(link.id);
    if (link.parentId !== undefined) children.set(link.parentId, [...(children.get(link.parentId) ?? []), link.id]);
  }
  for await (const { taskId, payload } of events)
    if (taskId !== undefined && payload['traceId'] === traceId) found.add(taskId);
  // A set is walked to its end, also if it grows meanwhile.
  for (const id of found) for (const child of children.get(id) ?? []) found.add(child);
  return inIdOrder([...found], (id) => id);
}

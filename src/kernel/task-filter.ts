import { compareTaskIds } from './ids.ts';
import type { TaskFilter } from './ports/index.ts';
import { isFinished, type TaskRecord } from './tasks.ts';

/**
 * Whether a task is one of those asked for: the one meaning of a filter. A store that answers by other means is tested
 * against it. `limit` is about how many, not about which.
 */
export function matchesFilter(task: TaskRecord, filter: TaskFilter): boolean {
  const { statuses, agent, parentId, after } = filter;
  return (
    (statuses === undefined ? !isFinished(task.status) : statuses.includes(task.status)) &&
    (agent === undefined || task.routing.agent === agent || task.lease?.agent === agent) &&
    (parentId === undefined || task.parentId === parentId) &&
    (after === undefined || compareTaskIds(task.id, after) > 0)
  );
}

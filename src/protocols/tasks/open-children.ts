import type { TaskLookup } from '../../kernel/ports/index.ts';
import { isFinished } from '../../kernel/tasks.ts';

/** Open children of a task. */
export const openChildrenOf = (lookup: TaskLookup, id: string): string[] =>
  lookup.childrenOf(id).filter((child) => {
    const status = lookup.statusOf(child);
    return status !== undefined && !isFinished(status) && status !== 'deadletter';
  });

import { given } from '../../kernel/given.ts';
import type { TaskRecord } from '../../kernel/tasks.ts';
import type { TaskCard } from './types.ts';

/** What a list of many tasks needs of each. */
export function toTaskCard(task: TaskRecord, why?: TaskCard['why']): TaskCard {
  const { id, title, status, priority, rev, updatedAt, createdAt, routing, lease, metadata } = task;
  const agent = lease?.agent ?? metadata.handoff?.to ?? routing.agent ?? routing.role;
  const isWaiting = status === 'ready' && task.dependsOn.length > 0;
  return {
    id,
    title,
    status,
    priority,
    rev,
    updatedAt,
    createdAt,
    ...given({ agent }),
    isHeld: lease !== undefined,
    ...(lease === undefined ? {} : { leaseUntil: lease.expiresAt }),
    ...given({ team: routing.team }),
    tags: routing.tags,
    ...given({ parentId: task.parentId, traceId: metadata.traceId, dueBy: metadata.dueBy }),
    ...(isWaiting ? { waitsFor: task.dependsOn } : {}),
    attempts: metadata.attempts ?? 0,
    ...(metadata.block === undefined ? {} : { block: { kind: metadata.block.kind, reason: metadata.block.reason } }),
    ...given({ why }),
  };
}

import { BatonError } from '../../kernel/errors/index.ts';
import { TASK_STATUSES, type TaskStatus } from '../../kernel/tasks.ts';

/** Which status may follow which: the one table. docs/task-plane.md prints it. */
export const MOVES: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  backlog: ['ready', 'blocked', 'cancelled'],
  ready: ['in-progress', 'backlog', 'blocked', 'deadletter', 'cancelled'],
  'in-progress': ['review', 'ready', 'blocked', 'deadletter', 'cancelled'],
  blocked: ['ready', 'deadletter', 'cancelled'],
  review: ['done', 'ready', 'in-progress', 'blocked', 'cancelled'],
  // Only as rework, which is a person's decision.
  done: ['ready'],
  cancelled: [],
  deadletter: ['ready', 'cancelled'],
};

export const isMoveAllowed = (from: TaskStatus, to: TaskStatus): boolean => MOVES[from].includes(to);

export const findStatus = (text: string): TaskStatus | undefined => TASK_STATUSES.find((status) => status === text);

export function assertMoveAllowed(id: string, from: TaskStatus, to: TaskStatus): void {
  if (isMoveAllowed(from, to)) return;
  const next = MOVES[from];
  throw new BatonError('TASK_MOVE_REFUSED', `${id} is ${from} and cannot become ${to}`, {
    id,
    from,
    to,
    hint: describeNext(id, from, next),
  });
}

function describeNext(id: string, from: TaskStatus, next: readonly TaskStatus[]): string {
  if (next.length === 0) return `${from} is final`;
  if (from === 'done') return `done is final; to have it done again: baton task rework ${id} --reason TEXT`;
  return `from ${from} it can become ${next.join(', ')}`;
}

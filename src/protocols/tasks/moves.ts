import { BatonError } from '../../kernel/errors/index.ts';
import { TASK_STATUSES, type TaskStatus } from '../../kernel/tasks.ts';

/** Which status may follow which: the one table. docs/task-plane.md prints it. */
export const MOVES: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  backlog: ['ready', 'blocked', 'cancelled'],
  ready: ['in-progress', 'blocked', 'deadletter', 'cancelled'],
  'in-progress': ['review', 'ready', 'blocked', 'deadletter', 'cancelled'],
  blocked: ['ready', 'deadletter', 'cancelled'],
  review: ['done', 'in-progress', 'blocked', 'cancelled'],
  done: [],
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
    hint: next.length === 0 ? `${from} is final` : `from ${from} it can become ${next.join(', ')}`,
  });
}

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

/** Whether a task in one status may get the other. */
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

/** What a person can do with a task that is in one status to get it into another. */
export type PersonMove =
  | {
      /** `rework` and `stop` are verbs of their own; the others are plain moves. */
      readonly how: 'move' | 'rework' | 'stop';
      /** Words for the next run, or for the record. */
      readonly reason: 'none' | 'optional' | 'required';
    }
  | { readonly how: 'refused'; readonly why: string };

/** For each pair of statuses what a person can do. */
export type PersonMoves = Readonly<Record<TaskStatus, Readonly<Record<TaskStatus, PersonMove>>>>;

/** The table of moves as a person meets it: what only an agent can do is refused, with the way that works instead. */
export function decidePersonMove(from: TaskStatus, to: TaskStatus): PersonMove {
  if (from === to) return refused('it is there already');
  if (to === 'in-progress') return refused('an agent puts it there by claiming it');
  if (to === 'done' && from !== 'review') return refused(WHY_NOT_DONE[from] ?? 'only what was reviewed becomes done');
  if (!isMoveAllowed(from, to)) return refused(whyNot(from, to));
  if (from === 'done' || (from === 'review' && to === 'ready')) return { how: 'rework', reason: 'required' };
  if (from === 'in-progress' && to === 'blocked') return { how: 'stop', reason: 'optional' };
  if (to === 'blocked') return { how: 'move', reason: 'required' };
  const isPlain = (from === 'backlog' && to === 'ready') || to === 'backlog' || to === 'done';
  return { how: 'move', reason: isPlain ? 'none' : 'optional' };
}

const refused = (why: string): PersonMove => ({ how: 'refused', why });

const WHY_NOT_DONE: Readonly<Partial<Record<TaskStatus, string>>> = {
  backlog: 'nobody has worked on it; move it to ready first',
  ready: 'nobody has worked on it; cancel it if it is no longer needed',
  'in-progress': 'its agent reports when it is done; move it to review to end it yourself',
  blocked: 'it waits for an answer; move it to ready, or cancel it',
};

function whyNot(from: TaskStatus, to: TaskStatus): string {
  if (from === 'cancelled') return 'a cancelled task stays cancelled; create a new one';
  if (from === 'done') return 'done is final; it can only go back to ready, to be done again';
  if (to === 'review') return 'an agent puts it there with its report';
  if (to === 'deadletter') return 'only a task that was tried can be given up';
  if (to === 'backlog') return 'only a ready task goes back to the backlog; move it to ready first';
  return `a task that is ${from} cannot become ${to}`;
}

/** Every pair, for those who draw menus and drop targets. */
export const listPersonMoves = (): PersonMoves =>
  Object.fromEntries(
    TASK_STATUSES.map((from) => [
      from,
      Object.fromEntries(TASK_STATUSES.map((to) => [to, decidePersonMove(from, to)])),
    ]),
  ) as PersonMoves;

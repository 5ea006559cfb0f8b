import { BatonError } from '../../kernel/errors/index.ts';
import type { TaskEntry, TaskStatus } from '../../kernel/tasks.ts';
import { PERSON_MOVES } from './person-moves.ts';

/** Blocked since the end of its run, by somebody else than its agent: nobody has asked anything. */
export const isStopped = ({ task, run }: TaskEntry): boolean =>
  task.metadata.block !== undefined && run?.endedBy !== undefined && run.endedAt === task.lastTransitionAt;

/** The last words of a person since the task was blocked. */
export const findAnswer = ({ task }: TaskEntry): string | undefined =>
  task.metadata.remarks?.findLast(({ kind, at }) => kind === 'answer' && at >= task.lastTransitionAt)?.text;

/** Blocked until somebody answers, and nobody has. */
export const asksQuestion = (entry: TaskEntry): boolean =>
  entry.task.status === 'blocked' &&
  entry.task.metadata.block?.kind === 'human' &&
  !isStopped(entry) &&
  findAnswer(entry) === undefined;

/** Whether a person has to give words for a move. The same rule for the command line, the API and both boards. */
export function assertReasonGiven(entry: TaskEntry, to: TaskStatus, reason: string | undefined): void {
  const { id, status, metadata } = entry.task;
  const move = PERSON_MOVES[status][to];
  if (move.how === 'refused' || (reason ?? '').trim() !== '') return;
  if (to === 'ready' && asksQuestion(entry))
    throw new BatonError('INPUT_INVALID', `${id} waits for an answer: ${metadata.block?.reason ?? ''}`, {
      id,
      hint: `baton task move ${id} ready --reason ANSWER`,
    });
  if (move.reason === 'required')
    throw new BatonError('INPUT_INVALID', `${id} becomes ${to} with a reason only`, {
      id,
      hint: `baton task move ${id} ${to} --reason TEXT`,
    });
}

import { BatonError } from '../../kernel/errors/index.ts';
import { TASK_STATUSES, type TaskStatus } from '../../kernel/tasks.ts';

/** What is kept of a finished task; the rest is in its file. */
export interface FinishedTask {
  readonly status: TaskStatus;
  readonly rev: number;
  /** Of the text that was last written. */
  readonly sha: string;
}

export const renderFinished = ({ status, rev, sha }: FinishedTask): string => `${status} ${rev} ${sha}`;

export function parseFinished(text: string): FinishedTask {
  const [word = '', rev = '', sha = ''] = text.split(' ');
  const status = TASK_STATUSES.find((known) => known === word);
  if (status === undefined) throw new BatonError('INTERNAL', `"${text}" is not the record of a finished task`);
  return { status, rev: Number(rev), sha };
}

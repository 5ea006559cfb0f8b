import { TaskState } from '@a2a-js/sdk';
import type { TaskRecord, TaskStatus } from '../../kernel/tasks.ts';

const STATES: Readonly<Record<TaskStatus, TaskState>> = {
  backlog: TaskState.TASK_STATE_SUBMITTED,
  ready: TaskState.TASK_STATE_SUBMITTED,
  'in-progress': TaskState.TASK_STATE_WORKING,
  review: TaskState.TASK_STATE_WORKING,
  blocked: TaskState.TASK_STATE_INPUT_REQUIRED,
  done: TaskState.TASK_STATE_COMPLETED,
  cancelled: TaskState.TASK_STATE_CANCELED,
  deadletter: TaskState.TASK_STATE_FAILED,
};

/** What a task is called in A2A. A handoff that was refused is a task that was rejected. */
export const toState = ({ status, metadata }: Pick<TaskRecord, 'status' | 'metadata'>): TaskState =>
  metadata.handoff?.state === 'rejected' && status !== 'done' && status !== 'cancelled'
    ? TaskState.TASK_STATE_REJECTED
    : STATES[status];

const ENDED = new Set([
  TaskState.TASK_STATE_COMPLETED,
  TaskState.TASK_STATE_FAILED,
  TaskState.TASK_STATE_CANCELED,
  TaskState.TASK_STATE_REJECTED,
]);

export const isEnded = (state: TaskState): boolean => ENDED.has(state);

/** Nothing more happens until somebody acts: a caller that waits gets its answer. */
export const isSettled = (state: TaskState): boolean =>
  isEnded(state) || state === TaskState.TASK_STATE_INPUT_REQUIRED || state === TaskState.TASK_STATE_AUTH_REQUIRED;

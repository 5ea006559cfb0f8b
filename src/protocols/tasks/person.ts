import { BatonError } from '../../kernel/errors/index.ts';
import type { BodyEdit, TaskChange, TaskLookup } from '../../kernel/ports/index.ts';
import {
  isFinished,
  type TaskEntry,
  type TaskPriority,
  type TaskRouting,
  type TaskStatus,
} from '../../kernel/tasks.ts';
import { decidePersonMove, TaskEdit, WORK_LOG, type Acting } from './task-edit.ts';
import { assertCanWait, assertRev, cleanTitle, getEntry } from './new-task.ts';

export interface TaskEditRequest extends Acting {
  readonly title?: string;
  readonly priority?: TaskPriority;
  /** Null takes one out; what is not named stays. */
  readonly routing?: { readonly [K in keyof TaskRouting]?: TaskRouting[K] | null };
  /** Replaces the text above the work log. */
  readonly body?: string;
  readonly dueBy?: string | null;
  readonly resource?: string | null;
  readonly reviewRequired?: boolean;
  /** All of them, in place of those it has. */
  readonly dependsOn?: readonly string[];
  /** Refuses if the task has another rev by now: somebody else changed it. */
  readonly rev?: number;
}

/** Changes what a task says, not its status or who works on it. */
export function planTaskEdit(lookup: TaskLookup, id: string, request: TaskEditRequest): TaskChange<TaskEntry> {
  const entry = getEntry(lookup, id);
  assertRev(entry.task, request.rev);
  if (isFinished(entry.task.status)) {
    throw new BatonError('TASK_MOVE_REFUSED', `${id} is ${entry.task.status}: its text can no longer change`, {
      id,
      hint: entry.task.status === 'done' ? `baton task rework ${id} --reason TEXT` : 'make a new task',
    });
  }
  const edit = new TaskEdit(entry, request);
  const fields: string[] = [];
  const note = (name: string, apply: () => void): void => {
    fields.push(name);
    apply();
  };
  const { title, priority, routing, dueBy, resource, reviewRequired, dependsOn, body } = request;
  if (title !== undefined) note('title', () => edit.set({ title: cleanTitle(title) }));
  if (priority !== undefined) note('priority', () => edit.set({ priority }));
  if (routing !== undefined)
    note('routing', () =>
      edit.set({ routing: mergeRouting(entry.task.routing, routing) }).setMetadata({ unroutable: undefined }),
    );
  if (dueBy !== undefined) note('dueBy', () => edit.setMetadata({ dueBy: dueBy ?? undefined, overdue: undefined }));
  if (resource !== undefined) note('resource', () => edit.setMetadata({ resource: resource ?? undefined }));
  if (reviewRequired !== undefined)
    note('reviewRequired', () => edit.setMetadata({ reviewRequired: reviewRequired || undefined }));
  if (dependsOn !== undefined) {
    assertCanWait(lookup, id, dependsOn);
    note('dependsOn', () => edit.set({ dependsOn: [...new Set(dependsOn)] }));
  }
  if (body !== undefined) note('body', () => edit.setMetadata({ origin: undefined }));
  if (fields.length === 0) return edit.toChange(entry);
  edit.log('task.edited', { fields });
  const change = edit.toChange(edit.entry);
  const text: BodyEdit | undefined = body === undefined ? undefined : { kind: 'text', heading: WORK_LOG, text: body };
  return { ...change, puts: change.puts.map((put) => (text === undefined ? put : { ...put, body: text })) };
}

function mergeRouting(before: TaskRouting, wanted: NonNullable<TaskEditRequest['routing']>): TaskRouting {
  const merged = Object.entries({ ...before, ...wanted }).filter(([, value]) => value !== null && value !== undefined);
  const { tags = [], ...rest } = Object.fromEntries(merged) as Partial<TaskRouting>;
  return { ...rest, tags };
}

/** Leaves a remark for the agent that works on the task next. */
export function planComment(
  lookup: TaskLookup,
  id: string,
  request: Acting & { readonly text: string },
): TaskChange<TaskEntry> {
  const entry = getEntry(lookup, id);
  const text = request.text.trim();
  if (text === '') throw new BatonError('INPUT_INVALID', 'a comment must not be empty', { id });
  const edit = new TaskEdit(entry, request);
  edit
    .remark(entry.task.status === 'blocked' ? 'answer' : 'comment', text)
    .note(text)
    .log('task.commented', { text });
  return edit.toChange(edit.entry);
}

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
  const move = decidePersonMove(status, to);
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

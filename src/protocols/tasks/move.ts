import { BatonError } from '../../kernel/errors/index.ts';
import type { ArtifactWrite, TaskChange, TaskLookup } from '../../kernel/ports/index.ts';
import { isFinished, type RunResult, type TaskEntry, type TaskRemark, type TaskStatus } from '../../kernel/tasks.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import { assertRev, getEntry } from './new-task.ts';
import { renderPointer } from './render.ts';
import { isMoveAllowed, joinChanges, TaskEdit, type Acting, type MoveOptions } from './task-edit.ts';

export interface MoveRequest extends Acting, MoveOptions {
  readonly to: TaskStatus;
  /** Refuses if the task has another rev by now. */
  readonly rev?: number;
}

/** A person's move. Tasks get into in-progress by a claim alone. */
export function planMove(lookup: TaskLookup, id: string, request: MoveRequest): TaskChange<TaskEntry> {
  const entry = getEntry(lookup, id);
  assertRev(entry.task, request.rev);
  if (request.to === 'in-progress' && entry.task.status !== 'in-progress') {
    throw new BatonError('TASK_MOVE_REFUSED', `${id} becomes in-progress by a claim, not by a move`, {
      id,
      hint: 'use baton claim',
    });
  }
  if (request.to === 'ready' && entry.task.status === 'done') {
    throw new BatonError('TASK_MOVE_REFUSED', `${id} is done: to have it done again, say what has to be different`, {
      id,
      hint: `baton task rework ${id} --reason TEXT`,
    });
  }
  const edit = new TaskEdit(entry, request);
  edit.move(request.to, { ...request, runStatus: request.runStatus ?? 'failed' });
  if (edit.task !== entry.task) requeueAfresh(edit, REMARK_AFTER[entry.task.status] ?? 'comment', request.reason);
  return withParentTold(lookup, edit, request);
}

const REMARK_AFTER: Partial<Record<TaskStatus, TaskRemark['kind']>> = { review: 'review', blocked: 'answer' };

/** The reason of a person reaches the next run; what they put into ready is tried again from the beginning. */
function requeueAfresh(edit: TaskEdit, kind: TaskRemark['kind'], reason: string | undefined): void {
  if (reason !== undefined) edit.remark(kind, reason);
  if (edit.task.status === 'ready') edit.setMetadata({ attempts: undefined, unroutable: undefined });
}

/** How to say what a task lacks while there is no work of it to do again. */
function hintForUnfinished(id: string, status: TaskStatus): string {
  if (status === 'in-progress') return `an agent works on it: run baton task stop ${id} first, then comment on it`;
  if (status === 'blocked') return `run baton task move ${id} ready --reason ANSWER`;
  if (isMoveAllowed(status, 'ready')) return `run baton task move ${id} ready`;
  return `nobody has worked on it yet: say it with baton task comment ${id} TEXT`;
}

/** What a person has looked at and wants done again: from review, or from done. */
export function planRework(
  lookup: TaskLookup,
  id: string,
  request: Acting & { readonly reason: string },
): TaskChange<TaskEntry> {
  const entry = getEntry(lookup, id);
  const { status } = entry.task;
  if (request.reason.trim() === '') throw new BatonError('INPUT_INVALID', 'say what has to be different', { id });
  if (status !== 'review' && status !== 'done') {
    throw new BatonError('TASK_MOVE_REFUSED', `${id} is ${status}: only a task in review or done can be reworked`, {
      id,
      hint: hintForUnfinished(id, status),
    });
  }
  const edit = new TaskEdit(entry, request);
  edit.move('ready', { reason: request.reason });
  requeueAfresh(edit, 'review', request.reason);
  return edit.toChange(edit.entry);
}

/** Takes a task from its run. It waits for a person then, who stopped it for a reason. */
export function planStop(
  lookup: TaskLookup,
  id: string,
  request: Acting & {
    readonly reason?: string;
    /** Who took which lease away: for the record, not for readers. */ readonly taken?: string;
  },
): TaskChange<TaskEntry> {
  const entry = getEntry(lookup, id);
  const edit = new TaskEdit(entry, request);
  // It may have reported already and its program goes on: then there is nothing to take from it.
  if (entry.task.status !== 'in-progress') return edit.toChange(entry);
  const { actor, reason, taken } = request;
  const words = `stopped by ${actor}${reason === undefined ? '' : `: ${reason}`}`;
  const recorded = [reason, taken].filter((part) => part !== undefined).join('; ');
  edit.log('run.stopped', { by: actor, ...(recorded === '' ? {} : { reason: recorded }) });
  const whole = taken === undefined ? words : `${words}; ${taken}`;
  edit.move('blocked', { reason: whole, block: { kind: 'human', reason: words }, runStatus: 'failed' });
  if (reason !== undefined) edit.remark('comment', reason);
  return withParentTold(lookup, edit, request);
}

/** Adds to a change of a child what its parent must learn; nothing if the child has not just ended badly. */
export function withParentTold(lookup: TaskLookup, edit: TaskEdit, acting: Acting): TaskChange<TaskEntry> {
  const { task } = edit;
  const change = edit.toChange(edit.entry);
  const hasEnded = change.events.some(
    ({ type, payload }) =>
      type === 'task.transitioned' && (payload['to'] === 'cancelled' || payload['to'] === 'deadletter'),
  );
  if (!hasEnded || task.parentId === undefined) return change;
  const parentStatus = lookup.statusOf(task.parentId);
  if (parentStatus === undefined || isFinished(parentStatus)) return change;
  return joinChanges(
    edit.entry,
    change,
    planTold(getEntry(lookup, task.parentId), task.id, `${task.id} (${task.title}) ended as ${task.status}`, acting),
  );
}

/** Tells the agent of a task something: in its work log, and as a file among its inputs. */
function planTold(parent: TaskEntry, childId: string, text: string, acting: Acting): TaskChange<null> {
  const edit = new TaskEdit(parent, acting);
  edit.note(text).log('delegation.ended', { childId, text });
  return edit.toChange(null);
}

/** Adds to a report of a child what its parent gets of it: the summary in its work log, and in the file that leads to the child. */
export function withParentReported<R>(
  lookup: TaskLookup,
  { task }: TaskEntry,
  result: RunResult,
  acting: Acting,
  change: TaskChange<R>,
): TaskChange<R> {
  const parentStatus = task.parentId === undefined ? undefined : lookup.statusOf(task.parentId);
  if (task.parentId === undefined || parentStatus === undefined || isFinished(parentStatus)) return change;
  const edit = new TaskEdit(getEntry(lookup, task.parentId), acting);
  edit.note(
    `${task.id} (${task.title}) reported ${result.outcome}${result.notes === undefined ? '' : `: ${result.notes}`}`,
  );
  const pointer = {
    taskId: task.parentId,
    path: `subtasks/${task.id}.md`,
    content: renderPointer(task, result.agentId, renderIsoTime(acting.now), result),
  };
  return joinChanges(change.result, change, { ...edit.toChange(null), artifacts: [pointer] });
}

export interface OutgoingMessage {
  readonly type: string;
  readonly taskId: string;
  readonly parentTaskId?: string;
  readonly fromAgent: string;
  readonly toAgent: string;
  readonly payload: Readonly<Record<string, string | boolean>>;
}

/** A message for the agent of `taskId`, put where it looks: the inputs of its task. */
export function planMessage(taskId: string, message: OutgoingMessage, nowIso: string): ArtifactWrite {
  const envelope = { protocol: 'aof', version: 1, ...message, sentAt: nowIso };
  const name = `${nowIso.replaceAll(/[-:.]/g, '')}-${message.type}-${message.taskId}.json`;
  return { taskId, path: `inputs/messages/${name}`, content: `${JSON.stringify(envelope, null, 2)}\n` };
}

import { BatonError } from '../../kernel/errors/index.ts';
import type { ArtifactWrite, TaskChange, TaskLookup } from '../../kernel/ports/index.ts';
import { isFinished, type RunResult, type TaskEntry, type TaskStatus } from '../../kernel/tasks.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import { getEntry } from './new-task.ts';
import { renderPointer } from './render.ts';
import { joinChanges, TaskEdit, type Acting, type MoveOptions } from './task-edit.ts';

export interface MoveRequest extends Acting, MoveOptions {
  readonly to: TaskStatus;
  /** Refuses where the task has another rev by now. */
  readonly rev?: number;
}

/** A person's move. Tasks get into in-progress by a claim alone. */
export function planMove(lookup: TaskLookup, id: string, request: MoveRequest): TaskChange<TaskEntry> {
  const entry = getEntry(lookup, id);
  if (request.rev !== undefined && request.rev !== entry.task.rev) {
    throw new BatonError('TASK_CHANGED', `${id} has rev ${entry.task.rev}, not ${request.rev}`, {
      id,
      rev: entry.task.rev,
    });
  }
  if (request.to === 'in-progress' && entry.task.status !== 'in-progress') {
    throw new BatonError('TASK_MOVE_REFUSED', `${id} becomes in-progress by a claim, not by a move`, {
      id,
      hint: 'use baton claim',
    });
  }
  const edit = new TaskEdit(entry, request);
  edit.move(request.to, { ...request, runStatus: request.runStatus ?? 'failed' });
  // A person who puts it into ready wants it tried again from the beginning.
  if (request.to === 'ready' && edit.task !== entry.task)
    edit.setMetadata({ attempts: undefined, unroutable: undefined });
  return withParentTold(lookup, edit, request);
}

/** Adds to a change of a child what its parent must learn; nothing where the child has not just ended badly. */
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

/** Every change of a task that the board can make, with what takes it back. */
import { post, taskPath } from '../api.ts';
import { notify } from '../notices.tsx';
import { STATUS_NAMES } from '../parts/labels.tsx';
import { showMove, takeCards } from '../tasks.ts';
import type { TaskCard, TaskStatus } from '../types.ts';
import { reversalOf } from './moves.ts';

interface Changed {
  readonly task: TaskCard;
}

async function change(path: string, body: object): Promise<TaskCard> {
  const { task } = await post<Changed>(path, body);
  takeCards([task]);
  return task;
}

export const shortId = (id: string): string => id.replace(/^TASK-\d{4}-/, '');

/** Shown at once; put back if the daemon refuses. */
async function moveTo(card: TaskCard, to: TaskStatus, reason?: string): Promise<TaskCard> {
  const hide = showMove(card.id, to);
  try {
    return await change(taskPath(card.id, '/move'), {
      to,
      rev: card.rev,
      ...(reason === undefined || reason === '' ? {} : { reason }),
    });
  } catch (error) {
    hide();
    throw error;
  }
}

export async function moveTask(card: TaskCard, to: TaskStatus, reason?: string): Promise<void> {
  const after = await moveTo(card, to, reason);
  const back = reversalOf(card.status, to);
  notify(`${shortId(card.id)} is now ${STATUS_NAMES[to]}.`, {
    ...(back === undefined
      ? {}
      : {
          undo: async () => {
            await moveTo(after, back.to, back.reason);
            notify(`${shortId(card.id)} is ${STATUS_NAMES[back.to]} again.`);
          },
        }),
  });
}

export async function reworkTask(card: TaskCard, reason: string): Promise<void> {
  await change(taskPath(card.id, '/rework'), { reason });
  notify(`${shortId(card.id)} was sent back.`, { detail: 'The next run reads your reason.' });
}

export async function stopTask(card: TaskCard, reason: string): Promise<void> {
  await change(taskPath(card.id, '/stop'), reason === '' ? {} : { reason });
  notify(`The run of ${shortId(card.id)} was stopped.`, { detail: 'The task waits in Blocked.' });
}

export async function commentTask(card: TaskCard, text: string): Promise<void> {
  await change(taskPath(card.id, '/comment'), { text });
  notify('Your comment is kept.', { detail: 'The next run reads it.' });
}

/** The fields of an edit; null takes one out. */
export interface TaskEdit {
  readonly title?: string;
  readonly body?: string;
  readonly priority?: string;
  readonly agent?: string | null;
  readonly dependsOn?: readonly string[];
}

export async function editTask(card: TaskCard, edit: TaskEdit, before: TaskEdit): Promise<void> {
  const after = await change(taskPath(card.id, '/edit'), { ...edit, rev: card.rev });
  notify(`${shortId(card.id)} was changed.`, {
    undo: async () => {
      await change(taskPath(card.id, '/edit'), { ...before, rev: after.rev });
      notify(`${shortId(card.id)} is as it was.`);
    },
  });
}

export interface NewTask {
  readonly title: string;
  readonly body?: string;
  readonly priority?: string;
  readonly agent?: string;
  readonly dependsOn?: readonly string[];
  readonly backlog?: boolean;
  readonly reviewRequired?: boolean;
}

export async function createTask(wanted: NewTask): Promise<void> {
  const made = await change('/v1/tasks', wanted);
  notify(`${shortId(made.id)} was created.`, {
    undo: async () => {
      await moveTo(made, 'cancelled', 'created by mistake');
      notify(`${shortId(made.id)} was cancelled.`);
    },
  });
}

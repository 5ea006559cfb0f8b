/** Every change of a task that the board can make, with what takes it back. */
import { ApiError, get, post, taskPath } from '../api.ts';
import { today } from '../clock.ts';
import { notify } from '../notices.tsx';
import { STATUS_NAMES } from '../parts/labels.tsx';
import { showMove, takeCards } from '../tasks.ts';
import type { TaskCard, TaskDetail, TaskStatus } from '../types.ts';
import { reversalOf } from './moves.ts';

interface Changed {
  readonly task: TaskCard;
}

async function change(path: string, body: object): Promise<TaskCard> {
  const { task } = await post<Changed>(path, body);
  takeCards([task]);
  return task;
}

/** The number alone for a task of today, else month, day and number: what the command line takes as well. */
export const shortId = (id: string): string =>
  id.replace(/^TASK-(\d{4}-\d\d-\d\d)-/, (_, day: string) => (day === today.value ? '#' : `${day.slice(5)}-`));

/**
 * Sends a change with the state that the reader saw. If it is another one by now, and nothing of it concerns this
 * change (the scheduler notes things on its own), it is sent once more with the new state.
 */
async function changeSeen(
  card: TaskCard,
  verb: string,
  body: object,
  isSame: (fresh: TaskDetail) => boolean,
): Promise<TaskCard> {
  try {
    return await change(taskPath(card.id, verb), { ...body, rev: card.rev });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'TASK_CHANGED') throw error;
    const fresh = await get<TaskDetail>(taskPath(card.id));
    if (!isSame(fresh))
      throw new ApiError(
        error.code,
        'Somebody changed this task in the meantime.',
        'Nothing was changed; look at it again.',
      );
    return await change(taskPath(card.id, verb), { ...body, rev: fresh.card.rev });
  }
}

/** Shown at once; put back if the daemon refuses. */
async function moveTo(card: TaskCard, to: TaskStatus, reason?: string): Promise<TaskCard> {
  const hide = showMove(card.id, to);
  try {
    const body = { to, ...(reason === undefined || reason === '' ? {} : { reason }) };
    return await changeSeen(card, '/move', body, (fresh) => fresh.card.status === card.status);
  } catch (error) {
    hide();
    throw error;
  }
}

export async function moveTask(card: TaskCard, to: TaskStatus, reason?: string): Promise<void> {
  const after = await moveTo(card, to, reason);
  const back = reversalOf(card.status, to);
  const text = `${shortId(card.id)} is now ${STATUS_NAMES[to]}.`;
  if (back === undefined) return notify(text);
  notify(text, {
    undo: async () => {
      await moveTo(after, back.to, back.reason);
      notify(`${shortId(card.id)} is ${STATUS_NAMES[back.to]} again.`);
    },
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
  const after = await changeSeen(card, '/edit', edit, (fresh) => isAsBefore(fresh, before));
  notify(`${shortId(card.id)} was changed.`, {
    undo: async () => {
      await changeSeen(after, '/edit', before, (fresh) => isAsBefore(fresh, edit));
      notify(`${shortId(card.id)} is as it was.`);
    },
  });
}

/** The fields that are changed still say what they said. */
function isAsBefore({ entry: { task }, text }: TaskDetail, before: TaskEdit): boolean {
  const { title, priority, routing, dependsOn } = task;
  const current: Required<TaskEdit> = { title, priority, agent: routing.agent ?? null, dependsOn, body: text };
  return Object.entries(before).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(current[name as keyof TaskEdit]),
  );
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

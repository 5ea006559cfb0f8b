import { ApiError, canWrite, post } from './api.ts';
import { notify } from './notices.tsx';
import { STATUS_NAMES } from './parts/labels.tsx';
import { overview, showMove } from './tasks.ts';
import type { TaskCard, TaskStatus } from './types.ts';

export const movesOf = (status: TaskStatus): readonly TaskStatus[] => overview.value?.moves[status] ?? [];

/** Moves a task, or says why not. The table is looked at first so that a refusal is instant; the daemon decides. */
export async function moveTask(card: TaskCard, to: TaskStatus): Promise<void> {
  if (card.status === to) return;
  const allowed = movesOf(card.status);
  if (!allowed.includes(to)) {
    const ways =
      allowed.length === 0
        ? 'It stays there.'
        : `It can go to ${allowed.map((status) => STATUS_NAMES[status]).join(', ')}.`;
    notify(`${card.id} cannot go from ${STATUS_NAMES[card.status]} to ${STATUS_NAMES[to]}.`, {
      detail: ways,
      isBad: true,
    });
    return;
  }
  if (!canWrite()) {
    notify('This board can only look.', {
      detail: 'Open it through the address that baton serve printed to change things.',
      isBad: true,
    });
    return;
  }
  const undo = showMove(card.id, to);
  try {
    await post(`/v1/tasks/${encodeURIComponent(card.id)}/move`, { to, rev: card.rev });
    notify(`${card.id} is now ${STATUS_NAMES[to]}.`);
  } catch (error) {
    undo();
    if (!(error instanceof ApiError)) throw error;
    notify(error.message, { detail: error.hint, isBad: true });
  }
}

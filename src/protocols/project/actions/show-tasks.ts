/** Tasks of the task plane in NEXT_ACTIONS.md: by their id, as far as there is room, and no longer than they are open. */
import { addAction, addBlocked, completeAction, MAX_ACTIVE, parseNextActions } from './next-actions.ts';

export const TASK_ID = /^TASK-\d{4}-\d\d-\d\d-\d{3,15}$/;
/** Titles are one line; the task itself has the rest. */
const MAX_LINE = 200;

export interface PlaneTask {
  readonly id: string;
  readonly title: string;
  readonly state: 'open' | 'blocked' | 'finished';
  /** What blocks it. */
  readonly reason?: string;
}

/** An item that names a task already is left as somebody wrote it; one whose task is finished is completed. */
export function showTasks(text: string, tasks: readonly PlaneTask[], date: string): string {
  let shown = text;
  for (const { id } of tasks.filter(({ state }) => state === 'finished')) {
    const item = parseNextActions(shown).find((action) => action.id === id && action.state !== 'completed');
    if (item !== undefined) shown = completeAction(shown, item, date);
  }
  for (const task of tasks.filter(({ id, state }) => state !== 'finished' && !names(text, id))) {
    const active = parseNextActions(shown).filter(({ state }) => state === 'active').length;
    if (task.state === 'blocked') shown = addBlocked(shown, lineOf(task), cut(task.reason ?? 'see the task'));
    else if (active < MAX_ACTIVE) shown = addAction(shown, lineOf(task));
  }
  return shown;
}

/** The id of one task may begin like that of another. */
const names = (text: string, id: string): boolean => new RegExp(`${id}(?!\\d)`).test(text);

const lineOf = ({ id, title }: PlaneTask): string => `${id} ${cut(title)}`;

function cut(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  return flat.length <= MAX_LINE ? flat : `${flat.slice(0, MAX_LINE - 1)}…`;
}

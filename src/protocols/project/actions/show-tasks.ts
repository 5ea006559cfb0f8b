/** Tasks of the task plane in NEXT_ACTIONS.md: by their id, as far as there is room, and no longer than they are open. */
import { addItem, completeItem, isActive, isOpen, MAX_ACTIVE, parseItems } from '../items/index.ts';

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
    const item = parseItems(shown).items.find((each) => each.id === id && isOpen(each));
    if (item !== undefined) shown = completeItem(shown, item, date);
  }
  for (const task of tasks.filter(({ id, state }) => state !== 'finished' && !names(text, id))) {
    const active = parseItems(shown).items.filter(isActive).length;
    const draft = { id: task.id, title: cut(task.title) };
    if (task.state === 'blocked')
      shown = addItem(shown, { ...draft, note: `blocked: ${cut(task.reason ?? 'see the task')}` }, 'blocked');
    else if (active < MAX_ACTIVE) shown = addItem(shown, draft);
  }
  return shown;
}

/** The id of one task may begin like that of another. */
const names = (text: string, id: string): boolean => new RegExp(`${id}(?!\\d)`).test(text);

function cut(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  return flat.length <= MAX_LINE ? flat : `${flat.slice(0, MAX_LINE - 1)}…`;
}

import { steps } from './place.ts';
import { cards } from './tasks.ts';
import type { TaskCard } from './types.ts';

/** The card that has the focus, else the task whose page is open. */
export function findCard(): TaskCard | undefined {
  const focused = document.activeElement?.closest<HTMLElement>('[data-task]')?.dataset['task'];
  const [first, second] = steps.value;
  return cards.value.get(focused ?? (first === 'tasks' ? (second ?? '') : ''));
}

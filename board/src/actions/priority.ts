import { openMenu } from '../menu.tsx';
import type { TaskCard, TaskPriority } from '../types.ts';
import { attempt } from './attempt.ts';
import { editTask } from './change-task.ts';

export const PRIORITIES = ['critical', 'high', 'normal', 'low'] as const satisfies readonly TaskPriority[];

/** A menu in which one letter, or a click, changes it. */
export function openPriorities(card: TaskCard): void {
  const items = PRIORITIES.map((priority) => ({
    id: priority,
    label: priority,
    key: priority.charAt(0),
    isChecked: priority === card.priority,
    run: () => setPriority(card, priority),
  }));
  openMenu(`Priority of ${card.title}`, items);
}

function setPriority(card: TaskCard, priority: TaskPriority): void {
  if (priority !== card.priority) attempt(() => editTask(card, { priority }, { priority: card.priority }));
}

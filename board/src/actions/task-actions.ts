/** What can be done with a task now: the same list for its menu, its page, the palette and the keys. */
import { isReadOnly } from '../api.ts';
import { notify } from '../notices.tsx';
import { STATUS_NAMES } from '../parts/labels.tsx';
import type { TaskCard, TaskStatus } from '../types.ts';
import { attempt, sayReadOnly } from './attempt.ts';
import { commentTask, moveTask, reworkTask, stopTask } from './change-task.ts';
import { openEdit } from './edit-form.tsx';
import { moveOf } from './moves.ts';
import { askReason, type ReasonQuestion } from './reason-dialog.tsx';
import { openPriorities } from './priority.ts';
import { openAssign } from './task-form.tsx';

export interface TaskAction {
  readonly id: string;
  readonly label: string;
  /** A single letter, while the task has the focus or its page is open. */
  readonly key?: string;
  /** The one thing that the task waits for. */
  readonly isMain?: boolean;
  readonly isDangerous?: boolean;
  readonly run: () => void;
}

const isEnded = ({ status }: TaskCard): boolean => status === 'done' || status === 'cancelled';

/** Nothing on a read-only board: what cannot happen is not offered. */
export function listActions(card: TaskCard): readonly TaskAction[] {
  if (isReadOnly.value) return [];
  const moves = MOVES.filter(({ from, to }) => from.includes(card.status) && moveOf(card.status, to).how !== 'refused');
  const actions: TaskAction[] = moves.map(({ id, to, label, key, isMain, isDangerous }) => ({
    id,
    label: typeof label === 'string' ? label : label(card),
    ...(key === undefined ? {} : { key }),
    ...(isMain?.(card) === true ? { isMain: true } : {}),
    ...(isDangerous === true ? { isDangerous } : {}),
    run: () => startMove(card, to),
  }));
  const edits: TaskAction[] = [
    { id: 'edit', label: 'Edit', key: 'e', run: () => openEdit(card) },
    { id: 'assign', label: 'Assign', key: 'a', run: () => openAssign(card) },
    { id: 'priority', label: 'Priority', key: 'p', run: () => openPriorities(card) },
  ];
  const comment = { id: 'comment', label: 'Comment', key: 'm', run: () => startComment(card) };
  return [
    ...actions.filter(({ isMain }) => isMain),
    ...(isEnded(card) ? [] : edits),
    comment,
    ...actions.filter(({ isMain }) => !isMain),
  ];
}

interface MoveRow {
  readonly id: string;
  readonly from: readonly TaskStatus[];
  readonly to: TaskStatus;
  readonly label: string | ((card: TaskCard) => string);
  readonly key?: string;
  readonly isMain?: (card: TaskCard) => boolean;
  readonly isDangerous?: boolean;
}

/** Blocked until somebody answers. A run that a person stopped has asked nothing; a comment may have answered it. */
export const asksQuestion = ({ status, block, why }: TaskCard): boolean =>
  status === 'blocked' && block?.kind === 'human' && (why === undefined || why.kind === 'person');

const always = (): boolean => true;

const READY_LABELS: Readonly<Partial<Record<TaskStatus, string>>> = {
  deadletter: 'Try again',
  review: 'Send back',
  done: 'Do it again',
  'in-progress': 'Take it back to Ready',
};

const MOVES: readonly MoveRow[] = [
  { id: 'approve', from: ['review'], to: 'done', label: 'Approve', key: 'y', isMain: always },
  {
    id: 'ready',
    from: ['backlog', 'blocked', 'deadletter', 'review', 'done', 'in-progress'],
    to: 'ready',
    label: (card) => (asksQuestion(card) ? 'Answer' : (READY_LABELS[card.status] ?? 'Move to Ready')),
    key: 'r',
    isMain: ({ status }) => status === 'blocked' || status === 'review' || status === 'deadletter',
  },
  { id: 'block', from: ['backlog', 'ready', 'review'], to: 'blocked', label: 'Block', key: 'b' },
  {
    id: 'stop',
    from: ['in-progress'],
    to: 'blocked',
    label: 'Stop the run',
    key: 's',
    isDangerous: true,
  },
  { id: 'backlog', from: ['ready'], to: 'backlog', label: 'Move to Backlog', key: 'l' },
  { id: 'review', from: ['in-progress'], to: 'review', label: 'End it and review' },
  { id: 'give-up', from: ['ready', 'in-progress', 'blocked'], to: 'deadletter', label: 'Give up', isDangerous: true },
  {
    id: 'cancel',
    from: ['backlog', 'ready', 'in-progress', 'blocked', 'review', 'deadletter'],
    to: 'cancelled',
    label: 'Cancel',
    key: 'x',
    isDangerous: true,
  },
];

/** Moves a task, after asking for a reason if one helps; the same for a drop, a menu and a key. */
export function startMove(card: TaskCard, to: TaskStatus): void {
  const move = moveOf(card.status, to);
  if (move.how === 'refused')
    return notify(`${card.title} stays in ${STATUS_NAMES[card.status]}: ${move.why}.`, { isBad: true });
  if (isReadOnly.value) return sayReadOnly();
  if (move.reason === 'none') return attempt(() => moveTask(card, to));
  const isRequired = move.reason === 'required' || (to === 'ready' && asksQuestion(card));
  const question = questionFor(card, to, isRequired);
  askReason(card, question, (reason) => {
    if (move.how === 'rework') return reworkTask(card, reason);
    if (move.how === 'stop') return stopTask(card, reason);
    return moveTask(card, to, reason);
  });
}

const askForNextRun = (title: string) => ({ title, ask: 'What should the next run know?', submit: title });

function questionFor(card: TaskCard, to: TaskStatus, isRequired: boolean): ReasonQuestion {
  const { status, block } = card;
  const base = { isRequired, ...(block === undefined ? {} : { quote: block.reason }) };
  if (to === 'ready' && (status === 'review' || status === 'done'))
    return {
      ...base,
      title: 'Send back',
      ask: 'What has to be different? The next run reads it.',
      submit: 'Send back',
    };
  if (to === 'ready' && asksQuestion(card))
    return { ...base, title: 'Answer', ask: 'Your answer; the next run reads it.', submit: 'Answer and continue' };
  if (to === 'ready' && (status === 'blocked' || status === 'deadletter'))
    return { ...base, ...askForNextRun(READY_LABELS[status] ?? 'Move to Ready') };
  if (to === 'blocked' && status === 'in-progress')
    return {
      ...base,
      title: 'Stop the run',
      ask: 'Why? The task waits in Blocked with this reason.',
      submit: 'Stop the run',
      isDangerous: true,
    };
  if (to === 'blocked') return { ...base, title: 'Block', ask: 'What does it wait for?', submit: 'Block' };
  if (to === 'cancelled')
    return {
      ...base,
      title: 'Cancel the task',
      ask: 'Why? A cancelled task cannot be brought back.',
      submit: 'Cancel the task',
      isDangerous: true,
    };
  return {
    ...base,
    title: `Move to ${STATUS_NAMES[to]}`,
    ask: 'Why?',
    submit: 'Move',
    isDangerous: to === 'deadletter',
  };
}

function startComment(card: TaskCard): void {
  const question = { title: 'Comment', ask: 'What should the next run know?', submit: 'Comment', isRequired: true };
  askReason(card, question, (text) => commentTask(card, text));
}

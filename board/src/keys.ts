/** What single keys do; never while somebody types, or while a dialog is open. */
import { openNew } from './actions/task-form.tsx';
import { listActions } from './actions/task-actions.ts';
import { sayReadOnly } from './actions/attempt.ts';
import { isReadOnly } from './api.ts';
import { findCard } from './current-card.ts';
import { isDialogOpen } from './dialog.tsx';
import { openHelp, TASK_KEYS } from './help.tsx';
import { undoLast } from './notices.tsx';
import { openPalette } from './palette.tsx';
import { go } from './place.ts';
import { VIEWS } from './views-table.ts';

let wasG = false;

export function onKey(event: KeyboardEvent): void {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
    event.preventDefault();
    return openPalette();
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isDialogOpen() || isTyping(event.target)) return;
  const view = wasG ? VIEWS.find(({ key }) => key === event.key) : undefined;
  wasG = event.key === 'g' && !wasG;
  if (view !== undefined) go(view.path);
  else if (!wasG) press(event);
}

function press(event: KeyboardEvent): void {
  const arrow = ARROWS[event.key];
  if (arrow !== undefined) {
    if (focusCard(arrow)) event.preventDefault();
    return;
  }
  const run = PAGE[event.key] ?? findCriterion(event.key) ?? findTaskKey(event.key);
  if (run === undefined) return;
  event.preventDefault();
  run();
}

const PAGE: Readonly<Record<string, () => void>> = {
  '/': () => document.getElementById('search')?.focus(),
  '?': openHelp,
  n: () => (isReadOnly.value ? sayReadOnly() : openNew()),
  u: () => void undoLast(),
};

/** Of the card that has the focus, or of the page that is open. */
function findTaskKey(key: string): (() => void) | undefined {
  const card = findCard();
  if (card === undefined || !TASK_KEYS.some(([known]) => known === key)) return undefined;
  if (isReadOnly.value) return sayReadOnly;
  return listActions(card).find((action) => action.key === key)?.run;
}

/** On the page of a task: its acceptance criteria by number. */
function findCriterion(key: string): (() => void) | undefined {
  if (!/^[1-9]$/.test(key)) return undefined;
  const box = document.querySelectorAll<HTMLInputElement>('.criteria input')[Number(key) - 1];
  if (box === undefined) return undefined;
  return isReadOnly.value ? sayReadOnly : () => box.click();
}

const ARROWS: Readonly<Record<string, 'up' | 'down' | 'left' | 'right'>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** Up and down within a column, left and right to the nearest card of the next one. */
function focusCard(direction: 'up' | 'down' | 'left' | 'right'): boolean {
  const links = [...document.querySelectorAll<HTMLElement>('[data-task] a.stretched')];
  const at = document.activeElement?.closest('[data-task]');
  if (at === null || at === undefined) {
    links[0]?.focus();
    return links.length > 0;
  }
  const from = at.getBoundingClientRect();
  const isAlong = direction === 'up' || direction === 'down';
  const sign = direction === 'up' || direction === 'left' ? -1 : 1;
  const candidates = links.flatMap((link) => {
    const box = link.closest('[data-task]')?.getBoundingClientRect();
    if (box === undefined) return [];
    const [dx, dy] = [(box.left - from.left) * (isAlong ? 1 : sign), (box.top - from.top) * (isAlong ? sign : 1)];
    const fits = isAlong ? Math.abs(dx) < 2 && dy > 2 : dx > 2;
    return fits ? [{ link, far: isAlong ? dy : dx * 10_000 + Math.abs(dy) }] : [];
  });
  const nearest = candidates.reduce<{ link: HTMLElement; far: number } | undefined>(
    (best, each) => (best === undefined || each.far < best.far ? each : best),
    undefined,
  );
  nearest?.link.focus();
  nearest?.link.scrollIntoView({ block: 'nearest' });
  return true;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName));

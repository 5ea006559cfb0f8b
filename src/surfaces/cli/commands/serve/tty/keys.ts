/** What keys do on the terminal board: a pure step from one view to the next, with what has to be done beside it. */
import { TASK_STATUSES, type TaskStatus } from '../../../../../kernel/tasks.ts';
import type { Overview, TaskCard } from '../../../../../relay/views/index.ts';

export interface TtyView {
  readonly mode:
    | { readonly kind: 'list' }
    /** Lines above the first that is shown. */
    | { readonly kind: 'detail'; readonly scroll: number }
    | { readonly kind: 'help' }
    /** A line is typed; `what` says for which purpose. */
    | { readonly kind: 'type'; readonly what: Typing; readonly text: string }
    | { readonly kind: 'move' };
  readonly selected: string | undefined;
  readonly filter: string;
  readonly message: string;
}

type Typing =
  | { readonly kind: 'filter' }
  | { readonly kind: 'new' }
  | { readonly kind: 'stop' | 'comment'; readonly card: TaskCard }
  | { readonly kind: 'move'; readonly card: TaskCard; readonly to: TaskStatus };

export type TtyEffect =
  | { readonly kind: 'quit' }
  | { readonly kind: 'new'; readonly title: string }
  | { readonly kind: 'stop'; readonly id: string; readonly reason: string }
  | { readonly kind: 'comment'; readonly id: string; readonly text: string }
  | { readonly kind: 'move'; readonly card: TaskCard; readonly to: TaskStatus; readonly reason: string };

export interface Key {
  /** `up`, `return`, `escape`, `backspace`; a letter for itself. */
  readonly name: string;
  /** What it types. */
  readonly text: string;
}

export interface TtyStep {
  readonly view: TtyView;
  readonly effect?: TtyEffect;
}

export const FIRST_VIEW: TtyView = { mode: { kind: 'list' }, selected: undefined, filter: '', message: '' };

/** The cards as they are shown, one below the other. */
export interface Shown {
  readonly cards: readonly TaskCard[];
  readonly moves: Overview['moves'];
}

export function pressKey(before: TtyView, key: Key, shown: Shown): TtyStep {
  const view = { ...before, message: '' };
  const card = shown.cards.find(({ id }) => id === view.selected);
  if (view.mode.kind === 'type') return typeKey(view, view.mode, key, shown);
  if (view.mode.kind === 'move') return chooseStatus(view, key, shown, card);
  if (key.name === 'q') return { view, effect: { kind: 'quit' } };
  if (view.mode.kind !== 'list' && (key.name === 'escape' || key.name === 'return' || key.name === '?'))
    return { view: { ...view, mode: { kind: 'list' } } };
  if (view.mode.kind === 'detail') {
    const by = SCROLLS[key.name];
    if (by !== undefined)
      return { view: { ...view, mode: { kind: 'detail', scroll: Math.max(0, view.mode.scroll + by) } } };
  }
  return { view: listKey(view, key, shown.cards, card) };
}

const PAGE = 10;
const SCROLLS: Readonly<Record<string, number>> = { up: -1, k: -1, down: 1, j: 1, pageup: -PAGE, pagedown: PAGE };

/** A task that ended, or no longer fits the filter, is not selected any more: what took its place is. */
export function keepSelection(view: TtyView, before: readonly TaskCard[], cards: readonly TaskCard[]): TtyView {
  if (cards.some(({ id }) => id === view.selected)) return view;
  const at = before.findIndex(({ id }) => id === view.selected);
  const selected = cards.at(Math.min(Math.max(0, at), cards.length - 1))?.id;
  const isGone = view.mode.kind === 'detail' || view.mode.kind === 'move';
  return { ...view, selected, ...(isGone ? { mode: { kind: 'list' } } : {}) };
}

function listKey(view: TtyView, { name }: Key, cards: readonly TaskCard[], card: TaskCard | undefined): TtyView {
  const to = findStep(name, cards, view.selected);
  if (to !== undefined) return { ...view, selected: cards.at(to)?.id ?? view.selected };
  const type = (what: Typing, text = ''): TtyView => ({ ...view, mode: { kind: 'type', what, text } });
  switch (name) {
    case 'return':
      return card === undefined ? view : { ...view, mode: { kind: 'detail', scroll: 0 } };
    case 'escape':
      return { ...view, filter: '' };
    case '?':
      return { ...view, mode: { kind: 'help' } };
    case 'n':
      return type({ kind: 'new' });
    case '/':
      return type({ kind: 'filter' }, view.filter);
    case 'm':
      return card === undefined ? { ...view, message: 'choose a task first' } : { ...view, mode: { kind: 'move' } };
    case 'c':
      return card === undefined ? { ...view, message: 'choose a task first' } : type({ kind: 'comment', card });
    case 's':
      if (card?.status === 'in-progress') return type({ kind: 'stop', card });
      return {
        ...view,
        message: card === undefined ? 'choose a task first' : 'only a task in progress has a run to stop',
      };
    default:
      return view;
  }
}

/** Where a key leads to in the list. */
function findStep(name: string, cards: readonly TaskCard[], selected: string | undefined): number | undefined {
  const at = cards.findIndex(({ id }) => id === selected);
  const last = cards.length - 1;
  const by = SCROLLS[name];
  if (by !== undefined) return Math.max(0, Math.min(last, at + by));
  if (name === 'right') return Math.max(0, findGroup(cards, at, 1));
  if (name === 'left') return Math.max(0, findGroup(cards, at, -1));
  return name === 'home' ? 0 : name === 'end' ? Math.max(0, last) : undefined;
}

/** The first card of the next group, or of the one before. */
function findGroup(cards: readonly TaskCard[], at: number, by: 1 | -1): number {
  const starts = cards.flatMap(({ status }, index) => (status === cards[index - 1]?.status ? [] : [index]));
  return by === 1 ? (starts.find((start) => start > at) ?? at) : (starts.findLast((start) => start < at) ?? at);
}

/** The statuses a person can choose, in the order of the numbers that choose them. */
export const offeredMoves = (card: TaskCard, moves: Overview['moves']): readonly TaskStatus[] =>
  TASK_STATUSES.filter((to) => moves[card.status][to].how !== 'refused');

function chooseStatus(view: TtyView, key: Key, { moves }: Shown, card: TaskCard | undefined): TtyStep {
  const list: TtyView = { ...view, mode: { kind: 'list' } };
  const to = card === undefined ? undefined : offeredMoves(card, moves)[Number(key.text) - 1];
  if (card === undefined || to === undefined) return { view: key.name === 'escape' || key.name === 'q' ? list : view };
  const move = moves[card.status][to];
  if (move.how === 'refused' || move.reason === 'none')
    return { view: list, effect: { kind: 'move', card, to, reason: '' } };
  return { view: { ...view, mode: { kind: 'type', what: { kind: 'move', card, to }, text: '' } } };
}

function typeKey(view: TtyView, mode: Extract<TtyView['mode'], { kind: 'type' }>, key: Key, { moves }: Shown): TtyStep {
  const list: TtyView = { ...view, mode: { kind: 'list' } };
  if (key.name === 'escape') return { view: mode.what.kind === 'filter' ? { ...list, filter: '' } : list };
  if (key.name === 'return') return finishTyping(list, mode.what, mode.text.trim(), moves);
  const text = key.name === 'backspace' ? [...mode.text].slice(0, -1).join('') : mode.text + key.text;
  const next = { ...view, mode: { ...mode, text } };
  return { view: mode.what.kind === 'filter' ? { ...next, filter: text } : next };
}

/** Back to ready, it takes the answer along. A run that a person stopped has asked nothing; a comment may answer it. */
export const asksQuestion = ({ status, block, why }: TaskCard, to: TaskStatus): boolean =>
  to === 'ready' && status === 'blocked' && block?.kind === 'human' && (why === undefined || why.kind === 'person');

function finishTyping(list: TtyView, what: Typing, text: string, moves: Overview['moves']): TtyStep {
  switch (what.kind) {
    case 'filter':
      return { view: { ...list, filter: text } };
    case 'new':
      return text === '' ? { view: list } : { view: list, effect: { kind: 'new', title: text } };
    case 'stop':
      return { view: list, effect: { kind: 'stop', id: what.card.id, reason: text } };
    case 'comment':
      return text === '' ? { view: list } : { view: list, effect: { kind: 'comment', id: what.card.id, text } };
    case 'move': {
      const move = moves[what.card.status][what.to];
      if (text === '' && asksQuestion(what.card, what.to))
        return { view: { ...list, message: 'nothing was changed: it waits for an answer' } };
      if (text === '' && move.how !== 'refused' && move.reason === 'required')
        return { view: { ...list, message: 'nothing was changed: this needs a reason' } };
      return { view: list, effect: { kind: 'move', card: what.card, to: what.to, reason: text } };
    }
  }
}

/** The terminal board with its selection, dialogs and footer. No line is wider than the screen. */
import type { Style } from '../../../style.ts';
import {
  cutWords,
  orderCards,
  padCells,
  STATUS_NAMES,
  toCells,
  widthOf,
  wrapAtMost,
  wrapItems,
  wrapWords,
  type BoardState,
  type Screen,
} from '../render-board.ts';
import { asksQuestion, offeredMoves, type TtyView } from './keys.ts';
import { factOf, renderDetail, renderList, shortId, type TtyDetail } from './render-list.ts';

export interface TtyState extends BoardState {
  /** Of the task that is open. */
  readonly detail?: TtyDetail;
}

type Card = BoardState['cards'][number];

const FOOTER = [
  '↑↓ task',
  '←→ group',
  'enter open',
  'n new',
  'm move',
  'c comment',
  's stop',
  '/ filter',
  '? keys',
  'q quit',
];
const DETAIL_FOOTER = ['↑↓ scroll', 'enter back', 'm move', 'c comment', 's stop', 'q quit'];

const HELP = [
  ['up, down', 'one task up or down; page up and page down ten'],
  ['left, right', 'to the group before or after'],
  ['enter', 'what is known of the task; again to return'],
  ['n', 'new task'],
  ['m', 'move the task: answer, approve, send back; only what is possible is offered'],
  ['c', 'comment; the next run reads it'],
  ['s', 'stop its run, with everything it started'],
  ['/', 'filter; escape clears it'],
  ['q', 'quit'],
] as const;

/** The cards that fit the filter, as they are shown. */
export function filterCards({ cards }: BoardState, filter: string): BoardState['cards'] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return orderCards(cards).filter((card) => {
    const text = `${card.id} ${card.title} ${card.agent ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function renderTty(state: TtyState, view: TtyView, screen: Screen, style: Style): string {
  const bottom = renderBottom(state, view, screen, style);
  const isWhole = view.mode.kind === 'detail' || view.mode.kind === 'help';
  const top = isWhole ? [] : renderTop(state, screen, style);
  const rows = Math.max(1, screen.rows - top.length - bottom.length);
  const body = renderBody(state, view, { ...screen, rows }, style).slice(0, rows);
  const blank = Array.from({ length: rows - body.length }, () => '');
  return [...top, ...body, ...blank, ...bottom].slice(-screen.rows).join('\n');
}

function renderBody(state: TtyState, view: TtyView, screen: Screen, style: Style): string[] {
  if (view.mode.kind === 'help') return renderHelp(screen, style);
  const cards = filterCards(state, view.filter);
  const card = cards.find(({ id }) => id === view.selected);
  if (view.mode.kind === 'detail' && card !== undefined) {
    const detail = state.detail?.id === card.id ? state.detail : undefined;
    const lines = renderDetail(card, detail, screen, state.nowMs, style);
    const from = Math.max(0, Math.min(view.mode.scroll, lines.length - screen.rows));
    const rest = lines.length - from - screen.rows;
    const shown = lines.slice(from, from + screen.rows);
    return rest > 0 ? [...shown.slice(0, -1), style.dim(`↓ ${rest + 1} more lines`)] : shown;
  }
  if (cards.length > 0) return renderList({ cards, nowMs: state.nowMs, selected: view.selected }, screen, style);
  return wrapWords(
    state.cards.length > 0 ? 'No task fits the filter; escape clears it.' : 'No open tasks. n makes one.',
    screen.columns,
  ).map((line) => style.dim(line));
}

/** What waits for a person, and what the groups below do not show. */
function renderTop({ overview, cards, nowMs }: BoardState, { columns, rows }: Screen, style: Style): string[] {
  const clock = new Date(nowMs).toISOString().slice(11, 19);
  const name = cutWords(`Baton ${toCells(overview.project)}`, columns - clock.length - 2);
  const head = `${style.bold(padCells(name, columns - clock.length - 1))} ${style.dim(clock)}`;
  const waiting = cards.filter(({ why }) => why?.needsPerson === true).length;
  const counts = [
    waiting === 0 ? 'nothing waits for you' : `${waiting} ${waiting === 1 ? 'waits' : 'wait'} for you`,
    `${overview.counts.done} done`,
    `${overview.counts.cancelled} cancelled`,
  ];
  return rows < 16 ? [head] : [head, style.dim(cutWords(counts.join(' · '), columns))];
}

function renderHelp({ columns }: Screen, style: Style): string[] {
  const rows = HELP.flatMap(([keys, does]) => {
    const [first = '', ...more] = wrapWords(does, columns - 13);
    return [`${keys.padEnd(12)} ${first}`, ...more.map((line) => `${' '.repeat(13)}${line}`)];
  });
  return [style.bold('Keys'), '', ...rows];
}

/** What is selected and why it waits; then what is asked or said; then the keys. */
function renderBottom(state: BoardState, view: TtyView, screen: Screen, style: Style): string[] {
  const { mode } = view;
  const card = filterCards(state, view.filter).find(({ id }) => id === view.selected);
  const line = style.dim('─'.repeat(screen.columns));
  const about = mode.kind === 'detail' || mode.kind === 'help' ? [] : renderAbout(card, state.nowMs, screen, style);
  return [line, ...about, ...renderPrompt(state, view, card, screen, style)];
}

/** Two lines, so that the list does not jump. */
function renderAbout(card: Card | undefined, nowMs: number, { columns, rows }: Screen, style: Style): string[] {
  const most = rows < 16 ? 1 : 2;
  const fact = card === undefined ? '' : factOf(card, nowMs);
  const text = card === undefined ? '' : `${shortId(card.id, nowMs)} ${card.title}${fact === '' ? '' : `: ${fact}`}`;
  const lines = wrapAtMost(toCells(text), columns, most);
  const paint = card?.why?.needsPerson === true ? style.yellow : style.dim;
  return [...lines.map(paint), ...Array.from({ length: most - lines.length }, () => '')];
}

function renderPrompt(
  state: BoardState,
  view: TtyView,
  card: Card | undefined,
  { columns }: Screen,
  style: Style,
): string[] {
  const { mode } = view;
  if (mode.kind === 'type')
    return [renderTyping(promptOf(mode.what), mode.text, columns, style), LEAVE].map(dimSecond(style));
  if (mode.kind === 'move' && card !== undefined) {
    const offered = offeredMoves(card, state.overview.moves).map((to, index) => `${index + 1} ${STATUS_NAMES[to]}`);
    const refused = state.overview.moves[card.status]['in-progress'];
    const why = refused.how === 'refused' ? wrapAtMost(`In progress: ${refused.why}`, columns, 2) : [];
    const items = wrapItems(['Move to:', ...(offered.length === 0 ? ['nowhere'] : offered)], columns);
    return [...items, ...why.map(style.dim), style.dim('number: choose  escape: leave')];
  }
  const said = view.message === '' ? [''] : wrapAtMost(toCells(view.message), columns, 2).map(style.yellow);
  const filter = view.filter === '' ? [] : [`filter: ${toCells(view.filter)}`];
  const keys = mode.kind === 'detail' ? DETAIL_FOOTER : mode.kind === 'help' ? ['escape back', 'q quit'] : FOOTER;
  return [...said, ...wrapItems([...filter, ...keys], columns).map(style.dim)];
}

const LEAVE = 'enter: do it  escape: leave';
const dimSecond =
  (style: Style) =>
  (line: string, index: number): string =>
    index === 0 ? line : style.dim(line);

/** The end of what is typed, if all of it has no room. */
function renderTyping(prompt: string, text: string, columns: number, style: Style): string {
  const room = columns - widthOf(prompt) - 2;
  const characters = [...toTyped(text)];
  while (widthOf(characters.join('')) > room) characters.shift();
  return `${style.bold(prompt)} ${characters.join('')}▏`;
}

/** Blanks stay as they are typed. */
const toTyped = (text: string): string => (text.trim() === '' ? text : toCells(text) + (/\s$/.test(text) ? ' ' : ''));

function promptOf(what: Extract<TtyView['mode'], { kind: 'type' }>['what']): string {
  if (what.kind === 'move' && asksQuestion(what.card, what.to)) return 'Your answer:';
  if (what.kind === 'move' && what.to === 'ready') return 'What should the next run know?';
  return { filter: 'Filter:', new: 'Title:', stop: 'Why stop it?', move: 'Why?', comment: 'Comment:' }[what.kind];
}

/**
 * The tasks of the terminal board as rows that fit the screen, however small it is. One task on the terminal board:
 * what is known of it, what has to be done, and what was said.
 */

import type { TaskRemark, TaskStatus } from '../../../../../kernel/tasks.ts';
import type { TaskCard } from '../../../../../relay/views/index.ts';
import type { Style } from '../../../style.ts';
import { cutWords, padCells, STATUS_NAMES, toCells, widthOf, wrapWords, type Screen } from '../render-board.ts';

const WIDE = 76;
const MAX_AGENT = 22;
const MAX_AGENT_NARROW = 12;

interface Row {
  readonly status: TaskStatus;
  /** Undefined: the head of a group, or the room before it. */
  readonly card?: TaskCard;
  readonly text: string;
}

interface ListView {
  readonly cards: readonly TaskCard[];
  readonly nowMs: number;
  readonly selected: string | undefined;
}

/** The part around the selected task; the head of its group is always seen. */
export function renderList(view: ListView, screen: Screen, style: Style): string[] {
  const rows = toRows(view, screen, style);
  if (rows.length <= screen.rows) return rows.map(({ text }) => text);
  const at = rows.findIndex(({ card }) => card !== undefined && card.id === view.selected);
  const room = screen.rows - 1;
  const top = Math.max(0, Math.min(at - Math.floor(room / 2), rows.length - room));
  const shown = rows.slice(top, top + room).map(({ text }) => text);
  const first = rows[top];
  if (first?.card !== undefined) shown[0] = renderHead(first.status, view.cards, style);
  const below = rows.slice(top + room).filter(({ card }) => card !== undefined).length;
  const above = rows.slice(0, top + 1).filter(({ card }) => card !== undefined).length;
  const more = [above > 0 ? `↑ ${above} more` : '', below > 0 ? `↓ ${below} more` : ''].filter((words) => words !== '');
  return [...shown, style.dim(`  ${more.join('  ')}`)];
}

function toRows(view: ListView, screen: Screen, style: Style): readonly Row[] {
  const widths = measure(view, screen.columns);
  const rows: Row[] = [];
  const groups = new Set(view.cards.map(({ status }) => status)).size;
  const hasRoom = view.cards.length + groups * 2 - 1 <= screen.rows;
  for (const [index, card] of view.cards.entries()) {
    const { status } = card;
    if (status !== view.cards[index - 1]?.status) {
      if (hasRoom && index > 0) rows.push({ status, text: '' });
      rows.push({ status, text: renderHead(status, view.cards, style) });
    }
    rows.push({ status, card, text: renderRow(card, view, widths, style) });
  }
  return rows;
}

function renderHead(status: TaskStatus, cards: readonly TaskCard[], style: Style): string {
  const paint =
    status === 'blocked' || status === 'review' ? style.yellow : status === 'deadletter' ? style.red : style.cyan;
  return `${paint(STATUS_NAMES[status])} ${style.dim(String(cards.filter((card) => card.status === status).length))}`;
}

interface Widths {
  readonly id: number;
  readonly title: number;
  readonly agent: number;
  readonly fact: number;
}

/** The title has what the others leave; a narrow screen has no room for the reason, which is said below the list. */
function measure({ cards, nowMs }: ListView, columns: number): Widths {
  const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(widthOf));
  const id = widest(cards.map((card) => shortId(card.id, nowMs)));
  const room = columns - 5 - id - 2;
  const agents = widest(cards.map((card) => toCells(card.agent ?? '')));
  const agent = Math.min(agents, columns < 100 ? MAX_AGENT_NARROW : MAX_AGENT);
  const facts = widest(cards.map((card) => toCells(shortFact(card, nowMs))));
  const fact = columns < WIDE ? 0 : Math.min(facts, Math.floor(room * 0.4));
  const beside = (agent === 0 ? 0 : agent + 2) + (fact === 0 ? 0 : fact + 2);
  return { id, agent, fact, title: Math.max(8, room - beside) };
}

function renderRow(card: TaskCard, { nowMs, selected }: ListView, widths: Widths, style: Style): string {
  const isSelected = card.id === selected;
  const mark = { critical: '!!', high: '! ', normal: '  ', low: '  ' }[card.priority];
  const id = padCells(shortId(card.id, nowMs), widths.id);
  const title = padCells(cutWords(toCells(card.title), widths.title), widths.title);
  const agent = padCells(cutWords(toCells(card.agent ?? ''), widths.agent), widths.agent);
  const fact = cutWords(toCells(shortFact(card, nowMs)), widths.fact);
  const columns = [
    isSelected ? style.bold(title) : title,
    ...(widths.agent === 0 ? [] : [card.isHeld ? style.green(agent) : agent]),
    ...(widths.fact === 0 ? [] : [style.dim(fact)]),
  ];
  return `${isSelected ? style.bold('›') : ' '} ${mark} ${style.dim(id)}  ${columns.join('  ')}`.trimEnd();
}

/** The number alone for a task of today, else month, day and number; every command takes both. */
export const shortId = (id: string, nowMs: number): string =>
  id.replace(/^TASK-(\d{4}-\d\d-\d\d)-/, (_, day: string) =>
    day === new Date(nowMs).toISOString().slice(0, 10) ? '#' : `${day.slice(5)}-`,
  );

/** Why it is not moving, without the command that would move it: here that is a key. */
export function factOf({ block, isHeld, leaseUntil, why }: TaskCard, nowMs: number): string {
  if (why?.kind === 'backlog') return '';
  const reason = why?.text.replace(/; baton [^;]*$/, '') ?? block?.reason;
  if (reason !== undefined) return reason.replaceAll(/TASK-\d{4}-\d\d-\d\d-\d+/g, (id) => shortId(id, nowMs));
  if (!isHeld || leaseUntil === undefined) return '';
  const seconds = Math.round((Date.parse(leaseUntil) - nowMs) / 1_000);
  return seconds >= 0 ? `lease ${renderSpan(seconds)}` : `lease over by ${renderSpan(-seconds)}`;
}

/** In a row of the list a question stands for itself. */
function shortFact(card: TaskCard, nowMs: number): string {
  const fact = factOf(card, nowMs);
  const quoted = /^waits for a person(?: to review it)? \("(.*)"\)$/s.exec(fact)?.[1];
  return quoted === undefined ? fact : `“${quoted}”`;
}

const renderSpan = (seconds: number): string =>
  seconds < 120
    ? `${seconds} s`
    : seconds < 7_200
      ? `${Math.floor(seconds / 60)} min`
      : `${Math.floor(seconds / 3_600)} h`;

export interface TtyDetail {
  readonly id: string;
  readonly text: string;
  readonly remarks: readonly TaskRemark[];
}

/** All lines; the caller shows those that fit, from `scroll` on. */
export function renderDetail(
  card: TaskCard,
  detail: TtyDetail | undefined,
  { columns }: Screen,
  nowMs: number,
  style: Style,
): string[] {
  const facts: [string, string | undefined][] = [
    ['id', card.id],
    ['status', STATUS_NAMES[card.status]],
    ['why', card.why === undefined ? card.block?.reason : factOf(card, nowMs)],
    ['agent', card.agent],
    ['priority', card.priority],
    ['lease until', card.leaseUntil],
    ['attempts', card.attempts > 0 ? String(card.attempts) : undefined],
    ['changed', card.updatedAt],
  ];
  const rows = facts.flatMap(([name, value]) => {
    if (value === undefined || value === '') return [];
    const [first = '', ...more] = wrapWords(toCells(value), columns - 13);
    return [`${style.dim(name.padEnd(12))} ${first}`, ...more.map((line) => `${' '.repeat(13)}${line}`)];
  });
  return [
    ...wrapWords(toCells(card.title), columns).map((line) => style.bold(line)),
    '',
    ...rows,
    ...(detail === undefined ? [] : renderWords(detail, columns, style)),
  ];
}

function renderWords({ text, remarks }: TtyDetail, columns: number, style: Style): string[] {
  const brief = text.trim() === '' ? [] : ['', style.bold('Brief'), ...wrapLines(text, columns)];
  const said = remarks.flatMap(({ by, text: words }) => wrapWords(`${toCells(by)}: ${toCells(words)}`, columns));
  return [...brief, ...(said.length === 0 ? [] : ['', style.bold('Said'), ...said])];
}

const wrapLines = (text: string, columns: number): string[] =>
  text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const indent = /^\s{0,8}/.exec(line)?.[0] ?? '';
      return wrapWords(toCells(line), columns - indent.length).map((part) => indent.replaceAll(/\s/g, ' ') + part);
    });

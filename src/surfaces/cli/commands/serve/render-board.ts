/**
 * The board as text for a terminal of a given size. Text in the cells of a terminal: what an agent wrote becomes
 * harmless, and words are cut at their ends.
 */

import { TASK_STATUSES, type TaskStatus } from '../../../../kernel/tasks.ts';
import type { Overview, TaskCard } from '../../../../relay/views/index.ts';
import type { Style } from '../../style.ts';
import { escapeControls, plain } from '../../terminal.ts';

export interface BoardState {
  readonly overview: Overview;
  readonly cards: readonly TaskCard[];
  readonly nowMs: number;
}

export interface Screen {
  readonly columns: number;
  readonly rows: number;
}

/** What needs a look first. */
const ORDER: readonly TaskStatus[] = ['in-progress', 'blocked', 'review', 'deadletter', 'ready', 'backlog'];
export const STATUS_NAMES: Readonly<Record<TaskStatus, string>> = {
  backlog: 'Backlog',
  ready: 'Ready',
  'in-progress': 'In progress',
  blocked: 'Blocked',
  review: 'Review',
  done: 'Done',
  cancelled: 'Cancelled',
  deadletter: 'Dead letter',
};
const RANK = { critical: 0, high: 1, normal: 2, low: 3 } as const;
const AGENT_WIDTH = 14;

/** One below the other, as they are shown. */
export const orderCards = (cards: readonly TaskCard[]): readonly TaskCard[] =>
  ORDER.flatMap((status) => cards.filter((card) => card.status === status).sort(compare));

export function renderBoard({ overview, cards, nowMs }: BoardState, screen: Screen, style: Style): string {
  const counts = TASK_STATUSES.filter((status) => overview.counts[status] > 0).map(
    (status) => `${STATUS_NAMES[status]} ${overview.counts[status]}`,
  );
  const head = [
    `${style.bold('Baton')} ${plain(overview.project)}  ${style.dim(new Date(nowMs).toISOString().slice(11, 19))}`,
    ...(counts.length === 0
      ? [style.dim('No tasks yet. baton task new "Fix the login page" makes one.')]
      : wrapItems(counts, screen.columns, ' · ')),
    '',
  ];
  const groups = ORDER.map((status) => ({
    status,
    cards: cards.filter((card) => card.status === status).sort(compare),
  })).filter((group) => group.cards.length > 0);
  const room = Math.max(groups.length * 2, screen.rows - head.length - 1);
  const shares = share(
    groups.map((group) => group.cards.length),
    room - groups.length * 2,
  );
  const body = groups.flatMap((group, index) => renderGroup(group, shares[index] ?? 0, { screen, nowMs, style }));
  return [...head, ...body].join('\n');
}

const compare = (a: TaskCard, b: TaskCard): number => RANK[a.priority] - RANK[b.priority] || (a.id < b.id ? -1 : 1);

/** Lines for each group: small ones whole, the rest for the large ones, so that none disappears. */
function share(wanted: readonly number[], room: number): number[] {
  const given = wanted.map(() => 0);
  let left = Math.max(0, room);
  while (left > 0 && given.some((lines, index) => lines < (wanted[index] ?? 0))) {
    for (const [index, lines] of given.entries()) {
      if (left === 0 || lines >= (wanted[index] ?? 0)) continue;
      given[index] = lines + 1;
      left -= 1;
    }
  }
  return given;
}

interface Drawing {
  readonly screen: Screen;
  readonly nowMs: number;
  readonly style: Style;
}

function renderGroup(
  { status, cards }: { readonly status: TaskStatus; readonly cards: readonly TaskCard[] },
  lines: number,
  { screen, nowMs, style }: Drawing,
): string[] {
  const shown = cards.slice(0, lines);
  const more = cards.length > shown.length ? style.dim(` (${cards.length - shown.length} more)`) : '';
  const paint =
    status === 'blocked' || status === 'review' ? style.yellow : status === 'deadletter' ? style.red : style.cyan;
  const rows = shown.map((card) => renderCard(card, screen.columns, nowMs, style));
  return [paint(STATUS_NAMES[status]) + more, ...rows, ''];
}

function renderCard(card: TaskCard, columns: number, nowMs: number, style: Style): string {
  const agent = padCells(cutWords(plain(card.agent ?? ''), AGENT_WIDTH), AGENT_WIDTH);
  const fact = cutWords(plain(factOf(card, nowMs)), Math.max(12, Math.floor(columns / 4)));
  const mark = card.priority === 'critical' ? '!!' : card.priority === 'high' ? '! ' : '  ';
  const left = `${mark} ${card.id}  `;
  const room = Math.max(8, columns - left.length - AGENT_WIDTH - widthOf(fact) - 4);
  const title = padCells(cutWords(plain(card.title), room), room);
  return `${style.dim(left)}${title}  ${card.isHeld ? style.green(agent) : agent}  ${style.dim(fact)}`;
}

function factOf({ block, isHeld, leaseUntil, waitsFor, attempts, why }: TaskCard, nowMs: number): string {
  if (why !== undefined) return why.text;
  if (block !== undefined) return block.reason;
  if (isHeld && leaseUntil !== undefined) {
    const seconds = Math.round((Date.parse(leaseUntil) - nowMs) / 1000);
    return seconds >= 0 ? `lease ${seconds} s` : `lease over by ${-seconds} s`;
  }
  if (waitsFor !== undefined) return `after ${waitsFor.join(', ')}`;
  return attempts > 0 ? `${attempts} attempts` : '';
}

// East Asian letters and emoji take two cells; marks that lie on another letter take none.
const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u;
const NONE = /\p{Mn}|\p{Me}|\u200B|\u200C|\u200D|\uFE0F/u;

const cellsOf = (character: string): number => (NONE.test(character) ? 0 : WIDE.test(character) ? 2 : 1);

export const widthOf = (text: string): number => [...text].reduce((sum, character) => sum + cellsOf(character), 0);

/** One line, without anything that moves the cursor. */
export const toCells = (text: string): string => escapeControls(plain(text.replaceAll(/\s+/g, ' ').trim()));

/** As much as fits. */
function takeCells(text: string, width: number): string {
  let [used, taken] = [0, ''];
  for (const character of text) {
    used += cellsOf(character);
    if (used > width) break;
    taken += character;
  }
  return taken;
}

/** Ends with a whole word; only a word that is wider than the room is cut within. */
export function cutWords(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width < 2) return '';
  const taken = takeCells(text, width - 1);
  const isWhole = /[\s-]$/.test(taken) || /^[\s-]/.test(text.slice(taken.length));
  const end = isWhole ? taken.length : Math.max(taken.lastIndexOf(' '), taken.lastIndexOf('-') + 1);
  return `${(end > 0 ? taken.slice(0, end) : taken).trimEnd()}…`;
}

export const padCells = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** Lines of whole words; a word wider than a line is broken. */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (widthOf(line) > width) {
      const piece = takeCells(line, width) || line.charAt(0);
      lines.push(piece);
      line = line.slice(piece.length);
    }
  }
  return [...lines, line];
}

/** The first lines of a text; the last of them says if there is more. */
export function wrapAtMost(text: string, width: number, most: number): string[] {
  const lines = wrapWords(text, width);
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), cutWords(lines.slice(most - 1).join(' '), width)];
}

/** Items stay whole: `n new` and `m move` are never parted. */
export function wrapItems(items: readonly string[], width: number, gap = '  '): string[] {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last + gap + item) <= width) lines[lines.length - 1] = last + gap + item;
    else lines.push(cutWords(item, width));
  }
  return lines;
}

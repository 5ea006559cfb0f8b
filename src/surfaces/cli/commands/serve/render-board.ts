/** The board as text for a terminal of a given size. */
import { TASK_STATUSES, type TaskStatus } from '../../../../kernel/tasks.ts';
import type { Overview, TaskCard } from '../../../../relay/views/index.ts';
import { plain } from '../../terminal.ts';
import type { Style } from '../../style.ts';
import { cutWords, padCells, widthOf, wrapItems } from './tty/cells.ts';

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

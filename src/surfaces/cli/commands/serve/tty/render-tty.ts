/** The terminal board with its selection, dialogs and footer. */
import { plain } from '../../../plain.ts';
import type { Style } from '../../../style.ts';
import { orderCards, renderBoard, STATUS_NAMES, type BoardState, type Screen } from '../render-board.ts';
import { offeredMoves, type TtyView } from './keys.ts';

const FOOTER = '↑↓ task  ←→ group  enter open  n new  m move  s stop  / filter  ? keys  q quit';

const HELP = [
  'up, down      one task up or down',
  'left, right   to the group before or after',
  'enter         what is known of the task; again to return',
  'n             new task',
  'm             move the task; only what is possible is offered',
  's             stop its run, with everything it started',
  '/             filter; escape clears it',
  'q             quit',
];

/** The cards that fit the filter, as they are shown. */
export function filterCards({ cards }: BoardState, filter: string): BoardState['cards'] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return orderCards(cards).filter((card) => {
    const text = `${card.id} ${card.title} ${card.agent ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function renderTty(state: BoardState, view: TtyView, screen: Screen, style: Style): string {
  const cards = filterCards(state, view.filter);
  const bottom = renderBottom(state, view, style);
  const rows = screen.rows - bottom.length - 1;
  const card = cards.find(({ id }) => id === view.selected);
  const body =
    view.mode.kind === 'help'
      ? [style.bold('Keys'), '', ...HELP].join('\n')
      : view.mode.kind === 'detail' && card !== undefined
        ? renderDetail(card, style)
        : renderBoard({ ...state, cards }, { ...screen, rows }, style, view.selected);
  const lines = body.split('\n').slice(0, rows);
  const blank = Array.from({ length: Math.max(0, rows - lines.length) }, () => '');
  return [...lines, ...blank, ...bottom].join('\n');
}

function renderBottom(state: BoardState, view: TtyView, style: Style): string[] {
  const { mode } = view;
  const card = state.cards.find(({ id }) => id === view.selected);
  if (mode.kind === 'type')
    return [`${style.bold(promptOf(mode.what.kind))} ${plain(mode.text)}▏`, style.dim('enter: do it  escape: leave')];
  if (mode.kind === 'move' && card !== undefined) {
    const offered = offeredMoves(card, state.overview.moves).map((to, index) => `${index + 1} ${STATUS_NAMES[to]}`);
    const refused = state.overview.moves[card.status]['in-progress'];
    const why = refused.how === 'refused' ? `In progress: ${refused.why}` : '';
    return [`${style.bold('Move to')}  ${offered.join('  ') || 'nowhere'}`, style.dim(`${why}  escape: leave`)];
  }
  const said = view.message === '' ? '' : style.yellow(plain(view.message));
  const filtered = view.filter === '' ? '' : `filter: ${plain(view.filter)}  `;
  return [said, style.dim(`${filtered}${FOOTER}`)];
}

const promptOf = (what: 'filter' | 'new' | 'stop' | 'move'): string =>
  ({ filter: 'Filter:', new: 'Title of the new task:', stop: 'Why stop it?', move: 'Reason, for the next run:' })[what];

function renderDetail(card: BoardState['cards'][number], style: Style): string {
  const rows: [string, string | undefined][] = [
    ['status', STATUS_NAMES[card.status]],
    ['why', card.why?.text ?? card.block?.reason],
    ['agent', card.agent],
    ['priority', card.priority],
    ['lease until', card.leaseUntil],
    ['waits for', card.waitsFor?.join(', ')],
    ['attempts', card.attempts > 0 ? String(card.attempts) : undefined],
    ['changed', card.updatedAt],
    ['more', `baton task show ${card.id}`],
  ];
  const known = rows.flatMap(([name, value]) =>
    value === undefined ? [] : [`${style.dim(name.padEnd(12))} ${plain(value)}`],
  );
  return [`${style.bold(plain(card.title))}  ${style.dim(card.id)}`, '', ...known].join('\n');
}

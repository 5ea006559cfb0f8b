import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { TASK_STATUSES, type TaskStatus } from '../../../src/kernel/tasks.ts';
import { listPersonMoves } from '../../../src/protocols/tasks/index.ts';
import type { TaskCard } from '../../../src/relay/views/index.ts';
import { widthOf } from '../../../src/surfaces/cli/commands/serve/render-board.ts';
import {
  FIRST_VIEW,
  keepSelection,
  pressKey,
  type TtyView,
} from '../../../src/surfaces/cli/commands/serve/tty/keys.ts';
import { pause } from '../../../src/surfaces/cli/commands/serve/tty/play-tty.ts';
import { filterCards, renderTty } from '../../../src/surfaces/cli/commands/serve/tty/render-tty.ts';
import { chooseStyle } from '../../../src/surfaces/cli/style.ts';
import { verifies } from '../../support/verifies.ts';

const card = (number: number, status: TaskStatus, more: Partial<TaskCard> = {}): TaskCard => ({
  id: `TASK-2026-02-09-${String(number).padStart(3, '0')}`,
  title: `Task ${number}`,
  status,
  priority: 'normal',
  rev: 1,
  updatedAt: '2026-02-09T09:00:00.000Z',
  createdAt: '2026-02-09T09:00:00.000Z',
  isHeld: false,
  tags: [],
  attempts: 0,
  ...more,
});

const cards = [
  card(1, 'ready', {
    why: { kind: 'dependency', text: 'waits for TASK-2026-02-09-002 (blocked)', needsPerson: false },
  }),
  card(2, 'blocked', { block: { kind: 'human', reason: 'no key' } }),
  card(3, 'in-progress', { agent: 'ada', isHeld: true }),
];
const counts = Object.fromEntries(TASK_STATUSES.map((status) => [status, 1])) as Record<TaskStatus, number>;
const overview = { version: '1', project: 'shop', counts, moves: listPersonMoves(), agents: [] };
const state = { overview, cards, nowMs: Date.parse('2026-02-09T10:00:00Z') };
const draw = (view: TtyView): string => renderTty(state, view, { columns: 90, rows: 24 }, chooseStyle({}, false));

/** Presses keys one after the other; what has to be done is collected. */
function press(keys: readonly string[], from: TtyView = FIRST_VIEW, on: typeof state = state) {
  const effects: unknown[] = [];
  let view = from;
  for (const key of keys) {
    const named = key.length === 1 ? { name: key, text: key } : { name: key, text: '' };
    const step = pressKey(view, named, { cards: filterCards(on, view.filter), moves: listPersonMoves() });
    view = step.view;
    if (step.effect !== undefined) effects.push(step.effect);
  }
  return { view, effects };
}

verifies('SUR-073', 'arrows choose, enter opens with the same reason as elsewhere, and a footer names the keys', () => {
  expect(press(['down']).view.selected).toBe('TASK-2026-02-09-003');
  expect(press(['down', 'right', 'right']).view.selected).toBe('TASK-2026-02-09-001');
  const opened = draw(press(['down', 'right', 'right', 'return']).view);
  expect(opened).toContain('waits for #002 (blocked)');
  const shown = draw(press(['down']).view);
  expect(shown).toContain('›    #003  Task 3');
  expect(shown).toContain('enter open  n new  m move  c comment  s stop  / filter');
  expect(shown.split('\n').length).toBeLessThanOrEqual(24);
  expect(draw(press(['?']).view)).toContain('stop its run, with everything it started');
});

verifies('SUR-073', 'a move offers what is possible, says why not the rest, and asks for a reason', () => {
  const ready = ['down', 'right', 'right'];
  const menu = draw(press([...ready, 'm']).view);
  expect(menu).toContain('Move to:  1 Backlog  2 Blocked  3 Cancelled  4 Dead letter');
  expect(menu).toContain('In progress: an agent puts it there by claiming it');
  expect(press([...ready, 'm', '1']).effects).toMatchObject([{ kind: 'move', to: 'backlog', reason: '' }]);
  const asked = press([...ready, 'm', '2', 'n', 'o', 'return']);
  expect(asked.effects).toMatchObject([{ kind: 'move', to: 'blocked', reason: 'no' }]);
  const silent = press([...ready, 'm', '2', 'return']);
  expect([silent.effects, silent.view.message]).toEqual([[], 'nothing was changed: this needs a reason']);
  const unanswered = press(['down', 'right', 'm', '1', 'return']);
  expect([unanswered.effects, unanswered.view.message]).toEqual([[], 'nothing was changed: it waits for an answer']);
});

const LONG = 'Explain the dampfschifffahrtsgesellschaft to 港湾事務所 and everybody else who asks for the timetable 🚢';
const many = [
  card(4, 'in-progress', {
    title: LONG,
    agent: 'domain-02-engineering',
    isHeld: true,
    leaseUntil: '2026-02-09T12:00:00Z',
  }),
  card(5, 'blocked', {
    title: LONG,
    block: { kind: 'human', reason: 'Which account may I use?' },
    why: {
      kind: 'person',
      text: `waits for a person ("Which account may I use for the garage: test or live? ${LONG}"); baton task move x`,
      needsPerson: true,
    },
  }),
  ...Array.from({ length: 40 }, (_, n) => card(n + 6, n < 20 ? 'ready' : 'backlog', { title: LONG, agent: 'juno' })),
];

/** Every screen that keys lead to. */
const SCREENS: readonly (readonly string[])[] = [
  [],
  ['down'],
  ['down', 'down'],
  ['down', 'down', 'm'],
  ['down', 'down', 'm', '1', ...'a very long answer that needs more room than there is on a line'],
  ['down', 'down', 'return'],
  ['down', 'down', 'return', 'down', 'down', 'pagedown'],
  ['end'],
  ['pagedown', 'pagedown'],
  ['?'],
  ['/', 'x', 'x'],
];

verifies('SUR-073', 'on a small terminal no line is broken, nothing is lost, and no word is cut in two', () => {
  const small = { ...state, cards: many };
  const words = new Set(many.flatMap(({ title, agent, why }) => `${title} ${agent} ${why?.text}`.split(/[\s-]+/)));
  for (const [columns, rows] of [
    [80, 23],
    [60, 19],
    [40, 12],
  ] as const)
    for (const keys of SCREENS) {
      const { view } = press(keys, FIRST_VIEW, small);
      const remarks = [{ at: '', by: 'mia', kind: 'comment', text: LONG } as const];
      const detail = { id: view.selected ?? '', text: `${LONG}\n\n- ${LONG}`, remarks };
      const lines = renderTty({ ...small, detail }, view, { columns, rows }, chooseStyle({}, false)).split('\n');
      const at = `${columns}×${rows} ${keys.join(' ')}`;
      expect([at, lines.length]).toEqual([at, rows]);
      expect([at, lines.filter((line) => widthOf(line) > columns)]).toEqual([at, []]);
      const ends = lines.flatMap((line) => [...line.matchAll(/(\S+)…/g)].map(([, word = '']) => word));
      expect([at, ends.filter((word) => word.split('-').some((part) => part !== '' && !words.has(part)))]).toEqual([
        at,
        [],
      ]);
      if (view.selected !== undefined && view.mode.kind === 'list')
        expect([at, lines.filter((line) => line.startsWith('›')).length]).toEqual([at, 1]);
    }
});

verifies('SUR-073', 'an answer is asked for with the question in sight, and a task that ended is not selected', () => {
  const small = { ...state, cards: many };
  const { view, effects } = press(['down', 'down', 'm', '1', ...'live', 'return'], FIRST_VIEW, small);
  expect(effects).toMatchObject([{ kind: 'move', to: 'ready', reason: 'live' }]);
  const asked = press(['down', 'down', 'm', '1'], FIRST_VIEW, small).view;
  const shown = renderTty(small, asked, { columns: 80, rows: 23 }, chooseStyle({}, false));
  expect(shown).toContain('Your answer:');
  expect(shown.replaceAll(/\s+/g, ' ')).toContain('waits for a person ("Which account may I use');
  const after = many.filter(({ id }) => id !== view.selected);
  expect(keepSelection(view, many, after).selected).toBe('TASK-2026-02-09-006');
  expect(keepSelection({ ...view, mode: { kind: 'detail', scroll: 3 } }, many, after).mode).toEqual({ kind: 'list' });
  expect(press(['down', 'c', 'h', 'i', 'return'], FIRST_VIEW, small).effects).toMatchObject([
    { kind: 'comment', id: 'TASK-2026-02-09-004', text: 'hi' },
  ]);
});

verifies('SUR-073', 'new, stop, filter and quit', () => {
  expect(press(['n', 'a', 'b', 'backspace', 'c', 'return']).effects).toEqual([{ kind: 'new', title: 'ac' }]);
  expect(press(['n', 'q', 'escape']).effects).toEqual([]);
  expect(press(['down', 's', 'x', 'return']).effects).toMatchObject([{ kind: 'stop', reason: 'x' }]);
  expect(press(['down', 'down', 's']).view.message).toBe('only a task in progress has a run to stop');
  const filtered = press(['/', '2', 'return']);
  expect(filterCards({ ...state, cards: [card(12, 'ready'), card(31, 'ready')] }, '12').map(({ id }) => id)).toEqual([
    'TASK-2026-02-09-012',
  ]);
  expect(filtered.view.filter).toBe('2');
  // As the help says: while it is typed, and later.
  expect(press(['/', '2', 'escape']).view.filter).toBe('');
  expect(press(['escape'], filtered.view).view.filter).toBe('');
  expect(press(['q']).effects).toEqual([{ kind: 'quit' }]);
});

test('a pause that a key or the time ends leaves no listener with the signal', async () => {
  const { signal } = new AbortController();
  await pause(0, signal, () => undefined);
  await pause(60_000, signal, (end) => end());
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('what an agent wrote cannot take over the terminal, selected or opened', () => {
  const hostile = { ...state, cards: [card(1, 'ready', { title: '\u001B[2Jgone\u0007' })] };
  for (const mode of [{ kind: 'list' }, { kind: 'detail', scroll: 0 }] as const) {
    const view: TtyView = { ...FIRST_VIEW, mode, selected: 'TASK-2026-02-09-001' };
    // oxlint-disable-next-line no-control-regex
    expect(renderTty(hostile, view, { columns: 80, rows: 20 }, chooseStyle({}, false))).not.toMatch(/[\u0007\u001B]/);
  }
});

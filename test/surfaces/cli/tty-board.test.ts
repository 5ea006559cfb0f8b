import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { TASK_STATUSES, type TaskStatus } from '../../../src/kernel/tasks.ts';
import { PERSON_MOVES } from '../../../src/protocols/tasks/index.ts';
import type { TaskCard } from '../../../src/relay/views/index.ts';
import { FIRST_VIEW, pressKey, type TtyView } from '../../../src/surfaces/cli/commands/serve/tty/keys.ts';
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
const overview = { version: '1', project: 'shop', counts, moves: PERSON_MOVES, agents: [] };
const state = { overview, cards, nowMs: Date.parse('2026-02-09T10:00:00Z') };
const draw = (view: TtyView): string => renderTty(state, view, { columns: 90, rows: 24 }, chooseStyle({}, false));

/** Presses keys one after the other; what has to be done is collected. */
function press(keys: readonly string[], from: TtyView = FIRST_VIEW) {
  const effects: unknown[] = [];
  let view = from;
  for (const key of keys) {
    const named = key.length === 1 ? { name: key, text: key } : { name: key, text: '' };
    const step = pressKey(view, named, { cards: filterCards(state, view.filter), moves: PERSON_MOVES });
    view = step.view;
    if (step.effect !== undefined) effects.push(step.effect);
  }
  return { view, effects };
}

verifies('SUR-073', 'arrows choose, enter opens with the same reason as elsewhere, and a footer names the keys', () => {
  expect(press(['down']).view.selected).toBe('TASK-2026-02-09-003');
  expect(press(['down', 'right', 'right']).view.selected).toBe('TASK-2026-02-09-001');
  const opened = draw(press(['down', 'right', 'right', 'return']).view);
  expect(opened).toContain('waits for TASK-2026-02-09-002 (blocked)');
  const shown = draw(press(['down']).view);
  expect(shown).toContain('›    TASK-2026-02-09-003');
  expect(shown).toContain('n new  m move  s stop  / filter  ? keys  q quit');
  expect(shown.split('\n').length).toBeLessThanOrEqual(24);
  expect(draw(press(['?']).view)).toContain('stop its run, with everything it started');
});

verifies('SUR-073', 'a move offers what is possible, says why not the rest, and asks for a reason', () => {
  const ready = ['down', 'right', 'right'];
  const menu = draw(press([...ready, 'm']).view);
  expect(menu).toContain('1 Backlog  2 Blocked  3 Cancelled  4 Dead letter');
  expect(menu).toContain('In progress: an agent puts it there by claiming it');
  expect(press([...ready, 'm', '1']).effects).toMatchObject([{ kind: 'move', to: 'backlog', reason: '' }]);
  const asked = press([...ready, 'm', '2', 'n', 'o', 'return']);
  expect(asked.effects).toMatchObject([{ kind: 'move', to: 'blocked', reason: 'no' }]);
  const silent = press([...ready, 'm', '2', 'return']);
  expect([silent.effects, silent.view.message]).toEqual([[], 'nothing was changed: this needs a reason']);
  const unanswered = press(['down', 'right', 'm', '1', 'return']);
  expect([unanswered.effects, unanswered.view.message]).toEqual([[], 'nothing was changed: it waits for an answer']);
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
  for (const mode of [{ kind: 'list' }, { kind: 'detail' }] as const) {
    const view: TtyView = { ...FIRST_VIEW, mode, selected: 'TASK-2026-02-09-001' };
    // oxlint-disable-next-line no-control-regex
    expect(renderTty(hostile, view, { columns: 80, rows: 20 }, chooseStyle({}, false))).not.toMatch(/[\u0007\u001B]/);
  }
});

import { expect, test } from 'vitest';
import { renderBoard } from '../../../src/surfaces/cli/commands/serve/render-board.ts';
import { chooseStyle } from '../../../src/surfaces/cli/style.ts';
import { listPersonMoves } from '../../../src/protocols/tasks/index.ts';
import { TASK_STATUSES, type TaskStatus } from '../../../src/kernel/tasks.ts';
import type { TaskCard } from '../../../src/relay/views/index.ts';
import { runBaton, runForData } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const nowMs = Date.parse('2026-02-09T10:00:00Z');
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

function draw(cards: readonly TaskCard[], columns = 80, rows = 20): string {
  const counts = Object.fromEntries(
    TASK_STATUSES.map((status) => [status, cards.filter((one) => one.status === status).length]),
  ) as Record<TaskStatus, number>;
  const overview = { version: '1', project: 'shop', counts, moves: listPersonMoves(), agents: [] };
  return renderBoard({ overview, cards, nowMs }, { columns, rows }, chooseStyle({}, false));
}

test('what needs a look comes first, with who holds it and why it is stuck', () => {
  const held = { isHeld: true, agent: 'ada', leaseUntil: '2026-02-09T10:04:00.000Z' };
  const text = draw([
    card(1, 'ready', { priority: 'high' }),
    card(2, 'blocked', { block: { kind: 'human', reason: 'no key' } }),
    card(3, 'in-progress', held),
  ]);
  expect(text.split('\n').map((line) => line.trimEnd())).toEqual([
    'Baton shop  10:00:00',
    'Ready 1 · In progress 1 · Blocked 1',
    '',
    'In progress',
    '   TASK-2026-02-09-003  Task 3                       ada             lease 240 s',
    '',
    'Blocked',
    '   TASK-2026-02-09-002  Task 2                                            no key',
    '',
    'Ready',
    '!  TASK-2026-02-09-001  Task 1',
    '',
  ]);
});

test('however many tasks there are, it fits the screen and no group disappears', () => {
  const cards = Array.from({ length: 500 }, (_, n) => card(n + 1, n < 3 ? 'blocked' : 'ready'));
  const lines = draw(cards, 60, 20).split('\n');
  expect(lines.length).toBeLessThanOrEqual(20);
  expect(lines.filter((line) => line.startsWith('Blocked') || line.startsWith('Ready ('))).toHaveLength(2);
  expect(lines.join('\n')).toMatch(/Ready \(\d+ more\)/);
});

verifies('TSK-072', 'what an agent wrote cannot take over the terminal', () => {
  const text = draw([card(1, 'ready', { title: '\u001B[2Jgone\u0007\r\nx', agent: '\u001B]0;t\u0007' })]);
  expect(text).toContain('·[2Jgone···x');
  // oxlint-disable-next-line no-control-regex
  expect(text).not.toMatch(/[\u0007\u001B\r]/);
});

verifies('TSK-072', 'board --tty shows the tasks of the data dir, without a daemon and without writing', async () => {
  const folder = await tempFolder();
  await runBaton(['task', 'new', 'Fix the login page', '--agent', 'ada'], { cwd: folder });
  const shown = await runBaton(['board', '--tty'], { cwd: folder });
  expect(shown.code).toBe(0);
  expect(shown.stdout).toMatch(/Ready 1/);
  expect(shown.stdout).toMatch(/TASK-\d{4}-\d\d-\d\d-001 {2}Fix the login page +ada/);
  expect(await runForData(['board', '--tty'], { cwd: folder })).toMatchObject({
    counts: { ready: 1 },
    tasks: [{ title: 'Fix the login page', agent: 'ada' }],
  });
});

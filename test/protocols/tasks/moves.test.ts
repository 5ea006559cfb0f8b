import { expect } from 'vitest';
import { TASK_STATUSES } from '../../../src/kernel/tasks.ts';
import { isMoveAllowed, MOVES } from '../../../src/protocols/tasks/index.ts';
import { moveTask, reworkTask } from '../../../src/relay/tasks/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { createTaskBench } from '../../support/task-platform.ts';
import { verifies } from '../../support/verifies.ts';

/** As the requirement has it, written down once more: a change of the table has to be meant. */
const WANTED: Readonly<Record<string, string>> = {
  backlog: 'ready blocked cancelled',
  ready: 'in-progress backlog blocked deadletter cancelled',
  'in-progress': 'review ready blocked deadletter cancelled',
  blocked: 'ready deadletter cancelled',
  review: 'done ready in-progress blocked cancelled',
  deadletter: 'ready cancelled',
  done: 'ready',
  cancelled: '',
};

verifies('TSK-001', 'the table of moves is exactly the one that was agreed on', () => {
  const table = Object.fromEntries(TASK_STATUSES.map((status) => [status, MOVES[status].toSorted()]));
  const wanted = Object.entries(WANTED).map(([status, next]) => [status, next.split(' ').filter(Boolean).toSorted()]);
  expect(table).toEqual(Object.fromEntries(wanted));
  for (const from of TASK_STATUSES)
    for (const to of TASK_STATUSES)
      expect(isMoveAllowed(from, to)).toBe(WANTED[from]?.split(' ').includes(to) ?? false);
});

verifies('TSK-001', 'done is left only as rework by a person, with the reason in the task', async () => {
  const bench = await createTaskBench();
  const { task } = await bench.held('ada');
  await moveTask(bench.platform, { id: task.id, to: 'review', by: 'ann' });
  await moveTask(bench.platform, { id: task.id, to: 'done', by: 'ann' });
  const rework = { id: task.id, by: 'ann', reason: 'the dates are wrong' };
  for (const to of TASK_STATUSES.filter((status) => status !== 'done'))
    expect([to, await codeOf(moveTask(bench.platform, { id: task.id, to, by: 'ann' }))]).toEqual([
      to,
      'TASK_MOVE_REFUSED',
    ]);
  expect(await codeOf(reworkTask(bench.platform, { ...rework, callerRun: 'run' }))).toBe('PERSON_ONLY');
  const again = await reworkTask(bench.platform, rework);
  expect(again.task).toMatchObject({
    status: 'ready',
    metadata: {
      remarks: expect.arrayContaining([expect.objectContaining({ by: 'ann', text: 'the dates are wrong' })]) as [],
    },
  });
});

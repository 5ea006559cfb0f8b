import { expect, test } from 'vitest';
import type { TaskRecord } from '../../../src/kernel/tasks.ts';
import { FinishedTasks } from '../../../src/stores/task-index/finished-tasks.ts';
import { composeTask } from '../../support/compose-task.ts';

const ID = 'TASK-2026-02-09-001';

test('half a character in a name stops nothing: the file of the task is asked instead', () => {
  const task: TaskRecord = composeTask({ id: ID, status: 'done', metadata: { traceId: 'a\uD800' } });
  const finished = new FinishedTasks();
  finished.put(task, 'sha');
  expect(finished.statusOf(ID)).toBe('done');
  expect([...finished.links(() => task)]).toEqual([{ id: ID, status: 'done', traceId: 'a\uD800' }]);
  expect([...finished.links(() => undefined)]).toEqual([{ id: ID, status: 'done' }]);
});

test('a row of an older Baton says what it said, and the file says the rest', () => {
  const task: TaskRecord = composeTask({ id: ID, status: 'done', metadata: { traceId: 'one' } });
  const finished = new FinishedTasks();
  finished.restore(ID, 'done 3 abc');
  expect(finished.find(ID)).toEqual({ status: 'done', rev: 3, sha: 'abc' });
  expect([...finished.links(() => task)]).toEqual([{ id: ID, status: 'done', traceId: 'one' }]);
});

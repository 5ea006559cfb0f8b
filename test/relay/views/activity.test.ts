import { expect, test } from 'vitest';
import { createActivityReader } from '../../../src/relay/views/activity.ts';

const at = (minute: number, type: string, payload: object = {}) => ({
  id: String(minute),
  type,
  timestamp: new Date(Date.UTC(2026, 1, 9, 10, minute)).toISOString(),
  actor: 'ada',
  taskId: 'TASK-2026-02-09-001',
  payload,
});

test('the time of a run is that of the last one, without failed attempts and the wait for a review', async () => {
  const events = [
    at(0, 'task.created'),
    at(1, 'lease.acquired', { agent: 'ada' }),
    at(5, 'task.transitioned', { from: 'in-progress', to: 'ready' }),
    at(10, 'lease.acquired', { agent: 'bob' }),
    at(13, 'task.completed', { outcome: 'needs_review' }),
    at(14, 'task.transitioned', { from: 'in-progress', to: 'review' }),
    at(50, 'task.transitioned', { from: 'review', to: 'done' }),
  ];
  const readEvents = async function* () {
    yield* events;
  };
  const { finishes } = await createActivityReader().read({ tasks: async () => ({ readEvents }) as never });
  expect(finishes).toMatchObject([{ agent: 'bob', totalMs: 50 * 60_000, workMs: 3 * 60_000 }]);
});

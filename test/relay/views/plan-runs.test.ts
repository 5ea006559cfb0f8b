import { expect, test } from 'vitest';
import type { PlaneEvent, RunRecord } from '../../../src/kernel/tasks.ts';
import { planRuns } from '../../../src/relay/views/task-detail.ts';

let count = 0;
const event = (type: string, runId: string, at: number, payload: PlaneEvent['payload'] = {}): PlaneEvent => ({
  id: String((count += 1)),
  type,
  timestamp: new Date(at).toISOString(),
  actor: 'scheduler',
  taskId: 'T',
  runId,
  payload,
});

test('each lease is a run, and the first thing said about its end counts', () => {
  const events = [
    event('lease.acquired', 'a', 0, { agent: 'ada' }),
    event('lease.renewed', 'a', 5),
    event('lease.expired', 'a', 10),
    event('task.reclaimed', 'a', 11),
    event('lease.acquired', 'b', 20, { agent: 'bob' }),
    event('task.completed', 'b', 30, { outcome: 'done' }),
    event('lease.released', 'b', 30),
    event('lease.released', 'unknown', 31),
  ];
  const at = (ms: number): string => new Date(ms).toISOString();
  const none = { taskId: 'T', artifactPaths: [] };
  expect(planRuns('T', events, undefined)).toEqual([
    { ...none, runId: 'a', agentId: 'ada', attempt: 1, startedAt: at(0), endedAt: at(10), status: 'expired' },
    { ...none, runId: 'b', agentId: 'bob', attempt: 2, startedAt: at(20), endedAt: at(30), status: 'completed' },
  ]);
});

test('the run on record is believed over what events tell', () => {
  const current: RunRecord = {
    taskId: 'T',
    runId: 'a',
    agentId: 'ada',
    attempt: 3,
    startedAt: '2026-01-01T00:00:00.000Z',
    status: 'running',
    artifactPaths: [],
  };
  expect(planRuns('T', [event('lease.acquired', 'a', 0)], current)).toEqual([current]);
  expect(planRuns('T', [], current)).toEqual([current]);
});

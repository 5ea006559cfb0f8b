import { expect, onTestFinished } from 'vitest';
import { given } from '../../../src/kernel/given.ts';
import type { Executor, Platform } from '../../../src/kernel/ports/index.ts';
import { addAgent, claim, newTask, tick } from '../../../src/relay/tasks/index.ts';
import { BatonError } from '../../../src/kernel/errors/index.ts';
import { deliverKeptReports, keepReport, reportPatiently } from '../../../src/relay/tasks/reports.ts';
import { nodeDisk } from '../../../src/stores/fs/index.ts';
import { createProcesses } from '../../../src/stores/process/index.ts';
import { createTestClock } from '../../contract/task-store.ts';
import { createTaskBench } from '../../support/task-platform.ts';
import { createMemoryPlane } from '../../support/task-stores.ts';
import { verifies } from '../../support/verifies.ts';

interface Plane {
  readonly platform: Platform;
  /** Called when a pass looks at a program, which is then seen to have ended. */
  onLook: () => Promise<void>;
}

async function setUp(): Promise<Plane> {
  const plane = { onLook: async (): Promise<void> => undefined };
  const command: Executor = {
    start: async () => ({ kind: 'started', sessionId: 's' }),
    look: async () => {
      await plane.onLook();
      return { kind: 'ended', exit: { at: '2026-02-09T21:00:00.000Z', code: 0, signal: null, how: 'exit code 0' } };
    },
    stop: async () => ({ kind: 'unknown' }),
  };
  const bench = await createTaskBench({}, { command });
  const clock = createTestClock();
  const more = { dataDir: bench.platform.project.dataDir, processes: createProcesses() };
  const store = await createMemoryPlane(clock, nodeDisk).open('a', more);
  onTestFinished(() => store.close());
  return Object.assign(plane, { platform: { ...bench.platform, clock, tasks: async () => store } });
}

/** A run whose program keeps its report and ends while a pass is under way, as when an outage ends in the middle of it. */
async function endDuringPass(plane: Plane, hasChild: boolean): Promise<string> {
  const { platform } = plane;
  const settings = { command: 'true' };
  await addAgent(platform, { id: 'ada', tags: [], executor: 'command', settings });
  const { task } = await newTask(platform, { title: 'Build it', by: 'operator', routing: { agent: 'ada' } });
  await tick(platform, { dryRun: false });
  const store = await platform.tasks();
  const runId = (await store.find(task.id))?.run?.runId ?? '';
  if (hasChild)
    await newTask(platform, { title: 'A part', by: 'ada', parentId: task.id, routing: { agent: 'nobody' } });
  let isKept = false;
  plane.onLook = async () => {
    if (isKept) return;
    isKept = true;
    const request = { id: task.id, agent: 'ada', runId, outcome: 'done' as const, notes: 'made it' };
    await keepReport(platform, { kind: 'complete', request });
  };
  await tick(platform, { dryRun: false });
  return task.id;
}

verifies(
  'FLT-020',
  'a report that was kept while a pass was under way counts before the end of its program',
  async () => {
    const plane = await setUp();
    const id = await endDuringPass(plane, false);
    const entry = await (await plane.platform.tasks()).find(id);
    expect([entry?.task.status, entry?.run?.attempt, entry?.result?.outcome]).toEqual(['done', 1, 'done']);
  },
);

verifies('FLT-020', 'so does one whose task waits for its children', async () => {
  const plane = await setUp();
  const id = await endDuringPass(plane, true);
  const entry = await (await plane.platform.tasks()).find(id);
  expect([entry?.task.status, entry?.run?.attempt, entry?.result?.outcome]).toEqual(['in-progress', 1, 'done']);
});

verifies(
  'FLT-020',
  'a report that meets a refused login is kept at once, and delivered when the login works',
  async () => {
    const { platform } = await setUp();
    await addAgent(platform, { id: 'ada', tags: [], settings: {} });
    const { task } = await newTask(platform, { title: 'Build it', by: 'operator' });
    const claimed = await claim(platform, { id: task.id, agent: 'ada' });
    const refused = {
      ...platform,
      tasks: () => Promise.reject(new BatonError('STORE_LOGIN_REFUSED', 'password authentication failed')),
      timers: { ...platform.timers, sleep: () => Promise.reject(new Error('it waited')) },
    };
    const request = {
      id: task.id,
      agent: 'ada',
      outcome: 'done' as const,
      notes: 'made it',
      ...given({ runId: claimed?.run?.runId }),
    };
    expect(await reportPatiently(refused, 'complete', request)).toMatchObject({
      kind: 'kept',
      reason: 'password authentication failed',
    });
    await expect(deliverKeptReports(refused)).rejects.toMatchObject({ code: 'STORE_LOGIN_REFUSED' });
    expect(await deliverKeptReports(platform)).toBe(1);
    expect((await (await platform.tasks()).find(task.id))?.task.status).toBe('done');
  },
);

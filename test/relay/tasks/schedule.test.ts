import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { BatonError } from '../../../src/kernel/errors/index.ts';
import type { Executor, SessionState, SpawnOutcome } from '../../../src/kernel/ports/index.ts';
import { decide } from '../../../src/protocols/tasks/index.ts';
import {
  addAgent,
  changeDependencies,
  claim,
  complete,
  moveTask,
  newTask,
  tick,
} from '../../../src/relay/tasks/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { approveAll } from '../../support/approve-all.ts';
import { createTaskBench, type TaskBench } from '../../support/task-platform.ts';
import { verifies } from '../../support/verifies.ts';

interface FakeExecutor extends Executor {
  outcome: SpawnOutcome;
  state: SessionState;
  readonly started: string[];
}

function createFakeExecutor(): FakeExecutor {
  const started: string[] = [];
  const fake: FakeExecutor = {
    outcome: { kind: 'started', sessionId: 's' },
    state: { kind: 'unknown' },
    started,
    start: async ({ taskId }) => {
      started.push(taskId);
      return fake.outcome;
    },
    look: async () => fake.state,
    stop: async () => fake.state,
  };
  return fake;
}

const pass = async (bench: TaskBench) => await tick(bench.platform, { dryRun: false });
const create = async (bench: TaskBench, title: string, more: object = {}) =>
  (await newTask(bench.platform, { title, by: 'operator', ...more })).task.id;

/** Written into the run folder by an agent itself, not through Baton. */
function leaveResult(bench: TaskBench, id: string, content: string): void {
  mkdirSync(join(bench.platform.project.dataDir, 'runs', id), { recursive: true });
  writeFileSync(join(bench.platform.project.dataDir, 'runs', id, 'run_result.json'), content);
}

const STALE = { done: 'done', blocked: 'blocked', needs_review: 'review', partial: 'review' } as const;
for (const [outcome, status] of Object.entries(STALE)) {
  verifies('TSK-050', `a stale run that left a result of ${outcome} goes to ${status}`, async () => {
    const bench = await createTaskBench();
    const { task } = await bench.held();
    leaveResult(bench, task.id, JSON.stringify({ outcome, notes: 'left behind' }));
    await pass(bench);
    expect(await bench.status(task.id)).toBe('in-progress');
    bench.clock.time += 300_000;
    await pass(bench);
    expect(await bench.status(task.id)).toBe(status);
    expect((await bench.store.find(task.id))?.result).toMatchObject({ outcome, notes: 'left behind' });
  });
}

verifies(
  'TSK-050',
  'a stale run without a result is taken back: ready, run expired, counted, to the limit',
  async () => {
    const bench = await createTaskBench();
    const { task } = await bench.held();
    for (let attempt = 1; attempt <= 3; attempt++) {
      bench.clock.time += 300_000;
      await pass(bench);
      const entry = await bench.store.find(task.id);
      expect(entry?.run?.status).toBe('expired');
      expect(entry?.task.status).toBe(attempt < 3 ? 'ready' : 'deadletter');
      if (attempt < 3) await claim(bench.platform, { id: task.id, agent: 'ada' });
    }
    expect((await bench.events('task.reclaimed')).map(({ payload }) => payload['attempts'])).toEqual([1, 2]);
    expect(await bench.events('lease.expired')).toHaveLength(3);
  },
);

verifies(
  'TSK-050',
  'a result that is not valid is logged as rejected, nothing moves, and a person is told once',
  async () => {
    const bench = await createTaskBench();
    const { task } = await bench.held();
    leaveResult(bench, task.id, '{"outcome": "great"}');
    bench.clock.time += 300_000;
    await pass(bench);
    await pass(bench);
    expect(await bench.status(task.id)).toBe('in-progress');
    expect(await bench.events('protocol.message.rejected')).toHaveLength(1);
    expect(await bench.events('notice.alert')).toHaveLength(1);
  },
);

verifies('TSK-050', 'a lapsed lease is renewed as long as the executor sees the session alive', async () => {
  const fake = createFakeExecutor();
  const bench = await createTaskBench({}, { command: fake });
  await addAgent(bench.platform, { id: 'w', tags: [], executor: 'command', settings: {} });
  const id = await create(bench, 'long', { routing: { agent: 'w' } });
  await pass(bench);
  fake.state = { kind: 'alive' };
  for (let hour = 0; hour < 24; hour++) {
    bench.clock.time += 3_600_000;
    await pass(bench);
  }
  expect(await bench.status(id)).toBe('in-progress');
  expect(fake.started).toEqual([id]);
  fake.state = { kind: 'ended', exit: { at: '2026-02-09T21:00:00.000Z', code: 1, signal: null, how: 'exit code 1' } };
  await pass(bench);
  expect((await bench.store.find(id))?.task).toMatchObject({
    status: 'blocked',
    metadata: { block: { kind: 'no-completion' } },
  });
});

verifies(
  'TSK-063',
  'a run that was started and gives no sign of life in the grace period is a failed attempt',
  async () => {
    const fake = createFakeExecutor();
    const bench = await createTaskBench({ 'tasks.graceSeconds': 60 }, { openclaw: fake });
    await addAgent(bench.platform, { id: 'w', tags: [], executor: 'openclaw', settings: {} });
    const id = await create(bench, 'one', { routing: { agent: 'w' } });
    await pass(bench);
    bench.clock.time += 59_999;
    await pass(bench);
    expect(await bench.status(id)).toBe('in-progress');
    bench.clock.time += 1;
    await pass(bench);
    expect((await bench.store.find(id))?.task).toMatchObject({
      status: 'blocked',
      metadata: { attempts: 1, block: { kind: 'spawn' } },
    });
    expect(await bench.events('dispatch.silent')).toHaveLength(1);
  },
);

verifies(
  'TSK-055',
  'what goes wrong before an agent is started is a failed start, and others are started',
  async () => {
    const fake = createFakeExecutor();
    const [broken, sound] = ['TASK-2026-02-09-001', 'TASK-2026-02-09-002'];
    const start: Executor['start'] = async (call) => {
      if (call.taskId === broken) throw new BatonError('ARTIFACT_DAMAGED', 'inputs/large.txt is missing here');
      return await fake.start(call);
    };
    const bench = await createTaskBench({}, { command: { ...fake, start } });
    await addAgent(bench.platform, { id: 'swe', executor: 'command', tags: [], concurrency: 2, settings: {} });
    for (const title of ['one', 'two']) await create(bench, title, { routing: { agent: 'swe' } });
    await pass(bench);
    expect(fake.started).toEqual([sound]);
    expect((await bench.store.find(broken))?.task).toMatchObject({
      status: 'blocked',
      metadata: { block: { kind: 'spawn', reason: 'inputs/large.txt is missing here' } },
    });
  },
);

verifies('TSK-055', 'permanent failures are not retried, transient ones are, to the limit', async () => {
  for (const permanent of [true, false]) {
    const fake = createFakeExecutor();
    fake.outcome = { kind: 'failed', permanent, reason: 'no such agent' };
    const bench = await createTaskBench({}, { command: fake });
    await addAgent(bench.platform, { id: 'w', tags: [], executor: 'command', settings: {} });
    const id = await create(bench, 'one', { routing: { agent: 'w' } });
    for (let n = 0; n < 10; n++) {
      await pass(bench);
      bench.clock.time += 60_000;
    }
    expect(await bench.status(id)).toBe('deadletter');
    expect(fake.started.length).toBe(permanent ? 1 : 3);
    expect(await bench.events('dispatch.failed')).toHaveLength(permanent ? 1 : 3);
    expect(await bench.store.readBody(id)).toContain('given up: no such agent');
  }
});

verifies(
  'TSK-051',
  'the scheduler starts by priority, age and id, within the limits of all, agent, team and resource',
  async () => {
    const fake = createFakeExecutor();
    const bench = await createTaskBench({ 'tasks.maxRunning': 3 }, { command: fake });
    for (const id of ['a', 'b'])
      await addAgent(bench.platform, { id, tags: [], team: 't', executor: 'command', concurrency: 2, settings: {} });
    const low = await create(bench, 'low', { priority: 'low', routing: { agent: 'a' } });
    const first = await create(bench, 'first', { routing: { agent: 'a' }, resource: 'db' });
    const second = await create(bench, 'second', { routing: { agent: 'a' }, resource: 'db' });
    bench.clock.time += 1;
    const third = await create(bench, 'third', { priority: 'critical', routing: { agent: 'a' } });
    const fourth = await create(bench, 'fourth', { routing: { agent: 'b' } });
    await pass(bench);
    expect(fake.started).toEqual([third, first, fourth]);
    const entry = await bench.store.find(third);
    await complete(bench.platform, {
      id: third,
      agent: 'a',
      runId: entry?.run?.runId ?? '',
      outcome: 'done',
      notes: 'x',
    });
    await pass(bench);
    expect(fake.started).toEqual([third, first, fourth, low]);
    expect(await bench.status(second)).toBe('ready');
  },
);

verifies('TSK-051', 'teams have a limit of their own', async () => {
  const fake = createFakeExecutor();
  const bench = await createTaskBench({}, { command: fake });
  await bench.platform.files.createFolder(bench.platform.project.dataDir);
  const agents = ['a', 'b', 'c'].map((id) => ({ id, executor: 'command', team: id === 'c' ? 'other' : 't' }));
  await bench.platform.files.writeAtomic(
    join(bench.platform.project.dataDir, 'agents.json'),
    JSON.stringify({ agents, teams: { t: 1 } }),
  );
  await approveAll(bench.platform);
  for (const agent of ['a', 'b', 'c']) await create(bench, agent, { routing: { agent } });
  await pass(bench);
  expect(fake.started).toHaveLength(2);
});

verifies('TSK-051', 'the same state and time give the same actions, whatever the order of lists', async () => {
  const fake = createFakeExecutor();
  const bench = await createTaskBench({}, { command: fake });
  for (const id of ['b', 'a', 'c']) await addAgent(bench.platform, { id, tags: [], executor: 'command', settings: {} });
  for (let n = 0; n < 6; n++) await create(bench, `task ${n}`);
  const survey = await bench.store.survey({ now: bench.clock.now(), perRoute: 100 });
  const rules = {
    maxRunning: 8,
    teamLimits: {},
    maxAttempts: 3,
    backoffMs: 1,
    leaseMs: 1,
    graceMs: 1,
    onDependencyEnd: 'block' as const,
  };
  const agent = (id: string) => ({ id, tags: [], executor: 'command' as const, concurrency: 2 });
  const one = decide({ survey, agents: ['a', 'b', 'c'].map(agent), runs: new Map(), rules }, 5);
  const two = decide({ survey, agents: ['c', 'a', 'b'].map(agent), runs: new Map(), rules }, 5);
  expect(one).toHaveLength(6);
  expect(two).toEqual(one);
});

verifies(
  'TSK-052',
  'a dependency that ends badly blocks, is skipped, or fails the task, with an alert; circles are refused',
  async () => {
    for (const effect of ['block', 'skip', 'fail'] as const) {
      for (const own of [true, false]) {
        const bench = await createTaskBench(own ? {} : { 'tasks.onDependencyEnd': effect });
        const one = await create(bench, 'one');
        const two = await create(bench, 'two', { dependsOn: [one], ...(own ? { onDependencyEnd: effect } : {}) });
        await moveTask(bench.platform, { id: one, to: 'cancelled', by: 'operator' });
        await pass(bench);
        await pass(bench);
        const task = (await bench.store.find(two))?.task;
        expect([effect, task?.status]).toEqual([
          effect,
          { block: 'blocked', skip: 'ready', fail: 'deadletter' }[effect],
        ]);
        if (effect === 'block') expect(task?.metadata.block?.kind).toBe('dependency');
        if (effect === 'skip') expect((await claim(bench.platform, { agent: 'ada' }))?.task.id).toBe(two);
        expect(await bench.events('dependency.ended')).toHaveLength(1);
        expect(await bench.events('notice.alert')).toHaveLength(1);
      }
    }
    const bench = await createTaskBench();
    const one = await create(bench, 'one');
    const two = await create(bench, 'two', { dependsOn: [one] });
    const three = await create(bench, 'three', { dependsOn: [two] });
    for (const add of [three, two, one])
      expect(await codeOf(changeDependencies(bench.platform, { id: one, by: 'x', add: [add], remove: [] }))).toBe(
        'TASK_CYCLE',
      );
  },
);

verifies('TSK-033', 'only dependency, spawn and no-completion unblock by themselves', async () => {
  const bench = await createTaskBench();
  const dead = await create(bench, 'dead');
  const waits = await create(bench, 'waits', { dependsOn: [dead] });
  const person = await create(bench, 'person');
  await moveTask(bench.platform, { id: person, to: 'blocked', by: 'operator', reason: 'ask Ann' });
  await moveTask(bench.platform, { id: dead, to: 'deadletter', by: 'operator' });
  await pass(bench);
  expect(await bench.status(waits)).toBe('blocked');
  await moveTask(bench.platform, { id: dead, to: 'ready', by: 'operator' });
  const run = await claim(bench.platform, { id: dead, agent: 'ada' });
  await complete(bench.platform, { id: dead, agent: 'ada', runId: run?.run?.runId ?? '', outcome: 'done', notes: 'x' });
  bench.clock.time += 86_400_000;
  await pass(bench);
  expect([await bench.status(waits), await bench.status(person)]).toEqual(['ready', 'blocked']);
});

verifies('TSK-053', 'a task nobody can take is reported at once, once, and taken up when an agent comes', async () => {
  const fake = createFakeExecutor();
  const bench = await createTaskBench({}, { command: fake });
  const id = await create(bench, 'one', { routing: { role: 'qa' } });
  await pass(bench);
  await pass(bench);
  expect((await bench.events('dispatch.unroutable')).map(({ taskId }) => taskId)).toEqual([id]);
  await addAgent(bench.platform, { id: 'w', role: 'qa', tags: [], executor: 'command', settings: {} });
  await pass(bench);
  await pass(bench);
  expect(fake.started).toEqual([id]);
});

verifies('TSK-051', 'a due date that passes is reported once', async () => {
  const bench = await createTaskBench();
  const id = await create(bench, 'one', { dueBy: '2026-02-09T22:00:00.000Z' });
  await pass(bench);
  expect(await bench.events('task.overdue')).toEqual([]);
  bench.clock.time += 3_600_000;
  await pass(bench);
  await pass(bench);
  expect((await bench.events('task.overdue')).map(({ taskId }) => taskId)).toEqual([id]);
});

verifies('TSK-062', 'agents that pull are never started: they claim by themselves', async () => {
  const bench = await createTaskBench();
  await addAgent(bench.platform, { id: 'puller', tags: ['x'], executor: 'pull', settings: {} });
  const id = await create(bench, 'one', { routing: { tags: ['x'] } });
  expect((await pass(bench)).actions).toEqual([]);
  expect(await claim(bench.platform, { agent: 'other' })).toBeUndefined();
  expect((await claim(bench.platform, { agent: 'puller' }))?.task.id).toBe(id);
});

import { readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Executor, SessionState, SpawnOutcome, Platform } from '../../../src/kernel/ports/index.ts';
import { EVENT_TYPES, getEntry, planImportedUpdate, planMove } from '../../../src/protocols/tasks/index.ts';
import {
  addAgent,
  answerHandoff,
  changeDependencies,
  claim,
  commentTask,
  heartbeat,
  moveTask,
  newTask,
  renumber,
  routeEvent,
  stopTask,
  tick,
} from '../../../src/relay/tasks/index.ts';
import { nodeDisk } from '../../../src/stores/fs/index.ts';
import { createProcesses } from '../../../src/stores/process/index.ts';
import { createTestClock } from '../../contract/task-store.ts';
import { createTaskBench } from '../../support/task-platform.ts';
import { createMemoryPlane } from '../../support/task-stores.ts';
import { verifies } from '../../support/verifies.ts';

interface Plane {
  readonly platform: Platform;
  readonly clock: { time: number };
  readonly executor: { outcome: SpawnOutcome; state: SessionState };
}

/** Agents that are started by a script, tasks in real files. */
async function setUp(): Promise<Plane> {
  const script: Plane['executor'] = { outcome: { kind: 'started', sessionId: 's' }, state: { kind: 'unknown' } };
  const executor: Executor = {
    start: async () => script.outcome,
    look: async () => script.state,
    stop: async () => ({ kind: 'unknown' }),
  };
  // Its programs never start.
  const idle: Executor = {
    prepare: async () => undefined,
    start: async () => ({ kind: 'started', sessionId: 'never' }),
    look: async () => ({ kind: 'unstarted' }),
    stop: async () => ({ kind: 'unstarted' }),
  };
  const { platform } = await createTaskBench({}, { command: executor, openclaw: idle });
  const clock = createTestClock();
  const more = { dataDir: platform.project.dataDir, processes: createProcesses() };
  const store = await createMemoryPlane(clock, nodeDisk).open('a', more);
  onTestFinished(() => store.close());
  return { platform: { ...platform, clock, tasks: async () => store }, clock, executor: script };
}

const pass = async ({ platform }: Plane): Promise<void> => void (await tick(platform, { dryRun: false, deep: true }));

const create = async ({ platform }: Plane, title: string, more: object = {}): Promise<string> =>
  (await newTask(platform, { title, by: 'operator', ...more })).task.id;

async function held({ platform }: Plane, id: string, agent = 'ada'): Promise<{ id: string; runId: string }> {
  return { id, runId: (await claim(platform, { id, agent }))?.run?.runId ?? '' };
}

const send = async ({ platform, clock }: Plane, message: object): Promise<void> =>
  void (await routeEvent(platform, {
    protocol: 'aof',
    version: 1,
    fromAgent: 'ada',
    toAgent: 'baton',
    sentAt: new Date(clock.time).toISOString(),
    payload: {},
    ...message,
  }));

/** A task's life, its notes, its dependencies and another id. */
async function liveAndEnd(plane: Plane): Promise<void> {
  const { platform, clock } = plane;
  const id = await create(plane, 'whole');
  const { runId } = await held(plane, id);
  await heartbeat(platform, { id, agent: 'ada', runId });
  await send(plane, { type: 'status.update', taskId: id, runId, payload: { notes: 'half way' } });
  await send(plane, { type: 'status.review', taskId: id, runId });
  await send(plane, { type: 'status.update', taskId: 'TASK-2026-01-01-999', payload: { notes: 'x' } });
  const refs = { summaryRef: 'outputs/none.md' };
  await send(plane, {
    type: 'completion.report',
    taskId: id,
    runId,
    payload: { outcome: 'done', notes: 'ok', ...refs },
  });
  const late = await create(plane, 'late', { dueBy: new Date(clock.time + 1_000).toISOString() });
  const waiting = await create(plane, 'waiting');
  await changeDependencies(platform, { id: waiting, by: 'operator', add: [late], remove: [] });
  clock.time += 2_000;
  await pass(plane);
  await moveTask(platform, { id: late, to: 'cancelled', by: 'operator' });
  await pass(plane);
  await renumber(platform, { id: await create(plane, 'twice'), by: 'operator' });
  const stopped = await held(plane, await create(plane, 'stopped'));
  await stopTask(platform, { id: stopped.id, by: 'ben', reason: 'wrong branch' });
  await commentTask(platform, { id: stopped.id, by: 'ben', text: 'use the other one' });
}

/** Files that people changed. */
async function editFiles(plane: Plane): Promise<void> {
  const { platform } = plane;
  const store = await platform.tasks();
  const [edited, gone] = [await create(plane, 'edited'), await create(plane, 'garbled')];
  const path = (id: string): string => join(platform.project.dataDir, 'tasks', 'ready', `${id}.md`);
  await writeFile(path(edited), (await readFile(path(edited), 'utf8')).replace('title: edited', 'title: by hand'));
  await writeFile(path(gone), 'nothing of a task');
  await store.reconcile({ deep: true });
  await store.reconcile({ repair: true });
  const taken = await create(plane, 'taken over');
  await store.change([taken], (lookup) =>
    planImportedUpdate(
      getEntry(lookup, taken),
      { fields: { title: 'again' }, metadata: {}, changed: ['title'] },
      { actor: 'import', now: plane.clock.time },
    ),
  );
  const met = await create(plane, 'met');
  await store.change([met], (lookup) => {
    const change = planMove(lookup, met, { to: 'backlog', actor: 'operator', now: plane.clock.time });
    // In the very moment between the look and the write.
    writeFileSync(path(met), readFileSync(path(met), 'utf8').replace('title: met', 'title: met by hand'));
    return change;
  });
  await store.reconcile();
}

/** Work that is handed on: taken, refused, over the limit, and ended badly. */
async function handOn(plane: Plane): Promise<void> {
  const { platform } = plane;
  const parent = await held(plane, await create(plane, 'parent'));
  const request = async (taskId: string): Promise<void> =>
    await send(plane, {
      type: 'handoff.request',
      taskId,
      parentTaskId: parent.id,
      toAgent: 'bob',
      runId: parent.runId,
      payload: { acceptanceCriteria: ['it works'], expectedOutputs: ['a.md'], contextRefs: [] },
    });
  for (const number of ['061', '062']) await request(`TASK-2026-02-09-${number}`);
  await answerHandoff(platform, { id: 'TASK-2026-02-09-061', agent: 'bob', answer: 'accepted' });
  await answerHandoff(platform, { id: 'TASK-2026-02-09-062', agent: 'bob', answer: 'rejected', reason: 'no time' });
  await moveTask(platform, { id: 'TASK-2026-02-09-061', to: 'cancelled', by: 'operator' });
}

/** Runs that do not start, start and say nothing, end without a word, lapse, and are given up. */
async function failRuns(plane: Plane): Promise<void> {
  const { platform, clock, executor } = plane;
  await addAgent(platform, { id: 'w', tags: [], executor: 'command', concurrency: 9, settings: {} });
  await addAgent(platform, { id: 'idle', tags: [], executor: 'openclaw', settings: {} });
  await create(plane, 'never started', { routing: { agent: 'idle' } });
  await pass(plane);
  await pass(plane);
  await create(plane, 'for nobody', { routing: { agent: 'nobody' } });
  const lapsing = await create(plane, 'lapsing');
  await held(plane, lapsing);
  clock.time += 400_000;
  await pass(plane);
  executor.outcome = { kind: 'failed', permanent: true, reason: 'no such program' };
  await create(plane, 'cannot start', { routing: { agent: 'w' } });
  await pass(plane);
  executor.outcome = { kind: 'started', sessionId: 's' };
  await create(plane, 'silent', { routing: { agent: 'w' } });
  await pass(plane);
  clock.time += 400_000;
  await pass(plane);
  executor.state = {
    kind: 'ended',
    exit: { at: '2026-02-09T21:00:00.000Z', code: 1, signal: null, how: 'exit code 1' },
  };
  await create(plane, 'wordless', { routing: { agent: 'w' } });
  await pass(plane);
  await pass(plane);
}

verifies('TSK-070', 'every type of the closed table is written by some path, and no other', async () => {
  const plane = await setUp();
  await liveAndEnd(plane);
  await editFiles(plane);
  await handOn(plane);
  await failRuns(plane);
  const types = new Set<string>();
  for await (const { type } of (await plane.platform.tasks()).readEvents()) types.add(type);
  expect([...types].sort()).toEqual(Object.keys(EVENT_TYPES).sort());
});

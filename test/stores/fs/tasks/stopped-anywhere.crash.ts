import { expect, test } from 'vitest';
import type { Disk, TaskStore } from '../../../../src/kernel/ports/index.ts';
import { TASK_STATUSES, type PlaneEvent } from '../../../../src/kernel/tasks.ts';
import {
  getEntry,
  parseTaskFile,
  planClaim,
  planCompletion,
  planMove,
  planNewTask,
} from '../../../../src/protocols/tasks/index.ts';
import { createMemoryDisk } from '../../../support/memory-disk.ts';
import { findBrokenStates } from '../../../support/power-loss.ts';
import { DiskStopped, recordDisk, stopAt, type RecordingDisk } from '../../../support/recording-disk.ts';
import { createMemoryPlane } from '../../../support/task-stores.ts';
import { verifies } from '../../../support/verifies.ts';
import { createTestClock } from '../../../contract/task-store.ts';

const clock = createTestClock();
const acting = { actor: 'ada', now: clock.now() };
const RUN = '01J00000000000000000000RUN';

/** What a transition begins from: one task that is held, with files in its folder, and one that is not touched. */
async function prepare(store: TaskStore): Promise<string> {
  const uid = (n: number): string => `01J000000000000000000000${String(n).padStart(2, '0')}`;
  const { task } = await store.change([], (lookup) =>
    planNewTask(lookup, { title: 'one', uid: uid(1), body: 'Text.' }, acting),
  );
  await store.change([], (lookup) => planNewTask(lookup, { title: 'two', uid: uid(2) }, acting));
  const claim = { ...acting, agent: 'ada', runId: RUN, ttlMs: 60_000 };
  await store.change([task.id], (lookup) => planClaim(getEntry(lookup, task.id), claim));
  await store.change([task.id], () => ({
    artifacts: [{ taskId: task.id, path: 'work/notes.txt', content: 'a' }],
    result: null,
  }));
  return task.id;
}

const completeIt = (id: string) => async (store: TaskStore) => {
  const result = {
    taskId: id,
    runId: RUN,
    agentId: 'ada',
    completedAt: '2026-02-09T21:00:00.000Z',
    outcome: 'done' as const,
    notes: 'ok',
  };
  await store.change([id], (lookup) => ({
    ...planCompletion(getEntry(lookup, id), result, { review: 'follow-table', openChildren: [] }, acting),
    artifacts: [{ taskId: id, path: 'outputs/summary.md', content: 'done\n' }],
    result: null,
  }));
};

const requeueAndClaim = (id: string) => async (store: TaskStore) => {
  await store.change([id], (lookup) => planMove(lookup, id, { ...acting, to: 'ready' }));
  const claim = { ...acting, agent: 'bob', runId: '01J0000000000000000000RUN2', ttlMs: 60_000 };
  await store.change([id], (lookup) => planClaim(getEntry(lookup, id), claim));
};

const createAnother = () => async (store: TaskStore) => {
  const uid = '01J00000000000000000000099';
  await store.change([], (lookup) => planNewTask(lookup, { title: 'three', uid }, acting));
};

/** Changes that share a flush: they are told before their files are there, and one task moves twice. */
const severalAtOnce = (id: string) => async (store: TaskStore) => {
  const move = (task: string, to: 'blocked' | 'ready' | 'cancelled') =>
    store.change([task], (lookup) => planMove(lookup, task, { ...acting, to }));
  const other = `${id.slice(0, -1)}2`;
  await Promise.all([move(id, 'ready'), move(id, 'blocked'), move(other, 'cancelled'), createAnother()(store)]);
};

/** The files of each wave are derived while the next one is stored. */
const waves = (id: string) => async (store: TaskStore) => {
  await severalAtOnce(id)(store);
  const other = `${id.slice(0, -1)}3`;
  const log = (path: string, content: string) => ({ artifacts: [{ taskId: id, path, content }], result: null });
  for (const to of ['ready', 'blocked', 'cancelled'] as const) {
    await Promise.all([
      store.change([id], () => log('outputs/a.md', to)),
      store.change([id], (lookup) => planMove(lookup, id, { ...acting, to })),
      store.change([other], (lookup) =>
        planMove(lookup, other, { ...acting, to: lookup.statusOf(other) === 'ready' ? 'blocked' : 'ready' }),
      ),
    ]);
  }
};

/** From the second move on the text is written into the file that the task had before. */
const backAndForth = (id: string) => async (store: TaskStore) => {
  for (const to of ['ready', 'blocked', 'ready', 'blocked'] as const)
    await store.change([id], (lookup) => planMove(lookup, id, { ...acting, to }));
};

interface Outcome {
  readonly statuses: Readonly<Record<string, string>>;
  readonly events: readonly string[];
}

/** Everything that is wrong with the files, beside what the store says about them. */
async function examine(disk: Disk, store: TaskStore): Promise<{ faults: string[]; outcome: Outcome }> {
  const faults: string[] = [];
  const statuses: Record<string, string> = {};
  for (const task of await store.list({ statuses: TASK_STATUSES })) statuses[task.id] = task.status;
  const found: Record<string, string[]> = {};
  for (const status of TASK_STATUSES) {
    const folder = `/data/tasks/${status}`;
    const entries = (await disk.stat(folder)) === undefined ? [] : await disk.readdir(folder);
    for (const { name, kind } of entries) {
      if (kind === 'folder') {
        if (statuses[name] !== status)
          faults.push(`folder ${status}/${name}, but the task is ${statuses[name] ?? 'unknown'}`);
        continue;
      }
      if (name.endsWith('.tmp')) continue;
      const text = (await disk.readFile(`${folder}/${name}`)).toString('utf8');
      const { task } = parseTaskFile(text);
      (found[task.id] ??= []).push(status);
      if (task.status !== status) faults.push(`${status}/${name} says ${task.status}`);
      const known = (await store.find(task.id))?.task;
      if (JSON.stringify(known?.rev) !== JSON.stringify(task.rev))
        faults.push(`${name} has rev ${task.rev}, the journal ${known?.rev}`);
    }
  }
  for (const [id, status] of Object.entries(statuses)) {
    if (JSON.stringify(found[id]) !== JSON.stringify([status]))
      faults.push(`${id} is ${status}, files in ${JSON.stringify(found[id])}`);
  }
  for (const id of Object.keys(found)) if (statuses[id] === undefined) faults.push(`${id} has a file and is not known`);
  const events: PlaneEvent[] = [];
  for await (const event of store.readEvents()) events.push(event);
  if (new Set(events.map(({ id }) => id)).size !== events.length) faults.push('an event stands twice');
  return { faults, outcome: { statuses, events: events.map(({ type, taskId }) => `${type} ${taskId ?? ''}`) } };
}

/** A new process after the one named `a` has died. */
async function restart(disk: Disk, boot = 'boot-1'): Promise<TaskStore> {
  if (boot !== 'boot-1') await dropLock(disk);
  const plane = createMemoryPlane(clock, disk);
  plane.dead.add('a');
  const store = await plane.open('b', { boot });
  await store.reconcile();
  return store;
}

/** A machine takes longer to start than an unreadable lock holds; this disk's clock stands still. */
async function dropLock(disk: Disk): Promise<void> {
  const folder = '/data/journal/tasks.jsonl.lock';
  if ((await disk.stat(folder)) === undefined) return;
  for (const { name } of await disk.readdir(folder)) await disk.unlink(`${folder}/${name}`);
}

async function record(
  work: (id: string) => (store: TaskStore) => Promise<void>,
  compactBytes?: number,
): Promise<{ disk: RecordingDisk; inner: Disk; store: TaskStore; id: string; run: () => Promise<void> }> {
  const inner = createMemoryDisk();
  const disk = await recordDisk(inner);
  const more = { deriveMs: 0, ...(compactBytes === undefined ? {} : { compactBytes }) };
  const store = await createMemoryPlane(clock, disk).open('a', more);
  const id = await prepare(store);
  const run = async (): Promise<void> => {
    try {
      await work(id)(store);
    } finally {
      await store.settle?.();
    }
  };
  return { disk, inner, store, id, run };
}

function hasStopped(disk: Disk): boolean {
  try {
    disk.readNow('/data');
    return false;
  } catch (error) {
    return error instanceof DiskStopped;
  }
}

/** A work of several changes may end between them: then a part of the new events is there, in order. */
const isBetween = (outcome: Outcome, before: Outcome, after: Outcome): boolean =>
  outcome.events.length >= before.events.length &&
  JSON.stringify(after.events.slice(0, outcome.events.length)) === JSON.stringify(outcome.events);

const WORKS = {
  'several changes at once': severalAtOnce,
  'changes that come wave after wave': waves,
  'moves back and forth': backAndForth,
  'a completion': completeIt,
  'a requeue and a new claim': requeueAndClaim,
  'a creation': createAnother,
};

for (const [name, work] of Object.entries(WORKS)) {
  for (const compactBytes of [undefined, 1]) {
    const how = compactBytes === undefined ? '' : ', with a compaction behind each change';
    verifies(
      'TSK-010',
      `a process that stops at any system call of ${name}${how} leaves the old or the new state`,
      async () => {
        const whole = await record(work, compactBytes);
        const before = (await examine(whole.inner, whole.store)).outcome;
        const first = whole.disk.operations.length;
        await whole.run();
        const after = (await examine(whole.inner, whole.store)).outcome;
        const count = whole.disk.operations.length - first;
        expect(count).toBeGreaterThan(5);
        let news = 0;
        let stops = 0;
        for (let at = 0; at < count; at++) {
          const { disk, inner, run } = await record(work, compactBytes);
          disk.fault = stopAt(at);
          const ended = await run().then(
            () => 'ok',
            () => 'stopped',
          );
          const store = await restart(inner);
          const { faults, outcome } = await examine(inner, store);
          expect({ at, faults }).toEqual({ at, faults: [] });
          const isNew = JSON.stringify(outcome) === JSON.stringify(after);
          expect({ at, isKnown: isNew || isBetween(outcome, before, after) }).toEqual({ at, isKnown: true });
          if (ended === 'ok') expect({ at, outcome }).toEqual({ at, outcome: after });
          if (isNew) news += 1;
          if (hasStopped(disk)) stops += 1;
          await store.close();
        }
        expect(news).toBeGreaterThan(0);
        // Every system call of it was visited.
        expect(stops).toBe(count);
        await whole.store.close();
      },
    );
  }
}

verifies(
  'TSK-010',
  'a power loss at any moment of a transition loses nothing that was acknowledged',
  async () => {
    for (const [work, compactBytes] of [
      [completeIt, undefined],
      [completeIt, 1],
      [severalAtOnce, undefined],
      [waves, undefined],
      [backAndForth, undefined],
      [backAndForth, 1],
    ] as const) {
      const { disk, inner, store, id } = await record(work, compactBytes);
      disk.mark('prepared');
      const before = (await examine(inner, store)).outcome;
      await work(id)(store);
      disk.mark('completed');
      await store.settle?.();
      const after = (await examine(inner, store)).outcome;
      const first = disk.operations.findIndex((operation) => operation.kind === 'mark');
      const problems = await findBrokenStates(
        disk,
        async (lost, { marks, operationCount }) => {
          if (operationCount < first) return true;
          const restarted = await restart(lost, 'boot-2');
          const { faults, outcome } = await examine(lost, restarted);
          await restarted.close();
          const isAfter = JSON.stringify(outcome) === JSON.stringify(after);
          const isKnown = isAfter || (!marks.includes('completed') && isBetween(outcome, before, after));
          return faults.length === 0 && isKnown;
        },
        { samples: 2 },
      );
      expect(problems).toEqual([]);
    }
  },
  { timeout: 240_000 },
);

test('the text of a task is in the journal until its file is flushed', async () => {
  const { inner, store, id } = await record(createAnother);
  const text = (await inner.readFile('/data/journal/tasks.jsonl')).toString('utf8');
  expect(text).toContain('Text.');
  expect(await store.readBody(id)).toBe('\nText.\n');
});

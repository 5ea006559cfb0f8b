import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import type { Disk, TaskStore, Platform } from '../../../src/kernel/ports/index.ts';
import { planMove } from '../../../src/protocols/tasks/index.ts';
import { routeEvent, tick } from '../../../src/relay/tasks/index.ts';
import { TaskIndex } from '../../../src/stores/task-index/index.ts';
import { createTestClock } from '../../contract/task-store.ts';
import { createMemoryDisk } from '../../support/memory-disk.ts';
import { composeCrowd, crowdId } from '../../support/task-crowd.ts';
import { createTaskBench } from '../../support/task-platform.ts';
import { createMemoryPlane } from '../../support/task-stores.ts';
import { verifies } from '../../support/verifies.ts';

/** Every call to the disk, by its name; files by what is done to them. */
class CountingDisk {
  counts: Record<string, number> = {};
  readonly disk: Disk;

  constructor(inner: Disk) {
    this.disk = this.#counting(inner);
  }

  take(): Record<string, number> {
    const { counts } = this;
    this.counts = {};
    return counts;
  }

  #counting<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (of, name) => {
        const found: unknown = Reflect.get(of, name);
        if (typeof found !== 'function') return found;
        return (...words: unknown[]): unknown => {
          this.counts[String(name)] = (this.counts[String(name)] ?? 0) + 1;
          const result: unknown = Reflect.apply(found, of, words);
          return name === 'open' ? (result as Promise<object>).then((file) => this.#counting(file)) : result;
        };
      },
    });
  }
}

interface Crowd {
  readonly platform: Platform;
  readonly store: TaskStore;
  readonly disk: CountingDisk;
  readonly clock: { time: number };
}

async function setUp(count: number): Promise<Crowd> {
  const inner = createMemoryDisk();
  for (const { path, text } of composeCrowd(count)) await put(inner, join('/data', path), text);
  const disk = new CountingDisk(inner);
  const clock = createTestClock();
  const store = await createMemoryPlane(clock, disk.disk).open('a');
  onTestFinished(() => store.close());
  const { platform } = await createTaskBench();
  const crowd: Platform = { ...platform, clock, tasks: async () => store };
  // The first passes find folders they have never seen, and tasks without an agent.
  while ((await tick(crowd, { dryRun: false })).actions.length > 0);
  disk.take();
  return { platform: crowd, store, disk, clock };
}

async function put(disk: Disk, path: string, text: string): Promise<void> {
  await disk.mkdir(dirname(path));
  const file = await disk.open(path, 'w');
  await file.write(Buffer.from(text, 'utf8'));
  await file.close();
}

const FEW = 100;
/** Its unfinished tasks take more than one line of the journal. */
const MANY = 1_250;

verifies('TSK-080', 'an idle poll asks the disk the same few things however many tasks there are', async () => {
  const counts = [];
  for (const size of [FEW, MANY]) {
    const { platform, disk } = await setUp(size);
    expect(await tick(platform, { dryRun: false })).toEqual({ actions: [], applied: 0, isIdle: true });
    counts.push(disk.take());
  }
  expect(counts[1]).toEqual(counts[0]);
  // The eight folders and the journal are asked for their times; nothing is listed, opened or written.
  expect(Object.keys(counts[0] ?? {}).sort()).toEqual(['readNow', 'stat']);
  expect(counts[0]?.['stat']).toBeLessThan(16);
});

verifies('TSK-080', 'an idle poll does not look at tasks again until one changes or its time comes', async () => {
  const { store, clock } = await setUp(FEW);
  const query = { now: clock.time, perRoute: 16 };
  const first = await store.survey(query);
  expect(await store.survey({ ...query, now: clock.time + 60_000 })).toBe(first);
  const id = crowdId(24);
  const acting = { actor: 'ada', now: clock.time };
  await store.change([id], (lookup) => planMove(lookup, id, { ...acting, to: 'blocked' }));
  expect(await store.survey(query)).not.toBe(first);
});

test('a time that something waits for ends an answer that was kept', async () => {
  const { store, clock } = await setUp(FEW);
  const id = crowdId(24);
  const retryAt = new Date(clock.time + 10_000).toISOString();
  await store.change([id], (lookup) =>
    planMove(lookup, id, {
      actor: 'ada',
      now: clock.time,
      to: 'blocked',
      block: { kind: 'spawn', reason: 'no answer', retryAt },
    }),
  );
  const unblockable = async (afterMs: number): Promise<string[]> =>
    (await store.survey({ now: clock.time + afterMs, perRoute: 16 })).unblockable.map(({ task }) => task.id);
  expect(await unblockable(0)).toEqual([]);
  expect(await unblockable(9_999)).toEqual([]);
  expect(await unblockable(10_000)).toEqual([id]);
  expect(await unblockable(9_000)).toEqual([]);
});

verifies('TSK-080', 'a message and a transition cost the same calls however many tasks there are', async () => {
  /** A lock is kept for some milliseconds, and taken again if the machine was busy meanwhile: the least is what it costs. */
  const leastOf = (tries: readonly Record<string, number>[]): Record<string, number> => {
    const names = [...new Set(tries.flatMap((counts) => Object.keys(counts)))].sort();
    const counts = names.map((name) => [name, Math.min(...tries.map((one) => one[name] ?? 0))] as const);
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  };
  const measure = async (size: number): Promise<Record<string, number>> => {
    const { platform, store, disk, clock } = await setUp(size);
    const id = crowdId(24);
    await store.change([id], (lookup) => planMove(lookup, id, { actor: 'ada', now: clock.time, to: 'blocked' }));
    await routeEvent(platform, {
      protocol: 'aof',
      version: 1,
      type: 'status.update',
      taskId: id,
      fromAgent: 'x',
      toAgent: 'baton',
      sentAt: new Date(clock.time).toISOString(),
      payload: { notes: 'hello' },
    });
    return disk.take();
  };
  const few: Record<string, number>[] = [];
  const many: Record<string, number>[] = [];
  for (let tries = 0; tries < 5; tries += 1) {
    few.push(await measure(FEW));
    many.push(await measure(MANY));
    if (isDeepStrictEqual(leastOf(many), leastOf(few))) break;
  }
  expect(leastOf(many)).toEqual(leastOf(few));
});

verifies('TSK-080', 'a start reads the journal alone: no task file and no folder', async () => {
  const inner = createMemoryDisk();
  for (const { path, text } of composeCrowd(MANY)) await put(inner, join('/data', path), text);
  const disk = new CountingDisk(inner);
  const store = await createMemoryPlane(createTestClock(), disk.disk).open('a');
  onTestFinished(() => store.close());
  expect((await store.count()).done).toBe((MANY / 5) * 4);
  const { read = 0, stat = 0, ...others } = disk.take();
  expect(others).toEqual({ open: 1 });
  expect(read).toBeLessThan(20);
  expect(stat).toBeLessThan(10);
});

verifies('TSK-080', 'a finished task is kept as its id and one short text, far below a kilobyte', async () => {
  const { store } = await setUp(FEW);
  const entry = await store.find(crowdId(24));
  if (entry === undefined) throw new Error('the crowd has no such task');
  const index = new TaskIndex();
  index.put({ ...entry, task: { ...entry.task, status: 'done', title: 'x'.repeat(5_000) } }, 'a'.repeat(32));
  expect([...index.allLive()]).toEqual([]);
  const [[id, text] = ['', '']] = index.allFinished();
  expect(id.length + text.length).toBeLessThan(100);
});

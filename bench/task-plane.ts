import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { composePlatform } from '../src/compose.ts';
import { createUlidSource } from '../src/kernel/ids.ts';
import { TASK_STATUSES } from '../src/kernel/tasks.ts';
import { planMove, planNewTask } from '../src/protocols/tasks/index.ts';
import type { Platform } from '../src/kernel/ports/index.ts';
import { routeEvent, tick } from '../src/relay/tasks/index.ts';
import { nodeDisk } from '../src/stores/fs/index.ts';
import { createProcesses } from '../src/stores/process/index.ts';
import { systemClock, systemRandom } from '../src/stores/system/index.ts';
import { openStoreOn } from '../test/support/task-stores.ts';
import { composeFinished, crowdId } from '../test/support/task-crowd.ts';
import { defineBenchmark, type Case, type Contender } from './frame/index.ts';
import { fillDataDir } from './task-plane/fill-data-dir.ts';

const nextUid = createUlidSource(systemClock, systemRandom);

async function timed(run: () => Promise<unknown>, times: number): Promise<number> {
  await run();
  const began = performance.now();
  for (let n = 0; n < times; n++) await run();
  return (performance.now() - began) / times;
}

const poll = (platform: Platform) => async () => await timed(() => tick(platform, { dryRun: false }), 400);

/** Blocked and back: two transitions. */
const transition = (platform: Platform) => async () => {
  const store = await platform.tasks();
  const acting = { actor: 'bench', now: Date.now() };
  const { task } = await store.change([], (lookup) => planNewTask(lookup, { title: 'moved', uid: nextUid() }, acting));
  const move = async (to: 'blocked' | 'ready') =>
    await store.change([task.id], (lookup) => planMove(lookup, task.id, { ...acting, to }));
  const perPair = await timed(async () => {
    await move('blocked');
    await move('ready');
  }, 10);
  await store.change([task.id], (lookup) => planMove(lookup, task.id, { ...acting, to: 'cancelled' }));
  return perPair / 2;
};

const message = (platform: Platform) => async () => {
  const envelope = {
    protocol: 'aof',
    version: 1,
    type: 'status.update',
    taskId: crowdId(24),
    fromAgent: 'x',
    toAgent: 'baton',
    sentAt: new Date().toISOString(),
    payload: { notes: 'hello' },
  };
  return await timed(() => routeEvent(platform, envelope), 10);
};

const open = (folder: string): Contender => ({
  name: 'open the store',
  measure: async () => {
    const platform = await composePlatform({ folder, environment: process.env });
    const began = performance.now();
    const store = await platform.tasks();
    const ms = performance.now() - began;
    await store.close();
    return ms;
  },
});

const list = (folder: string): Contender => ({
  name: 'readdir of the folders',
  measure: () => {
    const began = performance.now();
    for (const status of TASK_STATUSES) readdirSync(join(folder, '.baton', 'tasks', status), { withFileTypes: true });
    return performance.now() - began;
  },
});

/** What tasks cost, and that finished ones cost nothing. */
export const benchmark = defineBenchmark({
  about: 'the task plane with many tasks, four of five finished, beside the same with a hundred',
  async prepare({ folder, quick }) {
    mkdirSync(join(folder, 'small'));
    const small = await fillDataDir(join(folder, 'small'), 100);
    const cases: Case[] = [];
    for (const size of quick ? [2_000] : [10_000, 100_000]) {
      const place = join(folder, String(size));
      mkdirSync(place);
      cases.push(...sizeCases(size, place, await fillDataDir(place, size), small));
    }
    // What is still on its way to the disk would be paid for by the first rounds.
    execFileSync('sync');
    cases.push(memoryCase(folder, quick ? 20_000 : 100_000));
    return { cases };
  },
});

function sizeCases(size: number, place: string, large: Platform, small: Platform): Case[] {
  const name = `${size / 1_000},000 tasks`;
  const beside = (title: string, measure: (platform: Platform) => () => Promise<number>): Case => ({
    title: `${title}, ${name}`,
    unit: 'ms',
    ours: { name, measure: measure(large) },
    floor: { name: '100 tasks', measure: measure(small) },
    target: { limit: 1.5, against: 'floor' },
  });
  return [
    beside('idle poll', poll),
    {
      title: `idle poll by the clock, ${name}`,
      unit: 'ms',
      ours: { name, measure: poll(large) },
      target: { limit: 20 },
    },
    {
      title: `start, ${name}`,
      unit: 'ms',
      ours: open(place),
      floor: list(place),
      // Of few tasks the start is that of the program.
      ...(size < 100_000 ? {} : { target: { limit: 3, against: 'floor' } }),
    },
    beside('transition', transition),
    beside('message', message),
  ];
}

/** Memory that stays while a store with finished tasks alone is open. */
function memoryCase(folder: string, count: number): Case {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const dataDir = join(folder, 'finished');
  const deps = { processes: createProcesses(), clock: systemClock, random: systemRandom, owner: 'bench', dataDir };
  mkdirSync(join(dataDir, 'journal'), { recursive: true });
  writeFileSync(join(dataDir, 'journal', 'tasks.jsonl'), composeFinished(count));
  const measure = async (): Promise<number> => {
    collect();
    const before = process.memoryUsage().heapUsed;
    const store = await openStoreOn(nodeDisk, deps);
    collect();
    const bytes = process.memoryUsage().heapUsed - before;
    await store.close();
    return bytes / count;
  };
  return {
    title: 'memory per finished task',
    unit: 'bytes',
    ours: { name: 'heap', measure },
    target: { limit: 1_000 },
  };
}

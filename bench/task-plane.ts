import { closeSync, fdatasync, mkdirSync, openSync, readdirSync, write, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { composePlatform } from '../src/compose.ts';
import { createUlidSource, TASK_STATUSES, type TaskRecord, type TaskStatus } from '../src/kernel/index.ts';
import { planMove, planNewTask, renderTaskFile, taskCodec } from '../src/protocols/tasks/index.ts';
import { routeEvent, tick, type Platform } from '../src/relay/index.ts';
import { nodeDisk } from '../src/stores/fs/index.ts';
import { createProcesses } from '../src/stores/process/index.ts';
import { systemClock, systemRandom } from '../src/stores/system/index.ts';
import { sealLine, type TaskLine } from '../src/stores/fs/tasks/task-line.ts';
import { textSha } from '../src/stores/fs/tasks/task-paths.ts';
import { defineBenchmark, ratePerSecond, type Contender } from './frame/index.ts';

const WRITERS = 64;
const nextUid = createUlidSource(systemClock, systemRandom);

/** Four of five are done; of the rest, most wait for somebody, and some could be claimed. */
const statusOf = (n: number): TaskStatus =>
  n % 5 < 4 ? 'done' : n % 25 < 10 ? 'backlog' : n % 25 < 20 ? 'blocked' : 'ready';

function toRecord(n: number): TaskRecord {
  const at = new Date(Date.parse('2026-01-01T00:00:00.000Z') + n * 1000).toISOString();
  const status = statusOf(n);
  return {
    schemaVersion: 1,
    id: `TASK-2026-01-${String(1 + (n % 28)).padStart(2, '0')}-${String(1 + Math.floor(n / 28)).padStart(3, '0')}`,
    uid: nextUid(),
    title: `Task number ${n}`,
    status,
    priority: 'normal',
    routing: { agent: `puller-${n % 7}`, tags: [] },
    createdAt: at,
    updatedAt: at,
    lastTransitionAt: at,
    createdBy: 'bench',
    dependsOn: [],
    rev: 3,
    metadata: status === 'blocked' ? { block: { kind: 'human', reason: 'ask' } } : {},
  };
}

/** A data dir with so many tasks, as a compacted journal and its files. */
async function fill(folder: string, count: number): Promise<Platform> {
  const dataDir = join(folder, '.baton');
  for (const status of TASK_STATUSES) mkdirSync(join(dataDir, 'tasks', status), { recursive: true });
  mkdirSync(join(dataDir, 'journal'), { recursive: true });
  const live: { entry: { task: TaskRecord }; sha: string }[] = [];
  const finished: string[] = [];
  for (let n = 0; n < count; n++) {
    const task = toRecord(n);
    const text = renderTaskFile(task, undefined, { kind: 'replace', text: '\nDo it.\n' });
    writeFileSync(join(dataDir, 'tasks', task.status, `${task.id}.md`), text);
    if (task.status === 'done') finished.push(`${task.id} done 3 ${textSha(text)}`);
    else live.push({ entry: { task }, sha: textSha(text) });
  }
  const lines: TaskLine[] = [
    { kind: 'snapshot', generation: 1, lastNumbers: {}, broken: {} },
    { kind: 'finished', text: finished.join('\n') },
    ...Array.from({ length: Math.ceil(live.length / 200) }, (_, at) => ({
      kind: 'live' as const,
      tasks: live.slice(at * 200, at * 200 + 200),
    })),
  ];
  writeFileSync(join(dataDir, 'journal', 'tasks.jsonl'), lines.map((line) => `${sealLine(line)}\n`).join(''));
  writeFileSync(
    join(dataDir, 'agents.json'),
    JSON.stringify({ agents: Array.from({ length: 7 }, (_, n) => ({ id: `puller-${n}`, executor: 'pull' })) }),
  );
  const platform = await composePlatform({ folder, environment: process.env });
  await (await platform.tasks()).reconcile();
  return platform;
}

async function timed(run: () => Promise<unknown>, times: number): Promise<number> {
  await run();
  const began = performance.now();
  for (let n = 0; n < times; n++) await run();
  return (performance.now() - began) / times;
}

const poll = (platform: Platform) => async () => await timed(() => tick(platform, { dryRun: false }), 20);

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
    taskId: toRecord(20).id,
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
  about:
    'the task plane with many tasks, four of five finished, beside the same with a hundred; durable transitions beside bare appends',
  async prepare({ folder, quick }) {
    const sizes = quick ? [10_000] : [10_000, 100_000];
    mkdirSync(join(folder, 'small'));
    const small = await fill(join(folder, 'small'), 100);
    const cases = [];
    for (const size of sizes) {
      const place = join(folder, String(size));
      mkdirSync(place);
      const large = await fill(place, size);
      const rounds = 5;
      const name = `${size / 1000},000 tasks`;
      cases.push(
        {
          title: `idle poll, ${name}`,
          unit: 'ms' as const,
          rounds,
          ours: { name, measure: poll(large) },
          floor: { name: '100 tasks', measure: poll(small) },
          target: { limit: 1.5, against: 'floor' as const },
        },
        {
          title: `start, ${name}`,
          unit: 'ms' as const,
          rounds,
          ours: open(place),
          floor: list(place),
          target: { limit: 3, against: 'floor' as const },
        },
        {
          title: `transition, ${name}`,
          unit: 'ms' as const,
          rounds,
          ours: { name, measure: transition(large) },
          floor: { name: '100 tasks', measure: transition(small) },
          target: { limit: 1.5, against: 'floor' as const },
        },
        {
          title: `message, ${name}`,
          unit: 'ms' as const,
          rounds,
          ours: { name, measure: message(large) },
          floor: { name: '100 tasks', measure: message(small) },
          target: { limit: 1.5, against: 'floor' as const },
        },
      );
    }
    cases.push({
      title: `durable transitions, ${WRITERS} writers`,
      unit: '/s' as const,
      rounds: 3,
      ours: await manyMoves(folder),
      floor: bareAppends(folder),
      target: { limit: 0.5, against: 'floor' as const },
    });
    return { cases };
  },
});

/** The store alone: what notices cost depends on the rules people have. */
async function manyMoves(folder: string): Promise<Contender> {
  const { openFileTaskStore } = await import('../src/stores/fs/tasks/index.ts');
  const store = await openFileTaskStore({
    disk: nodeDisk,
    processes: createProcesses(),
    clock: systemClock,
    random: systemRandom,
    dataDir: join(folder, 'moves'),
    codec: taskCodec,
    boot: 'bench',
    owner: 'bench',
  });
  const acting = { actor: 'bench', now: Date.now() };
  const ids = await Promise.all(
    Array.from(
      { length: WRITERS },
      async () =>
        (await store.change([], (lookup) => planNewTask(lookup, { title: 'moved', uid: nextUid() }, acting))).task.id,
    ),
  );
  let turn = 0;
  return {
    name: 'transitions',
    measure: () =>
      ratePerSecond(
        2_000,
        async () => {
          const id = ids[turn++ % WRITERS] ?? '';
          await store.change([id], (lookup) =>
            planMove(lookup, id, { ...acting, to: lookup.statusOf(id) === 'ready' ? 'blocked' : 'ready' }),
          );
        },
        WRITERS,
      ),
  };
}

function bareAppends(folder: string): Contender {
  const record = Buffer.from(`${'x'.repeat(230)}\n`);
  return {
    name: 'append + fdatasync',
    measure: async () => {
      const file = openSync(join(folder, 'bare'), 'a');
      try {
        return await ratePerSecond(
          2_000,
          async () => {
            await promisify(write)(file, record);
            await promisify(fdatasync)(file);
          },
          WRITERS,
        );
      } finally {
        closeSync(file);
      }
    },
  };
}

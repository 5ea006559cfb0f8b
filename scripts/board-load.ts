/**
 * npx tsx scripts/board-load.ts [--tasks 10000] [--seconds 60] [--rate 100]
 * The daemon under load: many tasks, events at a steady rate from another process, a board's requests and stream
 * clients. Prints how long answers take over time, and the daemon's memory.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { composePlatform } from '../src/compose.ts';
import { createUlidAfter } from '../src/kernel/ids.ts';
import type { TaskStore } from '../src/kernel/ports/index.ts';
import { joinChanges, planNewTask } from '../src/protocols/tasks/index.ts';

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '60' },
    rate: { type: 'string', default: '100' },
    streams: { type: 'string', default: '20' },
  },
});
const [tasks, seconds, rate, streams] = [values.tasks, values.seconds, values.rate, values.streams].map(Number) as [
  number,
  number,
  number,
  number,
];
const WINDOWS = 6;

const idOf = (n: number): string => `TASK-2026-02-09-${String(n + 1).padStart(3, '0')}`;

async function fill(store: TaskStore, random: { bytes(size: number): Uint8Array }): Promise<void> {
  for (let made = 0; made < tasks; made += 1_000) {
    const acting = { actor: 'bench', now: Date.now() };
    const count = Math.min(1_000, tasks - made);
    await store.change([], (lookup) =>
      joinChanges(
        null,
        ...Array.from({ length: count }, (_, n) => {
          const uid = createUlidAfter(undefined, acting.now, random);
          return planNewTask(lookup, { title: `Task ${made + n}`, uid, id: idOf(made + n), status: 'backlog' }, acting);
        }),
      ),
    );
  }
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'baton-load-')));
const platform = await composePlatform({ folder, environment: process.env });
const store = await platform.tasks();
await fill(store, platform.random);

const daemon = spawn(
  process.execPath,
  ['dist/cli/baton.cjs', '-C', folder, 'serve', '--port', '0', '--jsonl', '--quiet'],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const lines = createInterface({ input: daemon.stdout })[Symbol.asyncIterator]();
const { listening: url } = JSON.parse(String((await lines.next()).value)) as { listening: string };

let heard = 0;
for (let n = 0; n < streams; n += 1) {
  request(`${url}/v1/stream`, (response) => {
    response.on('data', (piece: Buffer) => (heard += String(piece).split('event: plane').length - 1));
    response.on('error', () => undefined);
  })
    .on('error', () => undefined)
    .end();
}

const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const paths = [
  '/v1/overview',
  `/v1/tasks?ids=${idOf(1)},${idOf(2)},${idOf(3)}`,
  `/v1/tasks/${idOf(7)}`,
  '/v1/tasks?limit=200',
];
const samples: { at: number; ms: number; path: string }[] = [];
const memory: { at: number; mb: number }[] = [];
const began = performance.now();
const elapsed = (): number => (performance.now() - began) / 1000;
let written = 0;

async function write(): Promise<void> {
  const draft = (n: number) => ({
    type: 'task.noted',
    actor: 'bench',
    taskId: idOf(n % tasks),
    payload: { note: 'still at it' },
  });
  while (elapsed() < seconds) {
    const due = Math.floor(elapsed() * rate) - written;
    if (due > 0) {
      const from = written;
      await store.change([], () => ({ events: Array.from({ length: due }, (_, n) => draft(from + n)), result: null }));
      written += due;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function ask(): Promise<void> {
  for (let n = 0; elapsed() < seconds; n += 1) {
    const path = paths[n % paths.length] ?? '/';
    const start = performance.now();
    await (await fetch(url + path)).arrayBuffer();
    samples.push({ at: elapsed(), ms: performance.now() - start, path });
    if (n % 50 === 0) memory.push({ at: elapsed(), mb: memoryOf(daemon.pid ?? 0) });
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

await Promise.all([write(), ask(), ask()]);

const percentile = (of: readonly number[], share: number): number =>
  of.toSorted((a, b) => a - b)[Math.min(of.length - 1, Math.floor(of.length * share))] ?? 0;
console.log(
  `${tasks} tasks, ${written} events in ${seconds} s, ${streams} stream clients heard ${heard}, ${samples.length} requests`,
);
console.log('seconds      p50 ms   p99 ms   memory MB');
for (let window = 0; window < WINDOWS; window += 1) {
  const [from, to] = [(window * seconds) / WINDOWS, ((window + 1) * seconds) / WINDOWS];
  const times = samples.filter(({ at }) => at >= from && at < to).map(({ ms }) => ms);
  const used = memory.filter(({ at }) => at >= from && at < to).map(({ mb }) => mb);
  const columns = [percentile(times, 0.5), percentile(times, 0.99), Math.max(0, ...used)].map((n) =>
    n.toFixed(1).padStart(8),
  );
  console.log(`${`${from.toFixed(0)}-${to.toFixed(0)}`.padEnd(10)}${columns.join(' ')}`);
}
for (const path of paths) {
  const times = samples.filter((sample) => sample.path === path).map(({ ms }) => ms);
  console.log(
    `${path.slice(0, 30).padEnd(32)} p50 ${percentile(times, 0.5).toFixed(1)} p99 ${percentile(times, 0.99).toFixed(1)}`,
  );
}
daemon.kill('SIGTERM');
await once(daemon, 'exit');
await platform.close();
rmSync(folder, { recursive: true, force: true });

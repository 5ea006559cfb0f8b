import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClosablePlatform } from '../src/kernel/ports/index.ts';
import { addAgent, claim, complete, newTask } from '../src/relay/tasks/index.ts';
import { defineBenchmark, type Case } from './frame/index.ts';
import { fillDataDir } from './task-plane/fill-data-dir.ts';

const BATON = resolve('dist/cli/baton.cjs');
const LIMIT_MS = 30_000;
/** What a daemon reads when it starts is no part of idling. */
const SETTLE_MS = 15_000;
const TICK_MS = 10;

/** How long a daemon takes to notice, and what it costs while there is nothing to notice. */
export const benchmark = defineBenchmark({
  about:
    'from a new task to its agent, from the end of a task to the agent of the next, and a daemon with nothing to do',
  async prepare({ folder, quick }) {
    const size = quick ? 2_000 : 10_000;
    const stage = await openStage(join(folder, 'busy'), size);
    const idle = await openStage(join(folder, 'idle'), size);
    await sleep(SETTLE_MS);
    const tasks = `${size.toLocaleString('en-US')} tasks`;
    const cases: Case[] = [
      {
        title: `created → agent running, ${tasks}`,
        unit: 'ms',
        rounds: 20,
        ours: { name: 'daemon', measure: async () => await measureStart(stage) },
        target: { limit: 200 },
      },
      {
        title: `done → dependent starts, ${tasks}`,
        unit: 'ms',
        rounds: 20,
        ours: { name: 'daemon', measure: async () => await measureDependent(stage) },
        target: { limit: 200 },
      },
      {
        title: `idle daemon, ${tasks}: processor time per second`,
        unit: 'ms',
        rounds: 3,
        ours: { name: 'daemon', measure: async () => await measureIdle(idle.daemon, quick ? 10 : 30) },
        // Half a percent of a core.
        target: { limit: 5 },
      },
    ];
    return {
      cases,
      cleanUp: async () => {
        await closeStage(stage);
        await closeStage(idle);
      },
    };
  },
});

interface Stage {
  readonly platform: ClosablePlatform;
  readonly daemon: ChildProcess;
  /** Where the agent says when it began. */
  readonly mark: string;
}

async function openStage(folder: string, size: number): Promise<Stage> {
  mkdirSync(folder);
  const platform = await fillDataDir(folder, size);
  const mark = join(folder, 'began');
  const script = join(folder, 'agent.sh');
  const report = `"${process.execPath}" "${BATON}" complete --notes done >/dev/null`;
  writeFileSync(
    script,
    `#!/bin/sh\ndate +%s%3N > "${mark}.new"; mv "${mark}.new" "${mark}"\ncat >/dev/null\n${report}\n`,
  );
  chmodSync(script, 0o755);
  await addAgent(platform, {
    id: 'runner',
    executor: 'command',
    tags: [],
    concurrency: 4,
    settings: { command: script },
  });
  const daemon = spawn(process.execPath, [BATON, 'serve', '--port', '0', '--quiet'], { cwd: folder, stdio: 'ignore' });
  return { platform, daemon, mark };
}

async function closeStage({ platform, daemon }: Stage): Promise<void> {
  daemon.kill('SIGTERM');
  if (daemon.exitCode === null) await once(daemon, 'exit');
  await platform.close();
}

async function measureStart(stage: Stage): Promise<number> {
  const { task } = await newTask(stage.platform, { title: 'Begin', by: 'bench', routing: { agent: 'runner' } });
  return await waitForAgent(stage, task.id, Date.now());
}

async function measureDependent(stage: Stage): Promise<number> {
  const { platform } = stage;
  const first = await newTask(platform, { title: 'First', by: 'bench', routing: { agent: 'bench' } });
  const held = await claim(platform, { agent: 'bench', id: first.task.id });
  const { task } = await newTask(platform, {
    title: 'Then',
    by: 'bench',
    routing: { agent: 'runner' },
    dependsOn: [first.task.id],
  });
  await sleep(1_000);
  const runId = held?.run?.runId ?? '';
  await complete(platform, { id: first.task.id, agent: 'bench', runId, outcome: 'done', notes: 'done' });
  return await waitForAgent(stage, task.id, Date.now());
}

/** Milliseconds until the agent says that it began; returns when the task is done, so that rounds do not meet. */
async function waitForAgent({ platform, mark }: Stage, id: string, fromMs: number): Promise<number> {
  const store = await platform.tasks();
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; await sleep(20)) {
    if (!existsSync(mark) || (await store.find(id))?.task.status !== 'done') continue;
    const beganMs = Number(readFileSync(mark, 'utf8'));
    rmSync(mark);
    // Its program and its launcher are gone, too, and the daemon has nothing more to do.
    await sleep(1_000);
    return beganMs - fromMs;
  }
  throw new Error(`no agent began ${id} in ${LIMIT_MS / 1_000} seconds`);
}

async function measureIdle({ pid = 0 }: ChildProcess, seconds: number): Promise<number> {
  const before = readTicks(pid);
  await sleep(seconds * 1_000);
  return ((readTicks(pid) - before) * TICK_MS) / seconds;
}

/** Processor time of a process so far, in hundredths of a second. */
function readTicks(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

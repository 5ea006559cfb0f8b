import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CLI, runBaton, runForData } from './run-baton.ts';

/** Agents as real programs, each with a bad habit. All of them log their beginning and their end by themselves. */
const BATON = `"${process.execPath}" "${CLI}"`;
const AGENTS = {
  early: `${BATON} complete --notes "quick" >/dev/null`,
  long: `sleep 1.5; ${BATON} complete --notes "worked for long" >/dev/null`,
  forking: `(sleep 60 &) ; sh -c 'sleep 60' & ${BATON} complete --notes "left two behind" >/dev/null`,
  deaf: `trap '' TERM; sleep 1; ${BATON} complete --notes "would not stop" >/dev/null`,
  // The first thing it does is to kill the daemon that started it.
  killer: `kill -9 "$(cat daemon.pid)" 2>/dev/null; sleep 1; ${BATON} complete --notes "killed its daemon" >/dev/null`,
} as const;

export type AgentName = keyof typeof AGENTS;
const AGENT_NAMES = Object.keys(AGENTS) as readonly AgentName[];

const LAST_LINE_MS = 5_000;
const SETTINGS = { BATON_TASKS_BACKOFF_SECONDS: '1', BATON_TASKS_LEASE_SECONDS: '600' };

export interface StoryTask {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A project whose daemon is killed again and again. */
class KillStory {
  readonly folder: string;
  readonly #environment: Readonly<Record<string, string>>;
  #daemon: ChildProcess | undefined;

  constructor(folder: string, environment: Readonly<Record<string, string>> = {}) {
    this.folder = folder;
    this.#environment = { ...SETTINGS, ...environment };
  }

  async setUp(names: readonly AgentName[] = AGENT_NAMES): Promise<void> {
    for (const name of names) {
      const script = AGENTS[name];
      const text = `#!/bin/sh\ncat >/dev/null\necho "begin $BATON_TASK_ID $BATON_RUN_ID $$" >> runs.log\n${script}\necho "end $BATON_TASK_ID $BATON_RUN_ID $$" >> runs.log\n`;
      await writeFile(join(this.folder, `${name}.sh`), text);
      await chmod(join(this.folder, `${name}.sh`), 0o755);
      await this.run([
        'agent',
        'add',
        name,
        '--command',
        `./${name}.sh`,
        '--concurrency',
        '2',
        '--settings',
        '{"graceSeconds":1}',
      ]);
    }
    await writeFile(join(this.folder, 'runs.log'), '');
  }

  async run(args: readonly string[]): Promise<unknown> {
    return await runForData(args, { cwd: this.folder, env: this.#environment });
  }

  async add(agent: AgentName): Promise<void> {
    await this.run(['task', 'new', `for ${agent}`, '--agent', agent]);
  }

  async startDaemon(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [CLI, 'serve', '--poll', '50', '--quiet', '--port', '0'], {
      cwd: this.folder,
      env: { ...process.env, ...this.#environment },
      stdio: 'ignore',
    });
    await writeFile(join(this.folder, 'daemon.pid'), String(child.pid));
    this.#daemon = child;
    return child;
  }

  /** Resolves when it is gone, also if somebody else killed it. */
  async killDaemon(): Promise<void> {
    const child = this.#daemon;
    if (child === undefined) return;
    const ended =
      child.exitCode !== null || child.signalCode !== null
        ? Promise.resolve()
        : new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    this.#daemon = undefined;
  }

  async tasks(): Promise<readonly StoryTask[]> {
    return ((await this.run(['task', 'list', '--all'])) as { tasks: StoryTask[] }).tasks;
  }

  /** Lets a daemon run until all are done, or none was for so long; one that its agent kills is started again. */
  async finish(patienceMs: number): Promise<readonly StoryTask[]> {
    let progress = { done: -1, at: Date.now() };
    for (;;) {
      if (this.#daemon === undefined || this.#daemon.exitCode !== null || this.#daemon.signalCode !== null)
        await this.startDaemon();
      const tasks = await this.tasks();
      const done = tasks.filter(({ status }) => status === 'done').length;
      if (done > progress.done) progress = { done, at: Date.now() };
      if (done === tasks.length || Date.now() - progress.at > patienceMs) return tasks;
      await sleep(500);
    }
  }

  /** An agent writes that it ended after it has reported: the last line may come a moment after its task is done. */
  async #readRuns(tasks: number): Promise<readonly string[]> {
    for (let waitedMs = 0; ; waitedMs += 50) {
      const lines = (await readFile(join(this.folder, 'runs.log'), 'utf8')).trim().split('\n');
      if (waitedMs >= LAST_LINE_MS || lines.filter((line) => line.startsWith('end ')).length >= tasks) return lines;
      await sleep(50);
    }
  }

  /** What must hold at the end: every task was begun once and done once, and no attempt was counted. */
  async findFaults(tasks: readonly StoryTask[]): Promise<readonly string[]> {
    const lines = await this.#readRuns(tasks.length);
    return tasks.flatMap(({ id, title, status, metadata }) => {
      const begun = lines.filter((line) => line.startsWith(`begin ${id} `)).length;
      const ended = lines.filter((line) => line.startsWith(`end ${id} `)).length;
      const about = `${id} (${title})`;
      return [
        ...(status === 'done' ? [] : [`${about} is ${status}`]),
        ...(begun === 1 ? [] : [`${about} was begun ${begun} times`]),
        ...(ended === 1 ? [] : [`${about} came to its end ${ended} times`]),
        ...(metadata['attempts'] === undefined ? [] : [`${about} wasted ${String(metadata['attempts'])} attempts`]),
      ];
    });
  }
}

/** Whole numbers below a bound, the same for the same seed. */
function createDice(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export interface RandomKills {
  readonly kills: number;
  readonly seed: number;
  report?(line: string): void;
}

/** A task for each kill, and agents that kill the daemon themselves. Gives what went wrong. */
export async function killAtRandom(folder: string, { kills, seed, report }: RandomKills): Promise<readonly string[]> {
  const story = new KillStory(folder);
  try {
    await story.setUp();
    const roll = createDice(seed);
    for (let kill = 0; kill < kills; kill += 1) {
      await story.add(AGENT_NAMES[kill % AGENT_NAMES.length] ?? 'early');
      await story.startDaemon();
      // A daemon needs some tenths of a second to its first pass.
      await sleep(100 + roll(900));
      await story.killDaemon();
      if (kill % 20 === 19) report?.(`${kill + 1} kills`);
    }
    const tasks = await story.finish(120_000);
    const missing = tasks.length === kills ? [] : [`${tasks.length} tasks of ${kills}`];
    return [...missing, ...(await story.findFaults(tasks))];
  } finally {
    await story.killDaemon();
  }
}

export interface StepKills {
  /** `launch` or `baton`. */
  readonly target: string;
  readonly stride: number;
  readonly from?: number;
  readonly to?: number;
  report?(line: string): void;
}

const KILL_AT = fileURLToPath(new URL('kill-at.cjs', import.meta.url));

/** One pass of the scheduler, in which that program dies at its n-th system call; then passes without kills. */
export async function killAtEveryStep(folder: string, steps: StepKills): Promise<readonly string[]> {
  const { target, stride, from = 1, to = 500, report } = steps;
  const faults: string[] = [];
  for (let at = from; at <= to; at += stride) {
    const place = join(folder, `step-${at}`);
    await mkdir(place);
    const story = new KillStory(place);
    await story.setUp(['early']);
    await story.add('early');
    const mark = join(place, 'killed');
    const env = { NODE_OPTIONS: `--require ${KILL_AT}`, KILL_TARGET: target, KILL_AT: String(at), KILL_MARK: mark };
    await runBaton(['tick'], { cwd: place, env: { ...SETTINGS, ...env } });
    if (!existsSync(mark)) {
      report?.(`${target} makes ${at - 1} system calls`);
      break;
    }
    await settle(story);
    const found = (await story.findFaults(await story.tasks())).map((fault) => `call ${at}: ${fault}`);
    report?.(`call ${at}: ${found.length === 0 ? 'ok' : found.join('; ')}`);
    faults.push(...found);
  }
  return faults;
}

async function settle(story: KillStory): Promise<void> {
  for (let pass = 0; pass < 40; pass += 1) {
    await runBaton(['tick'], { cwd: story.folder, env: SETTINGS });
    if ((await story.tasks()).every(({ status }) => status === 'done')) return;
    await sleep(150);
  }
}

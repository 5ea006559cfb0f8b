/** Agents and daemons at work on a real server while they and it are killed; what is left is judged by its history. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TaskStore } from '../../../src/kernel/ports/index.ts';
import { CLI, runBaton } from '../run-baton.ts';
import { checkHistory, findLeftWaiting, type Acknowledged } from './check-history.ts';
import { readAllEvents, until } from './plane-actions.ts';
import { startPostgres, type TestPostgres, type TestStandby } from './server.ts';
import { openTestStore } from './test-store.ts';

const AGENT = fileURLToPath(new URL('../../stores/postgres/programs/fleet-agent.ts', import.meta.url));
const SCHEMA = 'soak';
const HOUR_MS = 3_600_000;
/** One machine is an hour ahead, one an hour behind. */
const SKEWS_MS = [0, HOUR_MS, -HOUR_MS];

export interface SoakReport {
  /** Changes that processes were told to be stored. */
  readonly acknowledged: number;
  readonly events: number;
  readonly faults: Readonly<Record<string, number>>;
  /** What became of calls that were told of a failure. */
  readonly failures: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
}

/** `rounds` times: an agent, a daemon, the server; at the end the primary dies and the standby takes over. */
export async function runSoak(rounds: number, pauseMs: number): Promise<SoakReport> {
  const soak = new Soak();
  try {
    return await soak.run(rounds, pauseMs);
  } finally {
    await soak.remove();
  }
}

class Soak {
  readonly #acknowledged: Acknowledged[] = [];
  readonly #faults: Record<string, number> = {};
  readonly #failures: Record<string, number> = {};
  readonly #agents: ChildProcess[] = [];
  readonly #daemons: ChildProcess[] = [];
  readonly #folders: string[] = [];
  #primary: TestPostgres | undefined;
  #standby: TestStandby | undefined;
  #address = '';

  async run(rounds: number, pauseMs: number): Promise<SoakReport> {
    const primary = (this.#primary = await startPostgres());
    const standby = (this.#standby = await primary.addStandby());
    this.#address = `postgres://baton@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`;
    for (let i = 0; i < 2; i += 1) await this.#startDaemon(i);
    for (let i = 0; i < SKEWS_MS.length; i += 1) this.#startAgent(i);
    await this.#workOn(pauseMs);
    for (let round = 0; round < rounds; round += 1) {
      const agent = round % this.#agents.length;
      await this.#fault('agent killed', async () => await kill(this.#agents[agent]));
      this.#startAgent(agent);
      await this.#workOn(pauseMs);
      const daemon = round % this.#daemons.length;
      await this.#fault('daemon killed', async () => await kill(this.#daemons[daemon]));
      await this.#workOn(pauseMs);
      await this.#startDaemon(daemon);
      await this.#fault('server killed', async () => {
        await primary.kill();
        await primary.start();
      });
      await this.#workOn(pauseMs);
    }
    await this.#fault('primary killed, standby promoted', async () => {
      await primary.kill();
      await standby.promote();
    });
    await this.#workOn(pauseMs);
    return await this.#judge(standby);
  }

  async remove(): Promise<void> {
    for (const child of [...this.#agents, ...this.#daemons]) await kill(child);
    await this.#standby?.remove();
    await this.#primary?.remove();
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }

  async #judge(server: TestPostgres): Promise<SoakReport> {
    for (const agent of this.#agents) await kill(agent);
    const store = await openTestStore(server.url, SCHEMA);
    try {
      // Tasks of agents that died are given back by the daemon: none is left.
      await until('every lease has ended', async () => (await store.count())['in-progress'] === 0, 60_000);
      for (const daemon of this.#daemons) await kill(daemon);
      const events = await readAllEvents(store);
      const entries = await readEntries(store);
      const { claimable } = await store.survey({ now: Date.now(), perRoute: entries.length });
      return {
        acknowledged: this.#acknowledged.length,
        events: events.length,
        faults: this.#faults,
        failures: this.#failures,
        violations: [
          ...checkHistory(events, entries, this.#acknowledged),
          ...findLeftWaiting(entries, new Set(claimable.map(({ task }) => task.id))),
        ],
      };
    } finally {
      await store.close();
    }
  }

  async #fault(name: string, happen: () => Promise<void>): Promise<void> {
    this.#faults[name] = (this.#faults[name] ?? 0) + 1;
    await happen();
  }

  /** Time goes by, and work goes on: a fault that nothing survives would show here. */
  async #workOn(pauseMs: number): Promise<void> {
    const before = this.#acknowledged.length;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    await until('work goes on', () => this.#acknowledged.length > before + 5, 60_000);
  }

  #startAgent(index: number): void {
    const args = ['--import', 'tsx', AGENT, this.#address, SCHEMA, `agent-${index}`, String(SKEWS_MS[index])];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#agents[index] = child;
    let rest = '';
    child.stdout.on('data', (piece: Buffer) => {
      const lines = `${rest}${piece.toString('utf8')}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#note(JSON.parse(line) as Acknowledged | { readonly failed: string });
    });
  }

  #note(line: Acknowledged | { readonly failed: string }): void {
    if ('failed' in line) this.#failures[line.failed] = (this.#failures[line.failed] ?? 0) + 1;
    else this.#acknowledged.push(line);
  }

  async #startDaemon(index: number): Promise<void> {
    const cwd = (this.#folders[index] ??= mkdtempSync(join(tmpdir(), 'baton-soak-')));
    const env = {
      ...process.env,
      BATON_STORE: this.#address,
      BATON_STORE_SCHEMA: SCHEMA,
      BATON_TASKS_LEASE_SECONDS: '2',
      BATON_TASKS_GRACE_SECONDS: '1',
      BATON_TASKS_BACKOFF_SECONDS: '0',
      BATON_TASKS_MAX_ATTEMPTS: '100',
    };
    for (let i = 0; i < SKEWS_MS.length; i += 1) await runBaton(['agent', 'add', `agent-${i}`], { cwd, env });
    this.#superviseDaemon(index, cwd, env);
  }

  /** As a service manager would: one that ends by itself, because no server answered when it began, is begun again. */
  #superviseDaemon(index: number, cwd: string, env: NodeJS.ProcessEnv): void {
    const args = [CLI, 'serve', '--port', '0', '--poll', '200'];
    const daemon = spawn(process.execPath, args, { cwd, env, stdio: 'ignore' });
    this.#daemons[index] = daemon;
    daemon.once('exit', (code) => {
      if (code !== null && this.#daemons[index] === daemon) this.#superviseDaemon(index, cwd, env);
    });
  }
}

async function readEntries(store: TaskStore) {
  const statuses = ['backlog', 'ready', 'in-progress', 'blocked', 'review', 'done', 'cancelled', 'deadletter'] as const;
  const entries = [];
  for (const { id } of await store.list({ statuses })) {
    const entry = await store.find(id);
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

async function kill(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

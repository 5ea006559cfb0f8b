/** Two machines, six agents that are programs, and everything that can go wrong from outside while they work. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addAgent } from '../../../src/relay/tasks/index.ts';
import { composePlatform } from '../../../src/compose.ts';
import type { TaskStore } from '../../../src/kernel/ports/index.ts';
import { CLI } from '../run-baton.ts';
import { checkHistory } from './check-history.ts';
import {
  checkDelegations,
  findOverlaps,
  findRepeated,
  findShared,
  type Overlap,
  type ProgramLine,
} from './check-programs.ts';
import { createTask, readAllEvents } from './plane-actions.ts';
import { startPostgres, type TestPostgres } from './server.ts';
import { startSlowLink, type SlowLink } from './slow-link.ts';
import { openTestStore } from './test-store.ts';

export interface ChaosOptions {
  readonly tasks: number;
  /** Names of faults, in their order. */
  readonly faults: readonly FaultName[];
  /** Between two faults. */
  readonly pauseMs: number;
  /** Leaves logs of programs and daemons where they are if something is wrong, and says where. */
  readonly keepsEvidence?: boolean;
  report(line: string): void;
}

export interface ChaosReport {
  readonly tasks: number;
  readonly children: number;
  readonly runs: number;
  readonly lost: readonly string[];
  readonly overlaps: readonly Overlap[];
  /** Of different tasks with the same exclusive resource. */
  readonly shared: readonly Overlap[];
  readonly repeated: readonly string[];
  readonly violations: readonly string[];
}

/** How many things a chaos found wrong. */
export const countFaults = ({ lost, overlaps, shared, repeated, violations }: ChaosReport): number =>
  [lost, overlaps, shared, repeated, violations].flat().length;

export type FaultName =
  | 'daemon'
  | 'agent'
  | 'server'
  | 'server-long'
  | 'freeze'
  | 'slow-200'
  | 'slow-800'
  | 'black-hole';

const SCHEMA = 'chaos';
const KINDS = ['builder', 'lead', 'helper'] as const;
const LEASE_SECONDS = 6;
/** Without a sign of life, a machine counts as lost after so long. */
const LIFE_SECONDS = 30;
const LIMIT_MS = 600_000;

/** Writes about itself what it does; `lead` hands a part of its work to the other machine. */
const program = (kind: string, machine: string, log: string): string => `#!/bin/sh
cat >/dev/null
log() { echo "{\\"at\\":$(date +%s%3N),\\"what\\":\\"$1\\",\\"task\\":\\"$BATON_TASK_ID\\",\\"run\\":\\"$BATON_RUN_ID\\",\\"pid\\":$$}" >> ${log}; }
log begin
for i in 1 2 3 4 5 6 7 8; do sleep 0.2; log tick; done
${
  kind === 'lead'
    ? `if "${process.execPath}" "${CLI}" delegate --to helper-${machine === 'a' ? 'b' : 'a'} --title "part of $BATON_RUN_ID" >/dev/null 2>>${log}.err; then log delegated; fi`
    : ''
}
for i in 1 2 3; do sleep 0.2; log tick; done
if "${process.execPath}" "${CLI}" complete --notes "done by $$" >/dev/null 2>>${log}.err; then log finished; else log refused; fi
`;

export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const chaos = new Chaos(options);
  try {
    return await chaos.run();
  } finally {
    await chaos.remove();
  }
}

class Chaos {
  readonly #options: ChaosOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), 'baton-chaos-'));
  readonly #log = join(this.#folder, 'programs.jsonl');
  readonly #daemons = new Map<string, ChildProcess>();
  #server: TestPostgres | undefined;
  #link: SlowLink | undefined;
  #isEnding = false;
  #isKept = false;

  constructor(options: ChaosOptions) {
    this.#options = options;
  }

  async run(): Promise<ChaosReport> {
    const server = (this.#server = await startPostgres());
    this.#link = await startSlowLink(server.port);
    const store = await openTestStore(server.url, SCHEMA);
    await this.#createTasks(store);
    for (const machine of ['a', 'b']) await this.#addMachine(machine);
    for (const machine of ['a', 'b']) this.#serve(machine);
    await this.#until('work begins', async () => this.#lines().some(({ what }) => what === 'finished'));
    for (const fault of this.#options.faults) {
      this.#options.report(`fault: ${fault}`);
      await this.#cause(fault);
      await this.#until('kept reports are delivered', async () => !this.#hasKeptReports());
      await sleep(this.#options.pauseMs);
    }
    await this.#until('everything is finished', async () => (await this.#findOpen(store)).length === 0).catch(
      () => undefined,
    );
    const report = await this.#judge(store);
    if (countFaults(report) > 0 && this.#options.keepsEvidence === true) await this.#keepEvidence(store);
    await store.close();
    return report;
  }

  async remove(): Promise<void> {
    this.#isEnding = true;
    for (const machine of ['a', 'b']) for (const pid of this.#processesOf(machine)) signal(pid, 'SIGCONT');
    for (const daemon of this.#daemons.values()) await end(daemon);
    for (const machine of ['a', 'b']) for (const pid of this.#processesOf(machine)) signal(pid, 'SIGKILL');
    await this.#link?.close();
    await this.#server?.remove();
    if (!this.#isKept) rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }

  async #keepEvidence(store: TaskStore): Promise<void> {
    this.#isKept = true;
    const events = (await readAllEvents(store)).map((event) => JSON.stringify(event));
    writeFileSync(join(this.#folder, 'events.jsonl'), `${events.join('\n')}\n`);
    this.#options.report(`logs of programs and daemons, and all events: ${this.#folder}`);
  }

  /**
   * A third waits for the two before, a fifth needs what only one can have; by role, so that each machine can take most of
   * them.
   */
  async #createTasks(store: TaskStore): Promise<void> {
    const ids: string[] = [];
    for (let i = 0; i < this.#options.tasks; i += 1) {
      const dependsOn = i % 3 === 2 ? ids.slice(-2) : [];
      const role = KINDS[i % 4 === 0 ? 1 : 0];
      const { task } = await createTask(store, `task ${i}`, {
        dependsOn,
        routing: { role: role ?? 'builder', tags: [] },
        ...(i % 5 === 0 ? { metadata: { resource: 'printer' } } : {}),
      });
      ids.push(task.id);
    }
  }

  #place(machine: string): string {
    return join(this.#folder, machine);
  }

  #environment(machine: string): Record<string, string> {
    const port = machine === 'a' ? this.#server?.port : this.#link?.port;
    return {
      BATON_STORE: `postgres://baton@127.0.0.1:${port}/postgres`,
      BATON_STORE_SCHEMA: SCHEMA,
      BATON_TASKS_LEASE_SECONDS: String(LEASE_SECONDS),
      BATON_TASKS_GRACE_SECONDS: '10',
      BATON_TASKS_BACKOFF_SECONDS: '1',
      BATON_TASKS_MAX_ATTEMPTS: '50',
      BATON_TASKS_OUTAGE_SECONDS: '5',
    };
  }

  async #addMachine(machine: string): Promise<void> {
    const { mkdirSync } = await import('node:fs');
    mkdirSync(this.#place(machine));
    const platform = await composePlatform({
      folder: this.#place(machine),
      environment: { ...process.env, ...this.#environment(machine) },
    });
    for (const kind of KINDS) {
      const path = join(this.#place(machine), `${kind}.sh`);
      writeFileSync(path, program(kind, machine, this.#log));
      chmodSync(path, 0o755);
      await addAgent(platform, {
        id: `${kind}-${machine}`,
        role: kind,
        executor: 'command',
        tags: [],
        concurrency: 2,
        settings: { command: path, graceSeconds: 1 },
      });
    }
    await platform.close();
  }

  /** As a service manager would: one that ended is begun again. */
  #serve(machine: string): void {
    const log = openSync(join(this.#folder, `daemon-${machine}.log`), 'a');
    const daemon = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--poll', '300', '--log', 'json'], {
      cwd: this.#place(machine),
      env: { ...process.env, ...this.#environment(machine) },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.#daemons.set(machine, daemon);
    daemon.once('exit', () => {
      if (!this.#isEnding) setTimeout(() => !this.#isEnding && this.#serve(machine), 1_000);
    });
  }

  /** Everything that works in the folder of a machine: its daemon, launchers, agents and what they run. */
  #processesOf(machine: string): number[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((name) => {
        try {
          return `${readlinkSync(`/proc/${name}/cwd`)}/`.startsWith(`${this.#place(machine)}/`);
        } catch {
          return false;
        }
      })
      .map(Number);
  }

  async #cause(fault: FaultName): Promise<void> {
    const server = this.#server;
    const link = this.#link;
    if (server === undefined || link === undefined) return;
    switch (fault) {
      case 'daemon':
        for (const machine of ['a', 'b']) {
          await end(this.#daemons.get(machine));
          await sleep(1_500);
        }
        return;
      case 'agent':
        return this.#killAgent();
      case 'server':
      case 'server-long':
        await server.kill();
        await sleep(fault === 'server' ? 2_000 : 12_000);
        return await server.start();
      case 'freeze': {
        const frozen = this.#processesOf('b');
        for (const pid of frozen) signal(pid, 'SIGSTOP');
        // Long enough for its leases to lapse, and for the other machine to take its work over.
        await sleep((LEASE_SECONDS + LIFE_SECONDS) * 1_000);
        for (const pid of frozen) signal(pid, 'SIGCONT');
        return;
      }
      case 'slow-200':
      case 'slow-800':
        link.delayMs = fault === 'slow-200' ? 200 : 800;
        await sleep(10_000);
        link.delayMs = 0;
        return;
      case 'black-hole':
        link.isSilent = true;
        await sleep(12_000);
        link.isSilent = false;
    }
  }

  /** A machine that is lost while it keeps reports loses them: the next fault waits for them. */
  #hasKeptReports(): boolean {
    return ['a', 'b'].some((machine) => {
      const folder = join(this.#place(machine), '.baton', 'reports');
      return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.json'));
    });
  }

  #killAgent(): void {
    const lines = this.#lines();
    const over = new Set(lines.filter(({ what }) => what === 'finished' || what === 'refused').map(({ run }) => run));
    const alive = lines.findLast(({ run, pid }) => !over.has(run) && existsSync(`/proc/${pid}`));
    if (alive !== undefined) signal(alive.pid, 'SIGKILL');
  }

  #lines(): ProgramLine[] {
    if (!existsSync(this.#log)) return [];
    const text = readFileSync(this.#log, 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('}'));
    return text.map((line) => JSON.parse(line) as ProgramLine);
  }

  async #findOpen(store: TaskStore): Promise<readonly string[]> {
    return (await store.list({}))
      .filter(({ status }) => status !== 'review')
      .map(({ id, status }) => `${id} ${status}`);
  }

  async #judge(store: TaskStore): Promise<ChaosReport> {
    const lost = await this.#findOpen(store);
    // The last words of programs that have just finished.
    await sleep(1_000);
    const lines = this.#lines();
    const entries = [];
    const statuses = [
      'backlog',
      'ready',
      'in-progress',
      'blocked',
      'review',
      'done',
      'cancelled',
      'deadletter',
    ] as const;
    for (const { id } of await store.list({ statuses })) {
      const entry = await store.find(id);
      if (entry !== undefined) entries.push(entry);
    }
    return {
      tasks: entries.length,
      children: entries.filter(({ task }) => task.parentId !== undefined).length,
      runs: new Set(lines.map(({ run }) => run)).size,
      lost,
      overlaps: findOverlaps(lines),
      shared: findShared(lines, entries),
      repeated: findRepeated(lines),
      violations: [...checkHistory(await readAllEvents(store), entries, []), ...checkDelegations(lines, entries)],
    };
  }

  async #until(what: string, isThere: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + LIMIT_MS;
    for (;;) {
      try {
        if (await isThere()) return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
      if (Date.now() > deadline) throw new Error(`it did not happen: ${what}`);
      await sleep(500);
    }
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone.
  }
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

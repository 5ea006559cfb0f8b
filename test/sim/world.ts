import { openAuthority } from '../support/open-authority.ts';
import { type Settings, resolveConfig } from '../../src/kernel/config/index.ts';
import type { Disk, Executor, TaskStore, Platform } from '../../src/kernel/ports/index.ts';
import { textOf } from '../../src/kernel/token-estimate.ts';
import type { ProtocolEnvelope } from '../../src/protocols/tasks/index.ts';
import { createFiles, createLocks } from '../../src/stores/fs/index.ts';
import { createMemoryDisk } from '../support/memory-disk.ts';
import { recordDisk, stopAt, type RecordingDisk } from '../support/recording-disk.ts';
import { createFakeProcesses, createSeededRandom, openStoreOn } from '../support/task-stores.ts';

/** Numbers from a seed: the same story on every machine. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761 + 12_345) >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(items: readonly T[]): T | undefined {
    return items[this.below(items.length)];
  }
}

/** A program that was started for a run: it outlives whoever started it. */
export interface Session {
  readonly id: string;
  readonly taskId: string;
  readonly runId: string;
  readonly agent: string;
  isAlive: boolean;
}

/** One process of the plane: the daemon, or the command line of an agent. It can be killed at any call to the disk. */
export interface SimProcess {
  readonly name: string;
  readonly platform: Platform;
  readonly store: TaskStore;
  readonly disk: RecordingDisk;
}

export const AGENTS = ['ada', 'bob', 'cyd'] as const;
const PUSHED = new Set<string>(['ada', 'bob']);

/** Everything that is there: one disk, one clock, sessions, letters on their way. */
export class World {
  readonly dice: Dice;
  readonly disk: Disk = createMemoryDisk();
  readonly clock = { time: Date.parse('2026-02-09T21:00:00.000Z'), now: () => this.clock.time };
  readonly sessions: Session[] = [];
  readonly mail: ProtocolEnvelope[] = [];
  readonly dead = new Set<string>();
  /** Faults are over: the rest must come to an end. */
  isCalm = false;
  #processes = 0;

  constructor(seed: number) {
    this.dice = new Dice(seed);
  }

  async prepare(): Promise<void> {
    const files = createFiles(this.disk, { random: createSeededRandom(1) });
    await files.createFolder('/data');
    const agents = AGENTS.map((id) => ({ id, executor: PUSHED.has(id) ? 'command' : 'pull', concurrency: 2 }));
    await files.writeAtomic('/data/agents.json', JSON.stringify({ agents }));
  }

  async start(kind: string): Promise<SimProcess> {
    const number = ++this.#processes;
    const name = `${kind} ${number}`;
    const disk = await recordDisk(this.disk);
    const processes = createFakeProcesses(name, this.dead);
    const store = await openStoreOn(disk, {
      processes,
      clock: this.clock,
      random: createSeededRandom(1000 + number),
      owner: name,
      compactBytes: 40_000,
    });
    return { name, store, disk, platform: this.#platform(disk, store, name, number) };
  }

  /** The process dies at a random call to the disk within its next piece of work. */
  endanger(process: SimProcess): void {
    // Operations are counted from the moment a fault is planned.
    process.disk.fault = stopAt(this.dice.below(30));
  }

  bury(process: SimProcess): void {
    this.dead.add(process.name);
  }

  #platform(disk: Disk, store: TaskStore, name: string, number: number): Platform {
    const random = createSeededRandom(5000 + number);
    const processes = createFakeProcesses(name, this.dead);
    const values: Settings = {
      ...resolveConfig({ environment: {}, flags: {} }).values,
      'tasks.leaseSeconds': 60,
      'tasks.backoffSeconds': 10,
      'delegation.maxDepth': 2,
    };
    const parts: Partial<Platform> = {
      project: {
        root: '/',
        folder: '/',
        dataDir: '/data',
        settings: { ...resolveConfig({ environment: {}, flags: {} }), values },
        locks: createLocks({ disk, folder: '/data/locks', processes, clock: this.clock, random }),
        authority: openAuthority,
        findRepo: async () => undefined,
      },
      clock: this.clock,
      random,
      disk,
      files: createFiles(disk, { random }),
      processes,
      tasks: async () => store,
      scanner: async () => ({ scan: () => [], frame: (text: string) => ({ text }) }) as never,
      executors: new Map([['command', this.#executor()]]),
      tokens: {
        method: 'bytes/4',
        count: async (text) => Math.ceil(text.length / 4),
        countAll: async (texts) => texts.map((text) => Math.ceil(textOf(text).length / 4)),
      },
      facts: { host: 'sim' } as never,
      remark: () => undefined,
    };
    return parts as Platform;
  }

  #executor(): Executor {
    return {
      start: async ({ taskId, runId, agentId }) => {
        if (!this.isCalm && this.dice.chance(0.1))
          return { kind: 'failed', permanent: this.dice.chance(0.2), reason: 'made to fail' };
        const session: Session = { id: `s${this.sessions.length + 1}`, taskId, runId, agent: agentId, isAlive: true };
        this.sessions.push(session);
        return { kind: 'started', sessionId: session.id };
      },
      look: async ({ sessionId }) => {
        const session = this.sessions.find(({ id }) => id === sessionId);
        return session?.isAlive === true
          ? { kind: 'alive' }
          : { kind: 'ended', exit: { at: '2026-02-09T21:00:00.000Z', code: null, signal: null, how: 'made to end' } };
      },
      stop: async () => ({ kind: 'unknown' }),
    };
  }
}

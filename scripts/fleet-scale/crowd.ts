import type { TaskStore } from '../../src/kernel/ports/index.ts';
import type { TaskEntry } from '../../src/kernel/tasks.ts';
import type { Acknowledged } from '../../test/support/postgres/check-history.ts';
import { beat, claim, complete, create } from './steps.ts';

/** Ready tasks per agent that are there when the work begins. */
const BACKLOG = 2;

interface Times {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Agents that share one store, as those that daemons speak for do; each does one thing after the other. */
export class Crowd {
  readonly #store: TaskStore;
  readonly #agents: number;
  readonly #note: (done: Acknowledged) => void;
  /** Heartbeats per task. */
  readonly #beats: number;
  readonly #held = new Map<number, TaskEntry>();
  #times = new Map<string, number[]>();

  constructor(store: TaskStore, agents: number, note: (done: Acknowledged) => void, beats: number) {
    this.#store = store;
    this.#agents = agents;
    this.#note = note;
    this.#beats = beats;
  }

  /** As fast as the server takes it: claim, heartbeats, complete, and a new task for the next. */
  async run(ms: number): Promise<Record<string, Times>> {
    await this.#each(async () => {
      for (let i = 0; i < BACKLOG; i += 1) await this.#create();
    });
    return await this.#measured(ms, async (agent, isOver) => {
      while (!isOver()) {
        const entry = await this.#timed('claim', () => claim(this.#store, name(agent)));
        if (entry === undefined) continue;
        this.#held.set(agent, entry);
        this.#note({ op: 'claim', id: entry.task.id, runId: entry.run?.runId ?? '' });
        for (let i = 0; i < this.#beats && !isOver(); i += 1)
          await this.#timed('heartbeat', () => beat(this.#store, entry, name(agent)));
        if (isOver()) return;
        await this.#complete(agent, entry);
        await this.#create();
      }
    });
  }

  /** Everybody works on something and says so once per interval: what a fleet does most of the time. */
  async beatOnly(ms: number, intervalMs: number): Promise<Record<string, Times>> {
    await this.#each(async (agent) => {
      if (this.#held.has(agent)) return;
      const entry = await claim(this.#store, name(agent));
      if (entry === undefined) return;
      this.#held.set(agent, entry);
      this.#note({ op: 'claim', id: entry.task.id, runId: entry.run?.runId ?? '' });
    });
    return await this.#measured(ms, async (agent, isOver) => {
      await sleep((intervalMs * agent) / this.#agents);
      while (!isOver()) {
        const entry = this.#held.get(agent);
        if (entry !== undefined) await this.#timed('heartbeat', () => beat(this.#store, entry, name(agent)));
        await sleep(intervalMs);
      }
    });
  }

  async finish(): Promise<void> {
    await this.#each(async (agent) => {
      const entry = this.#held.get(agent);
      if (entry !== undefined) await this.#complete(agent, entry);
    });
  }

  async #create(): Promise<void> {
    this.#note({ op: 'create', id: await this.#timed('create', () => create(this.#store, 'Something to do')) });
  }

  async #complete(agent: number, entry: TaskEntry): Promise<void> {
    await this.#timed('complete', () => complete(this.#store, entry, name(agent)));
    this.#held.delete(agent);
    this.#note({ op: 'complete', id: entry.task.id, runId: entry.run?.runId ?? '' });
  }

  async #each(work: (agent: number) => Promise<void>): Promise<void> {
    await Promise.all(Array.from({ length: this.#agents }, (_, agent) => work(agent)));
  }

  async #measured(
    ms: number,
    work: (agent: number, isOver: () => boolean) => Promise<void>,
  ): Promise<Record<string, Times>> {
    this.#times = new Map();
    const began = performance.now();
    await this.#each((agent) => work(agent, () => performance.now() - began > ms));
    const seconds = (performance.now() - began) / 1_000;
    return Object.fromEntries([...this.#times].map(([step, times]) => [step, summarise(times, seconds)]));
  }

  async #timed<T>(step: string, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const result = await work();
    const times = this.#times.get(step) ?? [];
    this.#times.set(step, times);
    times.push(performance.now() - began);
    return result;
  }
}

const name = (agent: number): string => `agent-${agent}`;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function summarise(times: number[], seconds: number): Times {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
  return { perSecond: Math.round(times.length / seconds), p50Ms: at(0.5), p99Ms: at(0.99) };
}

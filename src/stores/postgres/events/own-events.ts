import type { Clock, Timers } from '../../../kernel/ports/index.ts';
import type { PlaneEvent } from '../../../kernel/tasks.ts';

/** More than a command ever makes; of a process that makes more, a daemon delivers the rest. */
const MAX_OWN = 10_000;

/**
 * Events that this process has brought about and not delivered yet. They get their ids from whichever process numbers
 * them; a task and a moment are enough to know them again.
 */
export class OwnEvents {
  readonly #keys = new Set<string>();

  get isEmpty(): boolean {
    return this.#keys.size === 0;
  }

  note({ taskId, timestamp }: { readonly taskId: string | undefined; readonly timestamp: string }): void {
    if (taskId !== undefined && this.#keys.size < MAX_OWN) this.#keys.add(keyOf(taskId, timestamp));
  }

  get taskIds(): readonly string[] {
    return [...new Set([...this.#keys].map((key) => key.slice(key.indexOf(' ') + 1)))];
  }

  /** Of the earliest one. */
  get sinceMs(): number {
    return Math.min(...[...this.#keys].map((key) => Date.parse(key.slice(0, key.indexOf(' ')))));
  }

  has({ taskId, timestamp }: PlaneEvent): boolean {
    return taskId !== undefined && this.#keys.has(keyOf(taskId, timestamp));
  }

  forget(events: readonly PlaneEvent[]): void {
    for (const { taskId, timestamp } of events) this.#keys.delete(keyOf(taskId ?? '', timestamp));
  }
}

const keyOf = (taskId: string, timestamp: string): string => `${timestamp} ${taskId}`;

interface AfterCommitDeps {
  readonly wall: Clock;
  readonly timers: Timers;
  round(): Promise<void>;
  onFailure(error: unknown): void;
}

/** What nobody waits for is followed so often at most. */
const PACE_MS = 500;

/** What has to follow commits, in the background: however many commits there are, one round at a time. */
export class AfterCommit {
  readonly #deps: AfterCommitDeps;
  #running: Promise<void> | undefined;
  #isWanted = false;
  #isClosing = false;
  #hurry = new AbortController();
  #lastMs = -Infinity;

  constructor(deps: AfterCommitDeps) {
    this.#deps = deps;
  }

  /** A round soon: at once, or, where nobody waits for it, not more often than the pace. */
  ask(urgency: 'now' | 'paced'): void {
    this.#isWanted = true;
    if (urgency === 'now') this.#hurry.abort();
    this.#running ??= this.#run();
  }

  /** Resolves when nothing is under way; what was asked for still happens, without a pause. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#hurry.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { wall, timers, round, onFailure } = this.#deps;
    // Commits of the same moment share the round.
    await Promise.resolve();
    while (this.#isWanted) {
      const restMs = this.#lastMs + PACE_MS - wall.now();
      if (restMs > 0 && !this.#isClosing) await timers.sleep(Math.min(restMs, PACE_MS), this.#hurry.signal);
      this.#hurry = new AbortController();
      this.#isWanted = false;
      this.#lastMs = wall.now();
      try {
        await round();
      } catch (error) {
        onFailure(error);
      }
    }
    this.#running = undefined;
  }
}

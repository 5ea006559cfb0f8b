import type { Clock, Timers } from '../../../kernel/ports/index.ts';

export interface AfterCommitDeps {
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

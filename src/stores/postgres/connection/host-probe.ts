import type { Clock, Timers } from '../../../kernel/ports/index.ts';
import type { Host } from './address.ts';
import type { Connection } from './dial.ts';
import { isAnswer } from './failures.ts';

interface HostProbeDeps {
  /** Not connected yet; its attempt has a time limit. */
  create(host: Host): Connection;
  end(connection: Connection): Promise<void>;
}

/** Asks servers whether they answer at all, however many want to know at the same moment. */
export class HostProbe {
  readonly #deps: HostProbeDeps;
  readonly #asked = new Map<Host, Promise<boolean>>();

  constructor(deps: HostProbeDeps) {
    this.#deps = deps;
  }

  async answers(host: Host): Promise<boolean> {
    const asked = this.#asked.get(host) ?? this.#ask(host).finally(() => this.#asked.delete(host));
    this.#asked.set(host, asked);
    return await asked;
  }

  async #ask(host: Host): Promise<boolean> {
    const connection = this.#deps.create(host);
    try {
      await connection.connect();
      return true;
    } catch (error) {
      return isAnswer(error);
    } finally {
      void this.#deps.end(connection);
    }
  }
}

interface SilenceWatchDeps<C> {
  readonly wall: Clock;
  readonly timers: Timers;
  /** Whether the server at the other end of this connection answers somebody who comes new. */
  answers(connection: C): Promise<boolean>;
  /** It does not: whatever waits for it must fail. */
  onDead(connection: C): void;
}

/** Longer than a slow link takes for the statements of one piece of work. */
const SILENCE_MS = 3_000;
const LOOK_MS = 500;

interface Work {
  readonly startMs: number;
  /** When to ask about it next. */
  askMs: number;
}

/**
 * Finds connections that lead nowhere: a network that drops what is sent refuses nothing, and a statement would wait for
 * its time limit. A statement may also wait for a lock, or take its time; so the server is asked over a connection of its
 * own, and one that answers is left alone.
 */
export class SilenceWatch<C> {
  readonly #deps: SilenceWatchDeps<C>;
  readonly #busy = new Map<C, Work>();
  readonly #isClosed = new AbortController();
  #isLooking = false;

  constructor(deps: SilenceWatchDeps<C>) {
    this.#deps = deps;
  }

  begin(connection: C): void {
    const startMs = this.#deps.wall.now();
    this.#busy.set(connection, { startMs, askMs: startMs + SILENCE_MS });
    if (this.#isLooking) return;
    this.#isLooking = true;
    void this.#look();
  }

  end(connection: C): void {
    this.#busy.delete(connection);
  }

  close(): void {
    this.#isClosed.abort();
    this.#busy.clear();
  }

  async #look(): Promise<void> {
    while (this.#busy.size > 0 && !this.#isClosed.signal.aborted) {
      await this.#deps.timers.sleep(LOOK_MS, this.#isClosed.signal);
      await Promise.all([...this.#busy].map(async ([connection, work]) => await this.#ask(connection, work)));
    }
    this.#isLooking = false;
  }

  async #ask(connection: C, work: Work): Promise<void> {
    const { wall, answers, onDead } = this.#deps;
    const now = wall.now();
    // A clock that was put back tells nothing.
    if (now < work.askMs && now >= work.startMs) return;
    const isAlive = await answers(connection);
    if (this.#busy.get(connection) !== work) return;
    if (isAlive) work.askMs = now + 2 * (now - work.startMs);
    else onDead(connection);
  }
}

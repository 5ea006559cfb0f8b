import { DAEMON_LOCK } from './daemon-lock.ts';
import { isBatonError, type BatonError } from '../../../kernel/errors/index.ts';
import type { HeldLock, Platform, TaskStore } from '../../../kernel/ports/index.ts';
import { leaveFleet } from './machine.ts';
import { tick, type TickPlatform, type TickResult } from './scheduler-pass.ts';
import { OutageTracker } from './outage-tracker.ts';

/** How a daemon runs. */
export interface ServeOptions {
  /** Between two passes; without it longer while nothing runs. */
  readonly pollMs?: number;
  /** Between two passes that also open every live task. */
  readonly deepMs?: number;
  onPass?(result: TickResult, durationMs: number): void;
  /** A pass that failed; the next one may not. */
  onFailure?(error: BatonError): void;
  /** The first pass after one that failed. */
  onRecovery?(): void;
}

/** A scheduler that runs until it is stopped. */
export interface Daemon {
  /** Asks for a pass soon; many asks become one. */
  wake(): void;
  /** Ends after the current pass. Agents keep running. */
  stop(): Promise<void>;
  /** Settles when it has ended; rejects if it could not continue. */
  readonly ended: Promise<void>;
}

export type ServePlatform = TickPlatform & Pick<Platform, 'timers'>;

const POLL_MS = 500;
/** While nothing runs: changes wake the scheduler, and what waits for a time may come this much late. */
const IDLE_POLL_MS = 2_000;
const DEEP_MS = 60_000;
const BREATH_MS = 50;
const SLOW_MS = 2_000;
const QUIET_MS = 5_000;
const NOTICES_MS = 2_000;

/**
 * One daemon per data dir: fails with LOCK_HELD if another one runs. Over a database any number may run; one of them
 * leads, and each looks after the agents of its own machine.
 */
export async function startDaemon(platform: ServePlatform, options: ServeOptions = {}): Promise<Daemon> {
  await platform.files.createFolder(platform.project.dataDir);
  const lock = await platform.project.locks.acquire(DAEMON_LOCK, { owner: 'baton serve' });
  const loop = new Loop(platform, options);
  const ended = runAndRelease(loop, lock);
  // The caller that stops it awaits it; until then a failure must not end the process unseen.
  ended.catch(() => undefined);
  return {
    wake: () => loop.wake(),
    stop: async () => {
      loop.stop();
      await ended;
    },
    ended,
  };
}

async function runAndRelease(loop: Loop, lock: HeldLock): Promise<void> {
  try {
    await loop.run();
  } finally {
    await lock.release();
  }
}

class Loop {
  readonly #platform: ServePlatform;
  readonly #options: ServeOptions;
  #isStopped = false;
  #nap = new AbortController();
  #isWaking = false;
  #beganAt = 0;

  constructor(platform: ServePlatform, options: ServeOptions) {
    this.#platform = platform;
    this.#options = options;
  }

  wake(): void {
    this.#nap.abort();
  }

  /** At once, unless a pass has just begun: many agents change something all the time, and one pass looks at all of it. */
  async #wakeSoon(): Promise<void> {
    if (this.#isWaking) return;
    this.#isWaking = true;
    const { clock, timers } = this.#platform;
    await timers.sleep(Math.min(BREATH_MS, Math.max(0, this.#beganAt + BREATH_MS - clock.now())));
    this.#isWaking = false;
    this.wake();
  }

  stop(): void {
    this.#isStopped = true;
    this.wake();
  }

  async run(): Promise<void> {
    const outage = new OutageTracker();
    const store = await this.#openStore(outage);
    if (store === undefined) return;
    const wakeSoon = (): void => void this.#wakeSoon();
    const unsubscribe = store.onChange?.(wakeSoon);
    const leaves = [...this.#platform.executors.values()].map((executor) => executor.attend?.(wakeSoon));
    try {
      await this.#loop(outage, store);
    } finally {
      for (const leave of leaves) leave?.();
      await leaveFleet(store.fleet);
      await unsubscribe?.();
    }
  }

  /** A database that is away when the daemon starts is waited for like one that goes away later. */
  async #openStore(outage: OutageTracker): Promise<TaskStore | undefined> {
    while (!this.#isStopped) {
      try {
        return await this.#platform.tasks();
      } catch (error) {
        const noted = this.#note(error, outage);
        if (noted === undefined) throw error;
        await this.#platform.timers.sleep(noted.pauseMs, this.#nap.signal);
        this.#nap = new AbortController();
      }
    }
    return undefined;
  }

  /** Changes wake an idle scheduler. Where many share a server it is left in peace for longer, until a time comes. */
  #pauseAfter({ isIdle, quietUntil }: TickResult, { fleet }: TaskStore): number {
    if (!isIdle || this.#options.pollMs !== undefined) return this.#pollMs;
    if (fleet === undefined || quietUntil === undefined) return IDLE_POLL_MS;
    return Math.max(IDLE_POLL_MS, Math.min(QUIET_MS, quietUntil - this.#platform.clock.now()));
  }

  async #loop(outage: OutageTracker, store: TaskStore): Promise<void> {
    const { clock, timers } = this.#platform;
    let deepAt = clock.now();
    let noticesAt = clock.now();
    while (!this.#isStopped) {
      const deep = clock.now() >= deepAt;
      if (deep) deepAt = clock.now() + (this.#options.deepMs ?? DEEP_MS);
      let pauseMs = this.#pollMs;
      try {
        const began = clock.now();
        this.#beganAt = began;
        const pass = tick(this.#platform, { dryRun: false, deep, isDaemon: true });
        const result = await this.#watched(pass, outage);
        if (outage.end()) this.#tellRecovery();
        this.#options.onPass?.(result, clock.now() - began);
        pauseMs = this.#pauseAfter(result, store);
      } catch (error) {
        const noted = this.#note(error, outage);
        if (noted === undefined) throw error;
        pauseMs = noted.pauseMs;
      }
      if (this.#isStopped) return;
      // What commands left behind is delivered here.
      if (clock.now() >= noticesAt) {
        noticesAt = clock.now() + NOTICES_MS;
        this.#platform.notifier.wake();
      }
      await timers.sleep(pauseMs, this.#nap.signal);
      this.#nap = new AbortController();
    }
  }

  get #pollMs(): number {
    return this.#options.pollMs ?? POLL_MS;
  }

  /** Calls wait long for a store that is away before they fail: that it is away is told meanwhile. */
  async #watched<T>(pass: Promise<T>, outage: OutageTracker): Promise<T> {
    const isOver = new AbortController();
    // What keeps it from looking keeps the pass from its end too, and is told there.
    this.#lookOut(outage, isOver.signal).catch(() => undefined);
    try {
      return await pass;
    } finally {
      isOver.abort();
    }
  }

  async #lookOut(outage: OutageTracker, isOver: AbortSignal): Promise<void> {
    const { fleet } = await this.#platform.tasks();
    if (fleet === undefined) return;
    while (!isOver.aborted) {
      await this.#platform.timers.sleep(SLOW_MS, isOver);
      if (isOver.aborted) return;
      try {
        await fleet.assertReachable();
      } catch (error) {
        if (!isOver.aborted) this.#note(error, outage);
      }
    }
  }

  /** How long to wait before the next attempt; undefined if there is none. */
  #note(error: unknown, outage: OutageTracker): { readonly pauseMs: number } | undefined {
    const noted = outage.note(error, this.#platform.clock.now(), this.#pollMs);
    if (noted !== undefined && isBatonError(error)) this.#tellFailure(error, noted.isNew);
    return noted;
  }

  #tellFailure(error: BatonError, isNew: boolean): void {
    if (this.#options.onFailure !== undefined) this.#options.onFailure(error);
    else if (isNew) this.#platform.remark(`a scheduler pass failed and will be retried: ${error.message}`);
  }

  #tellRecovery(): void {
    if (this.#options.onRecovery !== undefined) this.#options.onRecovery();
    else this.#platform.remark('the scheduler works again');
  }
}

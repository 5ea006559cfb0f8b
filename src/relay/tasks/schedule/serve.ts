import { DAEMON_LOCK } from './daemon-lock.ts';
import { isBatonError, type BatonError } from '../../../kernel/errors/index.ts';
import type { HeldLock, Platform, TaskStore } from '../../../kernel/ports/index.ts';
import { leaveFleet } from './machine.ts';
import { tick, type TickPlatform, type TickResult } from './tick.ts';
import { Trouble } from './trouble.ts';

export interface ServeOptions {
  /** Between two passes. */
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
  /** Ends after the pass that is under way. What agents do goes on. */
  stop(): Promise<void>;
  /** Settles when it has ended; rejects where it could not go on. */
  readonly ended: Promise<void>;
}

export type ServePlatform = TickPlatform & Pick<Platform, 'timers'>;

const POLL_MS = 500;
const DEEP_MS = 60_000;
const BREATH_MS = 50;
const SLOW_MS = 2_000;
const QUIET_MS = 5_000;
const NOTICES_MS = 2_000;

/**
 * One daemon per data dir: fails with LOCK_HELD where another one runs. Over a database any number may run; one of them
 * leads, and each looks after the agents of its own machine.
 */
export async function startDaemon(platform: ServePlatform, options: ServeOptions = {}): Promise<Daemon> {
  await platform.files.createFolder(platform.project.dataDir);
  const lock = await platform.project.locks.acquire(DAEMON_LOCK, { owner: 'baton serve' });
  const loop = new Loop(platform, options);
  const ended = runAndRelease(loop, lock);
  // Whoever stops it awaits it; until then a failure must not end the process unseen.
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

  constructor(platform: ServePlatform, options: ServeOptions) {
    this.#platform = platform;
    this.#options = options;
  }

  wake(): void {
    this.#nap.abort();
  }

  /** Many agents at work change something all the time: what comes in one breath is looked at once. */
  async #wakeSoon(): Promise<void> {
    if (this.#isWaking) return;
    this.#isWaking = true;
    await this.#platform.timers.sleep(BREATH_MS);
    this.#isWaking = false;
    this.wake();
  }

  stop(): void {
    this.#isStopped = true;
    this.wake();
  }

  async run(): Promise<void> {
    const trouble = new Trouble();
    const store = await this.#openStore(trouble);
    if (store === undefined) return;
    const unsubscribe = store.onChange?.(() => void this.#wakeSoon());
    try {
      await this.#loop(trouble, store);
    } finally {
      await leaveFleet(store.fleet);
      await unsubscribe?.();
    }
  }

  /** A database that is away when the daemon starts is waited for like one that goes away later. */
  async #openStore(trouble: Trouble): Promise<TaskStore | undefined> {
    while (!this.#isStopped) {
      try {
        return await this.#platform.tasks();
      } catch (error) {
        const noted = this.#note(error, trouble);
        if (noted === undefined) throw error;
        await this.#platform.timers.sleep(noted.pauseMs, this.#nap.signal);
        this.#nap = new AbortController();
      }
    }
    return undefined;
  }

  /** Where others share the store and say when something changed, an idle daemon leaves the server in peace. */
  #pauseAfter({ quietUntil }: TickResult, store: TaskStore): number {
    if (quietUntil === undefined || store.fleet === undefined || store.onChange === undefined) return this.#pollMs;
    const untilMs = quietUntil - this.#platform.clock.now();
    return Math.max(this.#pollMs, Math.min(QUIET_MS, untilMs));
  }

  async #loop(trouble: Trouble, store: TaskStore): Promise<void> {
    const { clock, timers } = this.#platform;
    let deepAt = clock.now();
    let noticesAt = clock.now();
    while (!this.#isStopped) {
      const deep = clock.now() >= deepAt;
      if (deep) deepAt = clock.now() + (this.#options.deepMs ?? DEEP_MS);
      let pauseMs = this.#pollMs;
      try {
        const began = clock.now();
        const pass = tick(this.#platform, { dryRun: false, deep, isDaemon: true });
        const result = await this.#watched(pass, trouble);
        if (trouble.end()) this.#tellRecovery();
        this.#options.onPass?.(result, clock.now() - began);
        pauseMs = this.#pauseAfter(result, store);
      } catch (error) {
        const noted = this.#note(error, trouble);
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
  async #watched<T>(pass: Promise<T>, trouble: Trouble): Promise<T> {
    const isOver = new AbortController();
    // What keeps it from looking keeps the pass from its end too, and is told there.
    this.#lookOut(trouble, isOver.signal).catch(() => undefined);
    try {
      return await pass;
    } finally {
      isOver.abort();
    }
  }

  async #lookOut(trouble: Trouble, isOver: AbortSignal): Promise<void> {
    const { fleet } = await this.#platform.tasks();
    if (fleet === undefined) return;
    while (!isOver.aborted) {
      await this.#platform.timers.sleep(SLOW_MS, isOver);
      if (isOver.aborted) return;
      try {
        await fleet.assertReachable();
      } catch (error) {
        if (!isOver.aborted) this.#note(error, trouble);
      }
    }
  }

  /** How long to wait before the next try; undefined where there is none. */
  #note(error: unknown, trouble: Trouble): { readonly pauseMs: number } | undefined {
    const noted = trouble.note(error, this.#platform.clock.now(), this.#pollMs);
    if (noted !== undefined && isBatonError(error)) this.#tellFailure(error, noted.isNew);
    return noted;
  }

  #tellFailure(error: BatonError, isNew: boolean): void {
    if (this.#options.onFailure !== undefined) this.#options.onFailure(error);
    else if (isNew) this.#platform.remark(`the scheduler could not do its pass, and tries again: ${error.message}`);
  }

  #tellRecovery(): void {
    if (this.#options.onRecovery !== undefined) this.#options.onRecovery();
    else this.#platform.remark('the scheduler works again');
  }
}

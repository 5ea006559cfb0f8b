import { performance } from 'node:perf_hooks';
import type { HeldLock } from '../../kernel/ports/index.ts';

/** Taking the lock costs a good part of a flush: it is kept from batch to batch this long, unless others wait. */
const HOLD_MS = 250;
const ASK_WANTED_MS = 5;
/** A process that was stopped this long with the lock in hand makes sure that it still has it. */
const DOUBT_MS = 1_000;

/** How long one writer keeps the journal's lock. */
export class Hold {
  readonly #lock: HeldLock;
  readonly #sinceMs = performance.now();
  #askedMs = performance.now();

  constructor(lock: HeldLock) {
    this.#lock = lock;
  }

  async confirm(): Promise<void> {
    if (performance.now() - this.#sinceMs > DOUBT_MS) await this.#lock.assertHeld();
  }

  async mayGoOn(): Promise<boolean> {
    const nowMs = performance.now();
    if (nowMs - this.#sinceMs > HOLD_MS) return false;
    if (nowMs - this.#askedMs < ASK_WANTED_MS) return true;
    this.#askedMs = nowMs;
    return !(await this.#lock.isWanted());
  }
}

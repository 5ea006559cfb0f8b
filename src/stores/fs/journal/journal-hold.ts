import type { HeldLock } from '../../../kernel/ports/index.ts';
import { monotonicMs } from '../monotonic.ts';

/** Taking the lock costs a good part of a flush: it is kept from batch to batch this long, unless others wait. */
const HOLD_MS = 1_000;
/** A turn is worth what it costs to pass the lock on, even if others wait: ten flushes or so. */
const TURN_MS = 50;
const ASK_WANTED_MS = 5;
/** A process that was stopped this long with the lock in hand makes sure that it still has it. */
const DOUBT_MS = 1_000;

/** How long one writer keeps the journal's lock. */
export class Hold {
  readonly #lock: HeldLock;
  readonly #deriveMs: number;
  readonly #sinceMs = monotonicMs();
  #askedMs = monotonicMs();
  #derivedMs = monotonicMs();

  constructor(lock: HeldLock, deriveMs: number) {
    this.#lock = lock;
    this.#deriveMs = deriveMs;
  }

  async confirm(): Promise<void> {
    if (monotonicMs() - this.#sinceMs > DOUBT_MS) await this.#lock.assertHeld();
  }

  isTimeToDerive(): boolean {
    const nowMs = monotonicMs();
    if (nowMs - this.#derivedMs < this.#deriveMs) return false;
    this.#derivedMs = nowMs;
    return true;
  }

  async mayGoOn(): Promise<boolean> {
    const nowMs = monotonicMs();
    if (nowMs - this.#sinceMs > HOLD_MS) return false;
    if (nowMs - this.#sinceMs < TURN_MS || nowMs - this.#askedMs < ASK_WANTED_MS) return true;
    this.#askedMs = nowMs;
    return !(await this.#lock.isWanted());
  }
}

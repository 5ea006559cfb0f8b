import { isBatonError } from '../../../kernel/errors/index.ts';

/** The store will answer again: a caller that waits for it need not give up. */
export const isAway = (error: unknown): boolean =>
  isBatonError(error, 'STORE_UNREACHABLE') ||
  isBatonError(error, 'STORE_FULL') ||
  isBatonError(error, 'STORE_READ_ONLY') ||
  isBatonError(error, 'STORE_BUSY');

/** Other failures may pass as well: a full disk, a password that is being changed. Not when they last this long. */
const PATIENCE_MS = 5 * 60_000;
/** What runs said meanwhile waits on this machine until the store is asked again. */
const MAX_PAUSE_MS = 2_000;

/** Repeated failures of the store: reported once, retried after growing pauses, and given up after some time. */
export class OutageTracker {
  #code: string | undefined;
  #since = 0;
  #pauseMs = 0;

  /** Undefined if there is no point in retrying. */
  note(error: unknown, now: number, pollMs: number): { readonly isNew: boolean; readonly pauseMs: number } | undefined {
    // An older Baton would write into tables it does not know.
    if (!isBatonError(error) || error.code === 'STORE_SCHEMA_NEW') return undefined;
    const isNew = error.code !== this.#code;
    if (this.#code === undefined || isAway(error)) this.#since = now;
    if (now - this.#since >= PATIENCE_MS) return undefined;
    this.#pauseMs = isNew ? pollMs : Math.max(pollMs, Math.min(this.#pauseMs * 2, MAX_PAUSE_MS));
    this.#code = error.code;
    return { isNew, pauseMs: this.#pauseMs };
  }

  /** True if there was an outage. */
  end(): boolean {
    const was = this.#code !== undefined;
    this.#code = undefined;
    return was;
  }
}

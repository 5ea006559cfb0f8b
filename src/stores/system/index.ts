import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Random, Timers } from '../../kernel/ports/index.ts';

export { monotonicMs } from './monotonic.ts';

export const systemClock: Clock = { now: () => Date.now() };

export const systemTimers: Timers = {
  sleep: async (durationMs, signal) => {
    try {
      await sleep(durationMs, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      // Being woken is what the caller asked for.
      if (signal?.aborted !== true) throw error;
    }
  },
};

/** Asking the system costs as much for a few bytes as for many: they are fetched together, and each is given out once. */
const POOL_BYTES = 4_096;
let pool = Buffer.alloc(0);

export const systemRandom: Random = {
  bytes: (size) => {
    if (size > POOL_BYTES / 16) return randomBytes(size);
    if (pool.length < size) pool = randomBytes(POOL_BYTES);
    const bytes = Buffer.from(pool.subarray(0, size));
    // What was given out must not lie about in memory.
    pool.fill(0, 0, size);
    pool = pool.subarray(size);
    return bytes;
  },
};

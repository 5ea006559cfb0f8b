import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Random, Timers } from '../../kernel/ports/index.ts';

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

export const systemRandom: Random = { bytes: (size) => randomBytes(size) };

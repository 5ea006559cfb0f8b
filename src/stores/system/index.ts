import { randomBytes } from 'node:crypto';
import type { Clock, Random } from '../../kernel/ports/index.ts';

export const systemClock: Clock = { now: () => Date.now() };

export const systemRandom: Random = { bytes: (size) => randomBytes(size) };

import { performance } from 'node:perf_hooks';
import { createDice, mutate } from './mutate.ts';
import { PARSERS, tryParser } from './parsers.ts';

export interface FuzzReport {
  readonly inputs: number;
  readonly failures: readonly FuzzFailure[];
  readonly slowestMs: number;
  readonly slowest: string;
  /** How much more memory was in use at the end than at the beginning, after a collection if the runtime allows it. */
  readonly grownBytes: number;
}

export interface FuzzFailure {
  readonly parser: string;
  readonly what: string;
  readonly input: string;
}

/** More would be a way to make a command hang with 16 kB. */
const LIMIT_MS = 1_000;

/** So many inputs, spread over all parsers. The same seed gives the same inputs. */
export function runFuzz(inputs: number, seed: number, onProgress?: (done: number) => void): FuzzReport {
  const dice = createDice(seed);
  const failures: FuzzFailure[] = [];
  const before = process.memoryUsage().heapUsed;
  let [slowestMs, slowest] = [0, ''];
  for (let done = 0; done < inputs; done += 1) {
    const parser = PARSERS[done % PARSERS.length];
    if (parser === undefined) break;
    const input = mutate(parser.seeds, dice);
    const began = performance.now();
    const what = tryParser(parser, input);
    const tookMs = performance.now() - began;
    if (tookMs > slowestMs) [slowestMs, slowest] = [tookMs, parser.name];
    if (what !== undefined) failures.push({ parser: parser.name, what, input });
    if (tookMs > LIMIT_MS) failures.push({ parser: parser.name, what: `took ${tookMs.toFixed(0)} ms`, input });
    if (done % 10_000 === 9_999) onProgress?.(done + 1);
  }
  globalThis.gc?.();
  return { inputs, failures, slowestMs, slowest, grownBytes: process.memoryUsage().heapUsed - before };
}

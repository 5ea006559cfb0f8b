import { renderIsoTime } from '../../kernel/time.ts';
import type { Clock } from '../../kernel/ports/index.ts';

const DATE_LENGTH = '2026-02-09'.length;

/** The time as entries state it. Many entries fall into one millisecond, and rendering one costs as much as hashing. */
export class TimeStamps {
  readonly #clock: Clock;
  #atMs = Number.NaN;
  #text = '';

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): string {
    const nowMs = this.#clock.now();
    if (nowMs !== this.#atMs) {
      this.#text = renderIsoTime(nowMs);
      this.#atMs = nowMs;
    }
    return this.#text;
  }

  today(): string {
    return this.now().slice(0, DATE_LENGTH);
  }
}

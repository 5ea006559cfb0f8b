import type { Clock } from '../../kernel/ports/index.ts';
import { renderIsoTime } from '../../kernel/time.ts';

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

/** A line begins with its time: `{"at":"2026-02-11T00:45:02.000Z"`. */
const TIME_AT = '{"at":"'.length;
const TIME_LENGTH = '2026-02-11T00:45:02.000Z'.length;
const MAX_STEP_MS = 60_000;
const MAX_NOTES = 5;

/** Clocks are set and differ a little; one that goes back further was wrong, or somebody moved it. */
export class ClockSteps {
  #before = '';
  #steps = 0;
  readonly #notes: string[] = [];

  take(line: string, seq: number): void {
    const before = this.#before;
    const at = (this.#before = line.slice(TIME_AT, TIME_AT + TIME_LENGTH));
    if (at >= before || !(Date.parse(before) - Date.parse(at) > MAX_STEP_MS)) return;
    this.#steps += 1;
    if (this.#steps > MAX_NOTES) return;
    this.#notes.push(
      `entry ${seq} is dated ${at}, before entry ${seq - 1} (${before}): a clock was wrong or was moved`,
    );
  }

  get notes(): readonly string[] {
    const more = this.#steps - this.#notes.length;
    return more === 0 ? this.#notes : [...this.#notes, `time goes back at ${more} more entries`];
  }
}

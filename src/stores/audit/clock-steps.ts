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

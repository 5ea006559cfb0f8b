/** Encoded text that was broken into lines: no line of it says anything by itself. */
import { isAlphanumeric } from '../text/units.ts';

export interface WrappedRun {
  /** The lines without what is between them. */
  readonly joined: string;
  /** The place in the text of a part of the joined lines. */
  originOf(start: number, end: number): { readonly start: number; readonly end: number };
}

interface RunLine {
  readonly start: number;
  readonly end: number;
}

const LEAST_LINES = 2;
const LEAST_JOINED = 24;

/** Lines that follow one another and hold nothing but one run each, whatever they are indented or quoted with. */
export function findWrapped(text: string): WrappedRun[] {
  const found: WrappedRun[] = [];
  let lines: RunLine[] = [];
  const finish = (): void => {
    const run = lines.length < LEAST_LINES ? undefined : joinLines(text, lines);
    if (run !== undefined) found.push(run);
    lines = [];
  };
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf('\n', at);
    const end = newline === -1 ? text.length : newline;
    const line = findRunLine(text, at, end);
    if (line === undefined) {
      if (lines.length > 0) finish();
    } else lines.push(line);
    at = end + 1;
  }
  finish();
  return found;
}

const isRunUnit = (unit: number): boolean =>
  isAlphanumeric(unit) || unit === 43 || unit === 47 || unit === 95 || unit === 45;

function findRunLine(text: string, from: number, to: number): RunLine | undefined {
  // Most lines are empty or end like a sentence.
  const last = text.charCodeAt(to - 1);
  if (to - from < 2 || !(isRunUnit(last) || isEnding(last))) return undefined;
  let start = from;
  while (start < to && isMargin(text.charCodeAt(start))) start += 1;
  let end = start;
  while (end < to && isRunUnit(text.charCodeAt(end))) end += 1;
  let rest = end;
  while (rest < to && isEnding(text.charCodeAt(rest))) rest += 1;
  return rest === to && end - start >= 2 ? { start, end } : undefined;
}

/** Blanks and the sign of a quotation. */
const isMargin = (unit: number): boolean => unit === 32 || unit === 9 || unit === 62;
/** Blanks, the signs that fill up base64, and the first half of a line end. */
const isEnding = (unit: number): boolean => unit === 32 || unit === 9 || unit === 13 || unit === 61;

function joinLines(text: string, lines: readonly RunLine[]): WrappedRun | undefined {
  const joined = lines.map(({ start, end }) => text.slice(start, end)).join('');
  if (joined.length < LEAST_JOINED) return undefined;
  const starts = new Uint32Array(lines.length);
  for (let i = 1, at = 0; i < lines.length; i += 1) {
    const { start, end } = lines[i - 1] as RunLine;
    starts[i] = at += end - start;
  }
  const placeOf = (offset: number): number => {
    let low = 0;
    let high = lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return (lines[low] as RunLine).start + offset - (starts[low] as number);
  };
  return { joined, originOf: (start, end) => ({ start: placeOf(start), end: placeOf(end - 1) + 1 }) };
}

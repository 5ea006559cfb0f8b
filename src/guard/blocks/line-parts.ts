/** Parts of one line that are read by themselves. */
import type { Stretch } from '../text/survey.ts';

const PIPE = 124;
const BACKSLASH = 92;
const QUOTE = 34;
/** Shorter values are names, numbers and labels. */
const LEAST_VALUE = 30;

export const isTableRow = (head: string): boolean => head.charCodeAt(0) === PIPE && head.indexOf('|', 1) !== -1;

/** The cells of a table row, without those too short to say something. */
export function splitCells(text: string, start: number, end: number): Stretch[] {
  const cells: Stretch[] = [];
  let from = start + 1;
  for (let at = from; at <= end; at += 1) {
    const isEnd = at === end || (text.charCodeAt(at) === PIPE && text.charCodeAt(at - 1) !== BACKSLASH);
    if (!isEnd) continue;
    if (at - from >= LEAST_VALUE) cells.push({ start: from, end: at });
    from = at + 1;
  }
  return cells;
}

/** Quoted strings, as in JSON, that have blanks in them. */
export function findStringValues(text: string, start: number, end: number): Stretch[] {
  const values: Stretch[] = [];
  for (let open = text.indexOf('"', start); open !== -1 && open < end;) {
    let close = open + 1;
    while (close < end && text.charCodeAt(close) !== QUOTE) close += text.charCodeAt(close) === BACKSLASH ? 2 : 1;
    if (close >= end) break;
    if (close - open > LEAST_VALUE && text.slice(open, close).includes(' '))
      values.push({ start: open + 1, end: close });
    open = text.indexOf('"', close + 1);
  }
  return values;
}

const TITLE_MARKS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '(': ')' };

/** The title of a link reference, or what follows the colon if it has none: `[//]: # (text)`. */
export function findTitle(text: string, start: number, end: number): Stretch | undefined {
  const colon = text.indexOf(']:', start);
  const line = text.slice(colon + 2, end);
  const mark = /[ \t]["'(]/.exec(line);
  const from = mark === null ? colon + 2 : colon + 2 + mark.index + 2;
  const close = mark === null ? -1 : text.lastIndexOf(TITLE_MARKS[mark[0].charAt(1)] ?? '', end - 1);
  const to = close > from ? close : end;
  return to - from >= LEAST_VALUE ? { start: from, end: to } : undefined;
}

/** Measuring, cutting, splitting and splicing text without ever changing a byte that was not meant. */
import { BatonError } from './errors/index.ts';

/** A line by offsets: its content is `start..end`, its ending `end..next`. */
export interface TextLine {
  readonly start: number;
  readonly end: number;
  /** Where the next line begins; equal to `end` only for a last line without an ending. */
  readonly next: number;
}

export type LineEnding = '\n' | '\r\n' | '\r';

/** Line and column count from 1, columns in UTF-16 units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Replace `start..end` by `text`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Lines end with LF, CRLF or a lone CR. A final ending does not open another, empty line. */
export function splitLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let lf = text.indexOf('\n');
  let cr = text.indexOf('\r');
  let start = 0;
  while (lf !== -1 || cr !== -1) {
    const end = cr !== -1 && (lf === -1 || cr < lf) ? cr : lf;
    const next = end === cr && lf === cr + 1 ? end + 2 : end + 1;
    lines.push({ start, end, next });
    start = next;
    if (lf !== -1 && lf < next) lf = text.indexOf('\n', next);
    if (cr !== -1 && cr < next) cr = text.indexOf('\r', next);
  }
  if (start < text.length) lines.push({ start, end: text.length, next: text.length });
  return lines;
}

/** The ending most lines have, the first one if two are even; LF if there is none. */
export function detectLineEnding(text: string): LineEnding {
  const counts = new Map<LineEnding, number>();
  for (const { end, next } of splitLines(text)) {
    const ending = endingBetween(text, end, next);
    if (ending !== undefined) counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  let best: LineEnding = '\n';
  let bestCount = 0;
  for (const [ending, count] of counts) {
    if (count > bestCount) [best, bestCount] = [ending, count];
  }
  return best;
}

function endingBetween(text: string, end: number, next: number): LineEnding | undefined {
  if (next === end) return undefined;
  if (next - end === 2) return '\r\n';
  return text[end] === '\n' ? '\n' : '\r';
}

export const hasFinalNewline = (text: string): boolean => text.endsWith('\n') || text.endsWith('\r');

/** The same lines, each with this ending; a last line without one stays without. */
export const withLineEnding = (text: string, ending: LineEnding): string =>
  text.replaceAll(/\r\n|\n|\r/g, () => ending);

/** Finds line and column of any number of offsets in one text. */
export interface LineIndex {
  readonly lines: readonly TextLine[];
  positionAt(offset: number): TextPosition;
}

export function createLineIndex(text: string): LineIndex {
  const lines = splitLines(text);
  return { lines, positionAt: (offset) => positionIn(lines, Math.min(Math.max(offset, 0), text.length)) };
}

export const positionAt = (text: string, offset: number): TextPosition => createLineIndex(text).positionAt(offset);

function positionIn(lines: readonly TextLine[], offset: number): TextPosition {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((lines[middle]?.next ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  const last = lines.at(-1);
  // After a last line without an ending there is no further line: the place is that line's end.
  if (low === lines.length && last !== undefined && last.end === last.next) low -= 1;
  const start = lines[low]?.start ?? last?.next ?? 0;
  return { line: low + 1, column: offset - start + 1 };
}

/** Edits may come in any order but must not overlap; those at one place are made in the order given. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const pieces: string[] = [];
  let done = 0;
  for (const edit of ordered) {
    if (edit.start < done || edit.end < edit.start || edit.end > text.length) {
      throw new BatonError('INTERNAL', `edit ${edit.start}..${edit.end} overlaps another or leaves the text`);
    }
    pieces.push(text.slice(done, edit.start), edit.text);
    done = edit.end;
  }
  pieces.push(text.slice(done));
  return pieces.join('');
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** True between the two halves of one code point. */
const splitsPair = (text: string, offset: number): boolean =>
  isLowSurrogate(text.charCodeAt(offset)) && isHighSurrogate(text.charCodeAt(offset - 1));

export function codePointLength(text: string): number {
  let count = text.length;
  for (let i = 1; i < text.length; i += 1) {
    if (splitsPair(text, i)) count -= 1;
  }
  return count;
}

/** The offset after the first `count` code points, or the end of the text. */
export function codePointOffset(text: string, count: number): number {
  let offset = 0;
  for (let seen = 0; seen < count && offset < text.length; seen += 1) {
    offset += splitsPair(text, offset + 1) ? 2 : 1;
  }
  return offset;
}

/** At most `limit` code points, `suffix` included if something was cut off. */
export function cutText(text: string, limit: number, suffix = ''): string {
  if (codePointOffset(text, limit) >= text.length) return text;
  const room = limit - codePointLength(suffix);
  if (room < 0) return suffix.slice(0, codePointOffset(suffix, limit));
  return text.slice(0, codePointOffset(text, room)) + suffix;
}

/** The last `limit` code points. */
export function lastCodePoints(text: string, limit: number): string {
  let offset = text.length;
  for (let seen = 0; seen < limit && offset > 0; seen += 1) {
    offset -= splitsPair(text, offset - 1) ? 2 : 1;
  }
  return text.slice(offset);
}

const SENTENCE_END = /[.!?]+["')\]*_`]*(?=\s|$)|[。！？]+/g;
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|vs|approx|cf|Mr|Mrs|Ms|Dr)\.$/;
/** Far longer than any sentence; keeps the search short on text that has none. */
const SENTENCE_WINDOW = 2_000;

/** Up to the first full stop that ends a sentence, white space folded; a blank line ends it too. */
export function firstSentence(text: string): string {
  const start = text.search(/\S/);
  if (start === -1) return '';
  const paragraph = text.slice(start, start + SENTENCE_WINDOW).split(/(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/, 1)[0] ?? '';
  const flat = paragraph.trim().replaceAll(/\s+/g, ' ');
  for (const match of flat.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length;
    if (!ABBREVIATION.test(flat.slice(0, match.index + 1))) return flat.slice(0, end);
  }
  return flat;
}

/** Undefined if the bytes are not UTF-8. A byte order mark is kept. */
export function findUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A byte order mark is a sign for programs, not part of the text. */
export const BYTE_ORDER_MARK = '\uFEFF';
export const withoutByteOrderMark = (text: string): string => (text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);

/** A word of a command that somebody will copy into a shell: names may come from a stranger, and nothing in them is run. */
export function shellWord(text: string): string {
  if (/^[\w./#:@+=,-]+$/.test(text)) return text;
  return /["\\$`!%]/.test(text) ? `'${text.replaceAll("'", String.raw`'\''`)}'` : `"${text}"`;
}

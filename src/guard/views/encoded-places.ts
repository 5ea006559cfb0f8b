/**
 * The places of hex pairs and spread letters. Samples are a few characters apart, and no passage slips between two.
 * Letters that are spread over a line, or written as small capitals of phonetic alphabets. Encoded text that was
 * broken into lines: no line of it says anything by itself.
 */

import { once } from '../once.ts';
import type { Survey } from '../text/survey.ts';
import { BEFORE, createUnitReader, isAlphanumeric, PIECE, unitAt } from '../text/units.ts';

const reader = createUnitReader();

const SPACED_HEX = /(?<![A-Za-z0-9])(?:[0-9a-fA-F]{2}[ :]){11,}[0-9a-fA-F]{2}(?![A-Za-z0-9])/y;
/** No run of pairs is shorter than 35 characters, so the first look at one has three separators of it before its end. */
const PAIR_STEP = 25;
const IS_SEPARATOR = markUnits(' :');

/** Calls back for each run of hex pairs with a blank or colon between each two. */
export function visitSpacedHex(text: string, onRun: (start: number, end: number) => void): void {
  let done = 0;
  for (let piece = 0; piece < text.length; piece += PIECE) {
    const units = reader.read(text, piece);
    const last = Math.min(PIECE, text.length - piece) + BEFORE;
    for (let place = BEFORE; place < last; place += PAIR_STEP) {
      const look = piece + place - BEFORE;
      if (!isAmongPairs(units, place) || look < done) continue;
      for (let start = Math.max(done, look - PAIR_STEP); start < look + 3; start += 1) {
        SPACED_HEX.lastIndex = start;
        const run = SPACED_HEX.exec(text)?.[0];
        if (run === undefined) continue;
        done = start + run.length;
        onRun(start, done);
        break;
      }
    }
  }
}

/** One of the three characters from here on is a separator, and so are the third and the sixth after it. */
const isAmongPairs = (units: Uint16Array, at: number): boolean =>
  (countSeparators(units, at) | countSeparators(units, at + 1) | countSeparators(units, at + 2)) === 1;

const countSeparators = (units: Uint16Array, at: number): number =>
  (IS_SEPARATOR[units[at] as number] as number) &
  (IS_SEPARATOR[units[at + 3] as number] as number) &
  (IS_SEPARATOR[units[at + 6] as number] as number);

const SPREAD_START = /(?<![A-Za-z0-9])[A-Za-z]([ .\-_*·])[A-Za-z]\1[A-Za-z]\1[A-Za-z](?![A-Za-z0-9])/y;
/** Of the seven characters of the shortest spread word, one of the first four is looked at. */
const SPREAD_STEP = 4;
const IS_SPREAD_SIGN = markUnits(' .-_*·');

/** Where four letters have the same sign between each two of them. */
export function findSpread(text: string): number[] {
  const places: number[] = [];
  for (let piece = 0; piece < text.length; piece += PIECE) {
    const units = reader.read(text, piece);
    const last = Math.min(PIECE, text.length - piece) + BEFORE;
    for (let place = BEFORE; place < last; place += SPREAD_STEP) {
      // Together, because most looks fail at this and a branch for each would cost more.
      if ((areSigns(units, place) | areSigns(units, place + 1)) === 0) continue;
      if (!isAmongSigns(units, place) && !isAmongSigns(units, place + 1)) continue;
      const look = piece + place - BEFORE;
      for (let start = Math.max(0, look - SPREAD_STEP + 1); start <= look; start += 1) {
        SPREAD_START.lastIndex = start;
        if (SPREAD_START.test(text)) places.push(start);
      }
    }
  }
  return places;
}

const areSigns = (units: Uint16Array, at: number): number =>
  (IS_SPREAD_SIGN[units[at] as number] as number) & (IS_SPREAD_SIGN[units[at + 2] as number] as number);

/** Whether a sign is here, again two places on, and once more two places before or after them. */
function isAmongSigns(units: Uint16Array, at: number): boolean {
  const unit = units[at] as number;
  if (units[at + 2] !== unit || IS_SPREAD_SIGN[unit] !== 1) return false;
  return units[at - 2] === unit || units[at + 4] === unit;
}

function markUnits(characters: string): Uint8Array {
  const marks = new Uint8Array(0x1_0000);
  for (const character of characters) marks[character.charCodeAt(0)] = 1;
  return marks;
}

const getSpread = once(() => /(?<![\p{L}\p{N}])(?:\p{L}[ .\-_*·]{1,2}){3,}\p{L}(?![\p{L}\p{N}])/gu);
/** Spread with a sign, so that a blank separates words. */
const getSpreadWithSign = once(() => /(?<![\p{L}\p{N}])\p{L}([.\-_*·])\p{L}(?:\1\p{L})*(?![\p{L}\p{N}])/gu);
/** Two blanks separate words that are written with one blank between letters. */
const WORD_GAP = '\u0001';

export const joinSpread = (line: string): string =>
  line
    .replaceAll(getSpreadWithSign(), (run) => run.replaceAll(/[.\-_*·]/g, ''))
    .replaceAll(/ {2,}/g, WORD_GAP)
    .replaceAll(getSpread(), (run) => run.replaceAll(/[ .\-_*·]/g, ''))
    .replaceAll(WORD_GAP, ' ');

const SMALL_CAPITALS = 'ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpǫqʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz';
const getPlain = once(
  () => new Map(Array.from(SMALL_CAPITALS.matchAll(/(.)(.)/gu), ([, small = '', plain = '']) => [small, plain])),
);
const getSmallWord = once(() => new RegExp(`[${[...getPlain().keys()].join('')}]{3,}`, 'gu'));

/** Most of these letters are marked as foldable, so only such pieces can hold a word of them. */
export const findSmallCapitals = (text: string, { foldedPieces }: Survey): number[] =>
  foldedPieces.flatMap(({ start, end }) =>
    Array.from(text.slice(start, end).matchAll(getSmallWord()), ({ index }) => start + index),
  );

export const readSmallCapitals = (line: string): string =>
  Array.from(line, (letter) => getPlain().get(letter) ?? letter).join('');

interface WrappedRun {
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
  const last = unitAt(text, to - 1);
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

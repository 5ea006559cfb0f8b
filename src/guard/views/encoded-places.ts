/** The places of hex pairs and spread letters. Samples are a few characters apart, and no passage slips between two. */
import { BEFORE, createUnitReader, PIECE } from '../text/unit-reader.ts';

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

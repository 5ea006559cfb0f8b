/** What single UTF-16 units are. NaN, read outside a text, is none of them. */

export const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;
export const isLower = (unit: number): boolean => unit >= 97 && unit <= 122;
export const isUpper = (unit: number): boolean => unit >= 65 && unit <= 90;
export const isLetter = (unit: number): boolean => isLower(unit) || isUpper(unit);
export const isAlphanumeric = (unit: number): boolean => isLetter(unit) || isDigit(unit);
export const isHex = (unit: number): boolean =>
  isDigit(unit) || (unit >= 97 && unit <= 102) || (unit >= 65 && unit <= 70);

/**
 * The unit at a place, or 0 outside of the text. Looks past the ends with `charCodeAt` make the engine throw away the code it
 * compiled for a function, compile it again, and be slower from then on.
 */
export const unitAt = (text: string, at: number): number => (at >= 0 && at < text.length ? text.charCodeAt(at) : 0);

/**
 * The units of a text as numbers in an array, piece by piece. Copying them there costs next to nothing, and a look into an
 * array is several times as fast as `charCodeAt`, which has to find out on every call how the string is stored.
 */
interface UnitReader {
  /**
   * The units of `from..to` at their distance from `from` plus `BEFORE`: the unit before is there too, and those
   * after, as far as `AFTER`; 0 if the text has none. Valid until the next call.
   */
  read(text: string, from: number, to?: number): Uint16Array;
}

/** So many units are read at a time: few enough to stay in the fastest memory, enough for the work to outweigh the call. */
export const PIECE = 16_384;
export const BEFORE = 4;
const AFTER = 8;

const IS_BIG_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;

/** The units of a text that many looks are about to read; texts longer than a piece are not shared. */
const shared: { text: string; units: Uint16Array } = { text: '', units: new Uint16Array(0) };
let sharing: UnitReader | undefined;

/** Reads a short text once for all looks. Its units stay until the next call, whatever other texts are read meanwhile. */
export function shareUnits(text: string): void {
  if (text.length > PIECE || text.length === 0) return;
  sharing ??= createUnitReader();
  shared.text = '';
  shared.units = sharing.read(text, 0);
  shared.text = text;
}

/** Each pass over a text has a reader of its own, so that it may read another text meanwhile. */
export function createUnitReader(): UnitReader {
  const units = new Uint16Array(BEFORE + PIECE + AFTER);
  const bytes = Buffer.from(units.buffer);
  return {
    read(text, from, to = Math.min(text.length, from + PIECE)) {
      if (from === 0 && to === text.length && text === shared.text) return shared.units;
      const first = Math.max(0, from - BEFORE);
      const start = BEFORE - (from - first);
      units.fill(0, 0, start);
      const written = bytes.write(text.slice(first, to + AFTER), start * 2, 'utf16le');
      if (IS_BIG_ENDIAN) bytes.subarray(start * 2, start * 2 + written).swap16();
      units.fill(0, start + written / 2, BEFORE + to - from + AFTER);
      return units;
    },
  };
}

/** Which UTF-16 units count as the same letter, so that a table by class stays small. */
export interface UnitClasses {
  /** Class by unit; 0 and 2 are the units that no keyword contains, outside and inside of words. */
  readonly classOf: Uint16Array;
  readonly count: number;
  /** By class: 1 for those whose units make up words. */
  readonly inWord: Uint8Array;
}

/** From the first unit to the last, both included. */
export type UnitRange = readonly [from: number, to: number];

export const SPACE_CLASS = 1;
const STRANGE_CLASS = 2;
const PLAIN_LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const SPACES = ' \t\n\r\u00A0\u2002\u2003\u2009\u202F\u3000';

export function classifyUnits(words: readonly string[], wordUnits: readonly UnitRange[]): UnitClasses {
  const classOf = new Uint16Array(0x1_0000);
  for (const space of SPACES) classOf[space.charCodeAt(0)] = SPACE_CLASS;
  let count = STRANGE_CLASS + 1;
  // Plain letters are in every set of words; the rest of the letters are few.
  const letters = PLAIN_LETTERS + words.join('').replaceAll(/[a-z ]+/g, '');
  for (let i = 0; i < letters.length; i += 1) {
    const unit = letters.charCodeAt(i);
    if (classOf[unit] !== 0) continue;
    classOf[unit] = count;
    const upper = letters.charAt(i).toUpperCase();
    if (upper.length === 1) classOf[upper.charCodeAt(0)] = count;
    count += 1;
  }
  foldVariants(classOf);
  const inWord = new Uint8Array(count);
  for (const [from, to] of wordUnits) {
    for (let unit = from; unit <= to; unit += 1) inWord[(classOf[unit] ||= STRANGE_CLASS)] = 1;
  }
  return { classOf, count, inWord };
}

/** Letters with accents, and curly apostrophes, count as their plain form. */
function foldVariants(classOf: Uint16Array): void {
  classOf[0x2019] = classOf[0x27] as number;
  classOf[0x2018] = classOf[0x27] as number;
  for (let unit = 0xc0; unit < 0x250; unit += 1) {
    if (classOf[unit] !== 0) continue;
    const plain = String.fromCharCode(unit).normalize('NFD').charCodeAt(0);
    if (plain < 0x80) classOf[unit] = classOf[plain] as number;
  }
}

/**
 * Matches of a sticky pattern that always begins with `anchor`. Looking for the anchor is many times as fast as letting the
 * pattern look at every place.
 */
export function* matchAnchored(text: string, anchor: string, pattern: RegExp): Generator<RegExpExecArray, void> {
  for (let at = text.indexOf(anchor); at !== -1;) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) yield match;
    at = text.indexOf(anchor, at + (match?.[0].length ?? 1));
  }
}

/** One pass over a text that tells which lines may contain personal data, and of which kind: most have none. */
import {
  BEFORE,
  createUnitReader,
  isAlphanumeric,
  isDigit,
  isHex,
  isLetter,
  isLower,
  isUpper,
  PIECE,
  unitAt,
} from '../text/units.ts';

/** What a line holds; each form of personal data needs one of them. */
export const SIGN = {
  /** An at sign with a name after it. */
  mail: 1,
  /** Six, eight, nine digits with at most three other characters between two of them. */
  sixDigits: 2,
  eightDigits: 4,
  nineDigits: 8,
  /** Seven digits in a row. */
  longNumber: 16,
  /** Two capitals and two digits. */
  capitalsAndDigits: 32,
  /** A digit after five letters. */
  wordAndDigit: 64,
  /** Four numbers with dots between them. */
  dottedNumbers: 128,
  /** Up to four hex digits between two colons, four before a double one, two between dashes, four between dots. */
  hexGroups: 256,
  /** A slash before `home` or `Users`. */
  homeFolder: 512,
  /** A year of the last or this century. */
  year: 1024,
  /** A number after a capitalised word, or before one or a French word for street: rue, avenue, boulevard, place, bis. */
  houseNumber: 2048,
  /** Five digits with at most three other characters between two of them. */
  fiveDigits: 4096,
  /** A row of digits and capitals as numbers of people and documents have it, which does not begin like a date. */
  idNumber: 8192,
  /** A digit that begins a word of letters and digits as long as a wallet address. */
  wallet: 16384,
  /** Two small letters and two digits. */
  smallLettersAndDigits: 32768,
} as const;

const ID_NUMBER = /(?<![\w.-])(?!(?:19|20)\d{2}-\d{2}-\d{2}(?!\d))[A-Z]{0,6}[ -]?\d(?:[ ./-]?[A-Z0-9(]){5}/;
const FIVE_DIGITS = /\d(?:\D{0,3}\d){4}/;

/** Whether a value by itself gives its line the sign of such numbers. */
export const isIdNumber = (value: string): boolean => FIVE_DIGITS.test(value) && ID_NUMBER.test(value);

/** Digits, ends of lines and at signs. */
const ALWAYS = 1;
/** Of a path: of interest before the first letter of a home folder. */
const SLASH = 2;
const HOME_LETTER = 4;
/** Between groups of hex digits: of interest after such a digit. */
const BETWEEN = 8;
const HEX = 16;

/** The few characters that are looked at, some of them only by what is beside them; all others are passed over. */
function buildFlags(): Uint8Array {
  const flags = new Uint8Array(0x1_0000);
  const mark = (characters: string, flag: number): void => {
    for (const character of characters) flags[character.charCodeAt(0)] = (flags[character.charCodeAt(0)] ?? 0) | flag;
  };
  mark('0123456789\n@', ALWAYS);
  mark('/\\', SLASH);
  mark('hU', HOME_LETTER);
  mark(':-.', BETWEEN);
  mark('0123456789abcdefABCDEF', HEX);
  return flags;
}

const FLAGS = buildFlags();
const reader = createUnitReader();
/** Two digits of one number may be this far apart: `12 345678 A 123`. */
const WIDEST_STEP = 4;
const SHORTEST_WALLET = 25;

/** Calls back for each line that holds a sign. Every character is looked at once. */
export function visitSignedLines(text: string, onLine: (start: number, end: number, signs: number) => void): void {
  const digits = new DigitTrail(text);
  let lineStart = 0;
  let signs = 0;
  for (let piece = 0; piece < text.length; piece += PIECE) {
    const units = reader.read(text, piece);
    const last = Math.min(PIECE, text.length - piece) + BEFORE;
    for (let place = findPlace(units, BEFORE, last); place < last; place = findPlace(units, place + 1, last)) {
      const unit = units[place] as number;
      const i = piece + place - BEFORE;
      if (isDigit(unit)) {
        signs |= digits.add(i);
      } else if (unit === 10) {
        if (signs !== 0) onLine(lineStart, i, signs | signsOfLine(text, lineStart, i, signs));
        lineStart = i + 1;
        signs = 0;
        digits.reset();
      } else {
        signs |= signsOf(text, i, unit);
      }
    }
  }
  if (signs !== 0) onLine(lineStart, text.length, signs | signsOfLine(text, lineStart, text.length, signs));
}

/** What is looked for once more in the few lines with digits enough: most of those hold dates. */
const signsOfLine = (text: string, start: number, end: number, signs: number): number =>
  (signs & (SIGN.fiveDigits | SIGN.sixDigits)) !== 0 && ID_NUMBER.test(text.slice(start, end)) ? SIGN.idNumber : 0;

/** The next place in `from..to` that is looked at; `to` if there is none. */
function findPlace(units: Uint16Array, from: number, to: number): number {
  let before = FLAGS[units[from - 1] as number] as number;
  let here = FLAGS[units[from] as number] as number;
  for (let at = from; at < to; at += 1) {
    const after = FLAGS[units[at + 1] as number] as number;
    // In one sum, because a branch for each would cost more: a neighbour's flag is shifted onto that of the sign.
    if ((here & (ALWAYS | ((after >>> 1) & SLASH) | ((before >>> 1) & BETWEEN))) !== 0) return at;
    before = here;
    here = after;
  }
  return to;
}

/** The digits of a line so far. */
class DigitTrail {
  private last = -WIDEST_STEP - 1;
  private near = 0;
  private inRow = 0;
  private dots = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  reset(): void {
    this.last = -WIDEST_STEP - 1;
  }

  add(at: number): number {
    const step = at - this.last;
    this.last = at;
    this.near = step <= WIDEST_STEP ? this.near + 1 : 1;
    if (step === 1) this.inRow += 1;
    else {
      this.dots = step === 2 && unitAt(this.text, at - 1) === 46 ? this.dots + 1 : 0;
      this.inRow = 1;
    }
    return this.signsOfCount() | this.signsBefore(at) | this.signsAfter(at) | this.signsOfWallet(at);
  }

  private signsOfCount(): number {
    if (this.near < 5) return this.dots >= 3 ? SIGN.dottedNumbers : 0;
    let signs: number = this.near === 5 ? SIGN.fiveDigits : SIGN.sixDigits;
    if (this.near >= 8) signs |= SIGN.eightDigits;
    if (this.near >= 9) signs |= SIGN.nineDigits;
    if (this.inRow >= 7) signs |= SIGN.longNumber;
    if (this.dots >= 3) signs |= SIGN.dottedNumbers;
    return signs;
  }

  /** Addresses begin with 1, 3 or bc1. */
  private signsOfWallet(at: number): number {
    const { text } = this;
    if (this.inRow > 1 || !isAlphanumeric(unitAt(text, at + SHORTEST_WALLET))) return 0;
    const unit = unitAt(text, at);
    if (unit !== 49 && unit !== 51) return 0;
    for (let i = at + 1; i < at + SHORTEST_WALLET; i += 1) if (!isAlphanumeric(unitAt(text, i))) return 0;
    const before = unitAt(text, at - 1);
    return !isAlphanumeric(before) || (before === 99 && unitAt(text, at - 2) === 98) ? SIGN.wallet : 0;
  }

  private signsBefore(at: number): number {
    const { text } = this;
    const before = unitAt(text, at - 1);
    if (this.inRow === 1) {
      if (isLetter(before)) return this.endsWord(at) ? SIGN.wordAndDigit : 0;
      return before === 32 && this.isAfterName(at - 2) ? SIGN.houseNumber : 0;
    }
    if (this.inRow === 2) return this.signsOfPair(at);
    if (this.inRow !== 4) return 0;
    const century = unitAt(text, at - 3) * 64 + unitAt(text, at - 2);
    return century === 49 * 64 + 57 || century === 50 * 64 + 48 ? SIGN.year : 0;
  }

  private signsOfPair(at: number): number {
    const first = unitAt(this.text, at - 3);
    const second = unitAt(this.text, at - 2);
    if (isUpper(first)) return isUpper(second) ? SIGN.capitalsAndDigits : 0;
    return isLower(first) && isLower(second) ? SIGN.smallLettersAndDigits : 0;
  }

  /** A word with a capital, such as a street has; a comma or the dot of `str.` may end it. */
  private isAfterName(end: number): boolean {
    const { text } = this;
    let at = unitAt(text, end) === 44 || unitAt(text, end) === 46 ? end - 1 : end;
    while (isLower(unitAt(text, at)) || unitAt(text, at) >= 0xc0) at -= 1;
    return at < end && (isUpper(unitAt(text, at)) || unitAt(text, at + 1) >= 0xc0);
  }

  private endsWord(at: number): boolean {
    for (let i = 2; i <= 5; i += 1) if (!isLetter(unitAt(this.text, at - i))) return false;
    return true;
  }

  private signsAfter(at: number): number {
    const { text } = this;
    let next = unitAt(text, at + 1);
    if (isDigit(next)) return 0;
    let after = at + 1;
    if (isLetter(next) || next === 44) next = unitAt(text, (after += 1));
    if (next !== 32) return 0;
    next = unitAt(text, after + 1);
    if (isUpper(next)) return isLower(unitAt(text, after + 2)) ? SIGN.houseNumber : 0;
    return next === 114 || next === 97 || next === 98 || next === 112 ? SIGN.houseNumber : 0;
  }
}

/** What another character than a digit is a sign of, by what is close to it. */
function signsOf(text: string, at: number, unit: number): number {
  if (unit === 64) {
    const next = unitAt(text, at + 1);
    return isAlphanumeric(next) || next === 45 ? SIGN.mail : 0;
  }
  if (unit === 47 || unit === 92) return SIGN.homeFolder;
  return (unit === 58 ? isAmongColons(text, at) : endsGroup(text, at, unit)) ? SIGN.hexGroups : 0;
}

/** After a hex digit: a second colon close before it, or the beginning of `fe80::`. */
function isAmongColons(text: string, at: number): boolean {
  for (let i = at - 5; i < at - 1; i += 1) if (unitAt(text, i) === 58) return true;
  return unitAt(text, at + 1) === 58 && isHexRow(text, at - 4, at);
}

/** Two hex digits between dashes, four between dots. */
function endsGroup(text: string, at: number, sign: number): boolean {
  const start = at - (sign === 45 ? 2 : 4);
  return unitAt(text, start - 1) === sign && isHexRow(text, start, at);
}

function isHexRow(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) if (!isHex(unitAt(text, i))) return false;
  return true;
}

/** One look over a text that tells which lines may hold personal data, and of which sort: most lines hold none. */
import { isAlphanumeric, isDigit, isHex, isLetter, isLower, isUpper } from '../text/units.ts';

/** What a line holds; each form of personal data needs one of them. */
export const SIGN = {
  /** An at sign with a name behind it. */
  mail: 1,
  /** Six, eight, nine digits with at most three other characters between two of them. */
  sixDigits: 2,
  eightDigits: 4,
  nineDigits: 8,
  /** Seven digits in a row. */
  longNumber: 16,
  /** Two capitals and two digits. */
  capitalsAndDigits: 32,
  /** A digit behind five letters. */
  wordAndDigit: 64,
  /** Four numbers with dots between them. */
  dottedNumbers: 128,
  /** Up to four hex digits between two colons, two between dashes, four between dots. */
  hexGroups: 256,
  /** A slash before `home` or `Users`. */
  homeFolder: 512,
  /** A year of the last or this century. */
  year: 1024,
  /** A number behind a word with a capital, or before one or a French word for street: rue, avenue, boulevard, place, bis. */
  houseNumber: 2048,
} as const;

const DIGIT = 1;
const OTHER = 2;

/** Digits, and the few other characters that are looked at; everything else is passed over. */
function buildClasses(): Uint8Array {
  const classes = new Uint8Array(0x1_0000);
  for (let unit = 48; unit <= 57; unit += 1) classes[unit] = DIGIT;
  for (const sign of '\n@:-./\\') classes[sign.charCodeAt(0)] = OTHER;
  return classes;
}

const CLASS_OF = buildClasses();
/** So far may two digits of one number stand apart: `12 345678 A 123`. */
const WIDEST_STEP = 4;

/** Calls back for each line that holds a sign. Every character is looked at once. */
export function visitSignedLines(text: string, onLine: (start: number, end: number, signs: number) => void): void {
  const digits = new DigitTrail(text);
  const places = new SignTrail(text);
  let lineStart = 0;
  let signs = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    const unitClass = CLASS_OF[unit];
    if (unitClass === 0) continue;
    if (unitClass === DIGIT) {
      signs |= digits.add(i);
    } else if (unit === 10) {
      if (signs !== 0) onLine(lineStart, i, signs);
      lineStart = i + 1;
      signs = 0;
      digits.reset();
    } else {
      signs |= places.add(i, unit);
    }
  }
  if (signs !== 0) onLine(lineStart, text.length, signs);
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
      this.dots = step === 2 && this.text.charCodeAt(at - 1) === 46 ? this.dots + 1 : 0;
      this.inRow = 1;
    }
    return this.signsOfCount() | this.signsBefore(at) | this.signsBehind(at);
  }

  private signsOfCount(): number {
    if (this.near < 6) return this.dots >= 3 ? SIGN.dottedNumbers : 0;
    let signs: number = SIGN.sixDigits;
    if (this.near >= 8) signs |= SIGN.eightDigits;
    if (this.near >= 9) signs |= SIGN.nineDigits;
    if (this.inRow >= 7) signs |= SIGN.longNumber;
    if (this.dots >= 3) signs |= SIGN.dottedNumbers;
    return signs;
  }

  private signsBefore(at: number): number {
    const { text } = this;
    const before = text.charCodeAt(at - 1);
    if (this.inRow === 1) {
      if (isLetter(before)) return this.endsWord(at) ? SIGN.wordAndDigit : 0;
      return before === 32 && this.isBehindName(at - 2) ? SIGN.houseNumber : 0;
    }
    if (this.inRow === 2) {
      return isUpper(text.charCodeAt(at - 2)) && isUpper(text.charCodeAt(at - 3)) ? SIGN.capitalsAndDigits : 0;
    }
    if (this.inRow !== 4) return 0;
    const century = text.charCodeAt(at - 3) * 64 + text.charCodeAt(at - 2);
    return century === 49 * 64 + 57 || century === 50 * 64 + 48 ? SIGN.year : 0;
  }

  /** A word with a capital, such as a street has; a comma or the dot of `str.` may end it. */
  private isBehindName(end: number): boolean {
    const { text } = this;
    let at = text.charCodeAt(end) === 44 || text.charCodeAt(end) === 46 ? end - 1 : end;
    while (isLower(text.charCodeAt(at)) || text.charCodeAt(at) >= 0xc0) at -= 1;
    return at < end && (isUpper(text.charCodeAt(at)) || text.charCodeAt(at + 1) >= 0xc0);
  }

  private endsWord(at: number): boolean {
    for (let i = 2; i <= 5; i += 1) if (!isLetter(this.text.charCodeAt(at - i))) return false;
    return true;
  }

  private signsBehind(at: number): number {
    const { text } = this;
    let next = text.charCodeAt(at + 1);
    if (isDigit(next)) return 0;
    let behind = at + 1;
    if (isLower(next) || next === 44) next = text.charCodeAt((behind += 1));
    if (next !== 32) return 0;
    next = text.charCodeAt(behind + 1);
    if (isUpper(next)) return isLower(text.charCodeAt(behind + 2)) ? SIGN.houseNumber : 0;
    return next === 114 || next === 97 || next === 98 || next === 112 ? SIGN.houseNumber : 0;
  }
}

/** Where the signs of a line stood last. */
class SignTrail {
  private colon = 0;
  private dash = 0;
  private dot = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  add(at: number, unit: number): number {
    const { text } = this;
    if (unit === 64) {
      const next = text.charCodeAt(at + 1);
      return isAlphanumeric(next) || next === 45 ? SIGN.mail : 0;
    }
    if (unit === 47 || unit === 92) {
      const next = text.charCodeAt(at + 1);
      return next === 104 || next === 85 ? SIGN.homeFolder : 0;
    }
    const isGroup = isHex(text.charCodeAt(at - 1)) && isHex(text.charCodeAt(at - 2));
    if (unit === 58) {
      const step = at - this.colon;
      this.colon = at;
      return step >= 2 && step <= 5 && isHex(text.charCodeAt(at - 1)) ? SIGN.hexGroups : 0;
    }
    if (unit === 45) {
      const step = at - this.dash;
      this.dash = at;
      return step === 3 && isGroup ? SIGN.hexGroups : 0;
    }
    const step = at - this.dot;
    this.dot = at;
    return step === 5 && isGroup ? SIGN.hexGroups : 0;
  }
}

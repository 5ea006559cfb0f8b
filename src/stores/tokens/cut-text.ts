/**
 * How o200k_base cuts a text before it looks for tokens: no token crosses such a cut. Its rules are a regular expression
 * over all of Unicode, which V8 needs tens of milliseconds to compile; a table of kinds and a few steps say the same.
 *
 *     [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?:'(?:s|d|m|t|ll|ve|re))?
 *     [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?:'(?:s|d|m|t|ll|ve|re))?
 *     \p{N}{1,3}
 *     [ ]?[^\p{White_Space}\p{L}\p{N}]+[\r\n/]*
 *     \p{White_Space}*[\r\n]+
 *     \p{White_Space}+(?!\P{White_Space})
 *     \p{White_Space}+
 */

const UPPER = 1;
const LOWER = 2;
/** Neither upper nor lower case. */
const LETTER = 3;
const MARK = 4;
const DIGIT = 5;
const SPACE = 6;
const BREAK = 7;
const SIGN = 8;
/** Half of a character beyond the first 65,536, alone. */
const HALF = 9;
/** White space to Unicode, but not to JavaScript; and the other way round. */
const NEXT_LINE = 10;
const BYTE_ORDER_MARK = 11;

const isLetter = (kind: number): boolean => kind >= UPPER && kind <= LETTER;
const isSpace = (kind: number): boolean => kind === SPACE || kind === BREAK || kind === NEXT_LINE;
const isSign = (kind: number): boolean => kind === MARK || kind === SIGN || kind === HALF || kind === BYTE_ORDER_MARK;
const canBeUpper = (kind: number): boolean => kind === UPPER || kind === LETTER || kind === MARK;
const canBeLower = (kind: number): boolean => kind >= LOWER && kind <= MARK;

/** The kinds of the first 65,536 characters, as far as they have been met, and those of others. */
const kinds = new Uint8Array(0x1_0000);
const kindsBeyond = new Map<number, number>();

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit >= 0xd8_00 && unit <= 0xdb_ff) {
    const point = text.codePointAt(at) ?? unit;
    if (point > 0xff_ff) return kindsBeyond.get(point) ?? learnBeyond(point);
  }
  return kinds[unit] || learnKind(unit);
}

const widthAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1);

function learnKind(unit: number): number {
  const kind = unit < 0x80 ? kindOfAscii(unit) : kindOf(String.fromCharCode(unit));
  kinds[unit] = kind;
  return kind;
}

function learnBeyond(point: number): number {
  const kind = kindOf(String.fromCodePoint(point));
  kindsBeyond.set(point, kind);
  return kind;
}

function kindOfAscii(unit: number): number {
  if (unit >= 0x61 && unit <= 0x7a) return LOWER;
  if (unit >= 0x41 && unit <= 0x5a) return UPPER;
  if (unit >= 0x30 && unit <= 0x39) return DIGIT;
  if (unit === 0x0a || unit === 0x0d) return BREAK;
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0c) ? SPACE : SIGN;
}

function kindOf(character: string): number {
  if (character === '\u0085') return NEXT_LINE;
  if (character === '\uFEFF') return BYTE_ORDER_MARK;
  if (/\s/.test(character)) return SPACE;
  if (/\p{L}/u.test(character)) {
    if (/[\p{Lu}\p{Lt}]/u.test(character)) return UPPER;
    return /\p{Ll}/u.test(character) ? LOWER : LETTER;
  }
  if (/\p{M}/u.test(character)) return MARK;
  if (/\p{N}/u.test(character)) return DIGIT;
  return /\p{Cs}/u.test(character) ? HALF : SIGN;
}

/** Where the piece that begins here ends. */
export function findPieceEnd(text: string, at: number): number {
  const kind = kindAt(text, at);
  const after = at + widthAt(text, at);
  if (kind === DIGIT) return skipDigits(text, after);
  if (isLetter(kind)) {
    const word = readWord(text, at);
    return word.withLower ?? word.upper ?? after;
  }
  // A word may take one character before it along.
  const next = kind === BREAK || after >= text.length ? undefined : kindAt(text, after);
  if (next !== undefined && (isLetter(next) || next === MARK)) {
    const word = readWord(text, after);
    const end = word.withLower ?? (kind === MARK ? readWord(text, at).withLower : undefined) ?? word.upper;
    if (end !== undefined) return end;
  }
  if (kind === MARK) return readWord(text, at).withLower ?? after;
  if (isSign(kind)) return skipSigns(text, after);
  if (text[at] === ' ' && next !== undefined && isSign(next)) return skipSigns(text, after);
  return skipSpace(text, at);
}

interface Word {
  /** Where it ends if lower case is in it, and where if all of it is upper case; undefined if it is not so. */
  readonly withLower: number | undefined;
  readonly upper: number | undefined;
}

/** A letter without case belongs to either half: the upper half takes it, and gives one back if no lower case follows. */
function readWord(text: string, start: number): Word {
  let end = start;
  let given: number | undefined;
  let kind = end < text.length ? kindAt(text, end) : SIGN;
  while (canBeUpper(kind)) {
    end += widthAt(text, end);
    if (kind !== UPPER) given = end;
    kind = end < text.length ? kindAt(text, end) : SIGN;
  }
  const upper = end === start ? undefined : skipContraction(text, end);
  if (kind !== LOWER) return { withLower: given === undefined ? undefined : skipContraction(text, given), upper };
  while (end < text.length && canBeLower(kindAt(text, end))) end += widthAt(text, end);
  return { withLower: skipContraction(text, end), upper };
}

const CONTRACTION = /'(?:[sdmt]|ll|ve|re)/iy;

function skipContraction(text: string, at: number): number {
  if (text[at] !== "'") return at;
  CONTRACTION.lastIndex = at;
  return CONTRACTION.test(text) ? CONTRACTION.lastIndex : at;
}

function skipDigits(text: string, second: number): number {
  let end = second;
  for (let digits = 1; digits < 3 && end < text.length && kindAt(text, end) === DIGIT; digits += 1)
    end += widthAt(text, end);
  return end;
}

function skipSigns(text: string, from: number): number {
  let end = from;
  while (end < text.length && isSign(kindAt(text, end))) end += widthAt(text, end);
  while (end < text.length && (text[end] === '/' || kinds[text.charCodeAt(end)] === BREAK)) end += 1;
  return end;
}

/** Up to its last line break; without one the last space is left to the word after it. */
function skipSpace(text: string, start: number): number {
  let end = start;
  let lastBreak: number | undefined;
  for (let kind = kindAt(text, end); isSpace(kind); kind = end < text.length ? kindAt(text, end) : SIGN) {
    end += 1;
    if (kind === BREAK) lastBreak = end;
  }
  if (lastBreak !== undefined) return lastBreak;
  return end < text.length && end - start > 1 ? end - 1 : end;
}

/**
 * The longest run handed to the tokenizer in one piece. Its work grows with the square of a run: 100 kB of one letter
 * take nine seconds. A multiple of 3 and of 64, as digits are taken in threes and many a repeated sign by powers of two:
 * most cuts then fall between two tokens.
 */
const MAX_RUN = 960;

/** What makes a run, by kind. Marks and halves of a character continue the run they are in. */
const JOINED = 5;
const RUNS: readonly number[] = [0, 1, 1, 1, JOINED, 2, 3, 3, 4, JOINED, 4, 3];

/**
 * The text in pieces that make it up when joined. Only runs of one kind of character longer than MAX_RUN are cut, as
 * no prose and hardly any code has them; everything else stays one piece. A cut can split what would have been one
 * token, so a run's count may come out higher by a token or two per piece.
 */
export function cutRuns(text: string): string[] {
  if (text.length <= MAX_RUN) return [text];
  const pieces: string[] = [];
  let pieceStart = 0;
  let runStart = 0;
  let runKind = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const kind = RUNS[kinds[unit] || learnKind(unit)] ?? JOINED;
    if (kind !== runKind && kind !== JOINED) {
      runKind = kind;
      runStart = at;
    } else if (at - runStart >= MAX_RUN && !isLowSurrogate(unit)) {
      pieces.push(text.slice(pieceStart, at));
      pieceStart = at;
      runStart = at;
    }
  }
  pieces.push(text.slice(pieceStart));
  return pieces;
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc_00 && unit <= 0xdf_ff;

import { BEFORE, createUnitReader, isAlphanumeric, isHex, isLetter, PIECE, unitAt } from './units.ts';

/** One pass over a text that tells which closer checks are worth their time, and where. */
export interface Survey {
  /** Which of `SEEN` occur anywhere in the text. */
  readonly seen: number;
  /** Runs of at least `LONG_RUN` letters, digits and the signs of base64: tokens, hashes, encoded text. */
  readonly longRuns: readonly Stretch[];
  /** Places where a digit or sign precedes a letter and looks like one. */
  readonly leetPlaces: readonly number[];
  /** Lines, or pieces of very long ones, in which something may have to be unfolded. */
  readonly foldedPieces: readonly Stretch[];
}

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Sorts of characters that only some looks are interested in. */
export const SEEN = {
  zeroWidth: 1,
  tag: 2,
  selector: 4,
  override: 8,
  isolate: 16,
  /** White space after a dash, which keywords with blanks in them do not match. */
  strangeBlank: 32,
} as const;
const ANY_SEEN = 63;

const LONG_RUN = 24;
/** A line without a break is unfolded piece by piece. */
const LONGEST_PIECE = 4_096;

/** Disguised, invisible, combining, look-alike and compatibility characters. */
const FOLDED = 64;
/** Begins an escape, an entity or an emoji letter, depending on what follows. */
const ESCAPE = 128;
/** Reads like a letter if one follows it. */
const LEET = 256;
/** Markup: a disguise if a letter precedes it, depending on what follows. */
const MARKUP = 512;
const LETTER = 1024;
/** What is looked at whatever is around it. */
const ALWAYS = ANY_SEEN | FOLDED | ESCAPE;

type Range = readonly [from: number, to?: number];

const FOLDED_RANGES: readonly Range[] = [
  [0x1b],
  [0xad],
  [0x300, 0x58f],
  [0x61c],
  [0x115f, 0x1160],
  [0x13a0, 0x13ff],
  [0x17b4, 0x17b5],
  [0x180b, 0x180e],
  [0x1d00, 0x1dbf],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x209c],
  [0x2100, 0x214f],
  [0x2460, 0x24ff],
  [0x3164],
  [0xd835],
  [0xdb40],
  [0xfb00, 0xfb06],
  // The emoji selector U+FE0F alone disguises nothing.
  [0xfe00, 0xfe0e],
  [0xfeff, 0xff5e],
  [0xffa0],
  [0xfff9, 0xfffb],
];
const ZERO_WIDTH_RANGES: readonly Range[] = [
  [0xad],
  [0x34f],
  [0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180e],
  [0x200b, 0x200f],
  [0x2060, 0x2064],
  [0x206a, 0x206f],
  [0x3164],
  [0xfeff],
  [0xffa0],
  [0xfff9, 0xfffb],
];

function buildFlags(): Uint16Array {
  const flags = new Uint16Array(0x1_0000);
  const mark = (ranges: readonly Range[], flag: number): void => {
    for (const [from, to = from] of ranges)
      for (let unit = from; unit <= to; unit += 1) flags[unit] = (flags[unit] ?? 0) | flag;
  };
  const markAll = (characters: string, flag: number): void =>
    mark(
      Array.from(characters, (character) => [character.charCodeAt(0)] as const),
      flag,
    );
  markAll('013457@$!', LEET);
  markAll('&\\\uD83C', ESCAPE);
  markAll('*_~<', MARKUP);
  mark(
    [
      [65, 90],
      [97, 122],
    ],
    LETTER,
  );
  mark(FOLDED_RANGES, FOLDED);
  mark(ZERO_WIDTH_RANGES, SEEN.zeroWidth);
  mark([[0xdb40]], SEEN.tag | SEEN.selector);
  mark([[0xfe00, 0xfe0d]], SEEN.selector);
  markAll('\v\f\u1680\u2000\u2001\u2004\u2005\u2006\u2007\u2008\u200A\u2028\u2029\u205F\uFEFF', SEEN.strangeBlank);
  mark([[0x202d, 0x202e]], SEEN.override);
  mark(
    [
      [0x202a, 0x202b],
      [0x2066, 0x2068],
    ],
    SEEN.isolate,
  );
  return flags;
}

const FLAGS = buildFlags();

const reader = createUnitReader();

export function surveyText(text: string): Survey {
  const survey = { seen: 0, leetPlaces: [] as number[], foldedPieces: [] as Stretch[] };
  let read = 0;
  const look = (i: number, flags: number): void => {
    survey.seen |= flags & (isAfterDash(text, i) ? ANY_SEEN : ANY_SEEN & ~SEEN.strangeBlank);
    if ((flags & LEET) !== 0 && isLetter(unitAt(text, i + 1))) survey.leetPlaces.push(i);
    if (i < read || ((flags & FOLDED) === 0 && ((flags & (ESCAPE | MARKUP)) === 0 || !isFolded(text, i)))) return;
    const piece = pieceAround(text, i, read);
    survey.foldedPieces.push(piece);
    read = Math.max(piece.end, i + 1);
  };
  for (let piece = 0; piece < text.length; piece += PIECE) {
    const units = reader.read(text, piece);
    const last = Math.min(PIECE, text.length - piece) + BEFORE;
    for (let at = findSign(units, BEFORE, last); at < last; at = findSign(units, at + 1, last))
      look(piece + at - BEFORE, FLAGS[units[at] as number] as number);
  }
  return { ...survey, longRuns: findLongRuns(text) };
}

const isAfterDash = (text: string, at: number): boolean => unitAt(text, at - 1) === 45 || unitAt(text, at - 2) === 45;

/** The first place in `from..to` that is worth a look; `to` if there is none. Signs count by their neighbours. */
function findSign(units: Uint16Array, from: number, to: number): number {
  let before = FLAGS[units[from - 1] as number] as number;
  let here = FLAGS[units[from] as number] as number;
  for (let at = from; at < to; at += 1) {
    const after = FLAGS[units[at + 1] as number] as number;
    // In one sum: a branch for each would cost more than all of it. A letter's flag is shifted onto that of the sign.
    if ((here & (ALWAYS | ((after >>> 2) & LEET) | ((before >>> 1) & MARKUP))) !== 0) return at;
    before = here;
    here = after;
  }
  return to;
}

/** `&amp;`, `\u0069`, a letter in a box, or a mark of emphasis inside a word: `ig**nore`. */
function isFolded(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const next = unitAt(text, at + 1);
  if (unit === 0x26) return next === 0x23 || isLetter(next);
  if (unit === 0x5c) return (next === 0x75 || next === 0x78) && (isHex(unitAt(text, at + 2)) || text[at + 2] === '{');
  if (unit === 0xd83c) return next >= 0xdd10 && next <= 0xdd89;
  if (!isLetter(unitAt(text, at - 1))) return false;
  if (unit === 0x3c ? !'/!bius'.includes(text.charAt(at + 1)) : next !== unit) return false;
  const after = unitAt(text, at + 2);
  return isLetter(after) || after === 0x3e || after === 0x2f || after === 0x2d;
}

function pieceAround(text: string, at: number, read: number): Stretch {
  // Line ends are looked for within the piece only: a line may be as long as the text.
  const from = Math.max(read, at - LONGEST_PIECE);
  const after = text.slice(at, at + LONGEST_PIECE);
  const newline = after.indexOf('\n');
  return {
    start: from + text.slice(from, at).lastIndexOf('\n') + 1,
    end: at + (newline === -1 ? after.length : newline),
  };
}

const isTokenUnit = (unit: number): boolean =>
  isAlphanumeric(unit) || unit === 43 || unit === 47 || unit === 95 || unit === 45;
const IS_TOKEN = new Uint8Array(0x1_0000);
for (let unit = 0; unit < 0x80; unit += 1) IS_TOKEN[unit] = isTokenUnit(unit) ? 1 : 0;

/** The first multiple of this in a run of that length has as much of the run after it as is looked at. */
const LOOK_STEP = 16;

/** No run slips between two looks, and few words are long enough to be looked at twice. */
function findLongRuns(text: string): Stretch[] {
  const runs: Stretch[] = [];
  let done = 0;
  for (let piece = 0; piece < text.length; piece += PIECE) {
    const units = reader.read(text, piece);
    const last = Math.min(PIECE, text.length - piece) + BEFORE;
    // Pieces are whole numbers of steps long.
    for (let at = BEFORE; at < last; at += LOOK_STEP) {
      if (!isInLongRun(units, at) || piece + at - BEFORE < done) continue;
      const run = runAround(text, piece + at - BEFORE);
      done = run.end;
      if (run.end - run.start >= LONG_RUN) runs.push(run);
    }
  }
  return runs;
}

/** Every long run reaches from its first look at least so far. */
const SURE_REACH = LONG_RUN - LOOK_STEP;

function isInLongRun(units: Uint16Array, at: number): boolean {
  const middle = at + (SURE_REACH >> 1);
  let tokens = (IS_TOKEN[units[at] as number] as number) & (IS_TOKEN[units[middle] as number] as number);
  if ((tokens & (IS_TOKEN[units[at + SURE_REACH] as number] as number)) === 0) return false;
  for (let i = at + 1; i <= at + SURE_REACH; i += 1) tokens &= IS_TOKEN[units[i] as number] as number;
  return tokens === 1;
}

function runAround(text: string, at: number): Stretch {
  let end = at + 1;
  while (end < text.length && isTokenUnit(text.charCodeAt(end))) end += 1;
  let start = at;
  while (start > 0 && isTokenUnit(text.charCodeAt(start - 1))) start -= 1;
  return { start, end };
}

import { isAlphanumeric, isHex, isLetter } from './units.ts';

/** One look over a text that tells which closer looks are worth their time, and where. */
export interface Survey {
  /** Which of `SEEN` stand anywhere in the text. */
  readonly seen: number;
  /** Runs of at least `LONG_RUN` letters, digits and the signs of base64: tokens, hashes, encoded text. */
  readonly longRuns: readonly Stretch[];
  /** Places where a digit or sign stands before a letter, like one. */
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
  percent: 8,
  zeroWidth: 16,
  tag: 32,
  selector: 64,
  override: 128,
  isolate: 256,
} as const;

const LONG_RUN = 24;
const MOST_PLACES = 2_000;
/** A line without a break is unfolded piece by piece. */
const LONGEST_PIECE = 4_096;

/** Reads like a letter. */
const LEET = 1;
/** Disguised, invisible, combining, look-alike and compatibility characters. */
const FOLDED = 2;
/** Begins an escape, an entity, an emoji letter or markup inside a word, by what stands around it. */
const MAYBE_FOLDED = 4;

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
  markAll('&\\*_~<\uD83C', MAYBE_FOLDED);
  markAll('%', SEEN.percent);
  mark(FOLDED_RANGES, FOLDED);
  mark(ZERO_WIDTH_RANGES, SEEN.zeroWidth);
  mark([[0xdb40]], SEEN.tag | SEEN.selector);
  mark([[0xfe00, 0xfe0d]], SEEN.selector);
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

export function surveyText(text: string): Survey {
  const leetPlaces: number[] = [];
  const foldedPieces: Stretch[] = [];
  let seen = 0;
  let read = 0;
  for (let i = 0; i < text.length; i += 1) {
    const flags = FLAGS[text.charCodeAt(i)] as number;
    if (flags === 0) continue;
    seen |= flags;
    if ((flags & LEET) !== 0 && leetPlaces.length < MOST_PLACES && isLetter(text.charCodeAt(i + 1))) leetPlaces.push(i);
    if (i < read || ((flags & FOLDED) === 0 && ((flags & MAYBE_FOLDED) === 0 || !isFolded(text, i)))) continue;
    const piece = pieceAround(text, i, read);
    foldedPieces.push(piece);
    read = Math.max(piece.end, i + 1);
  }
  return { seen, longRuns: findLongRuns(text), leetPlaces, foldedPieces };
}

/** `&amp;`, `\u0069`, a letter in a box, or a mark of emphasis inside a word: `ig**nore`. */
function isFolded(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const next = text.charCodeAt(at + 1);
  if (unit === 0x26) return next === 0x23 || isLetter(next);
  if (unit === 0x5c)
    return (next === 0x75 || next === 0x78) && (isHex(text.charCodeAt(at + 2)) || text[at + 2] === '{');
  if (unit === 0xd83c) return next >= 0xdd10 && next <= 0xdd89;
  if (!isLetter(text.charCodeAt(at - 1))) return false;
  if (unit === 0x3c ? !'/!bius'.includes(text.charAt(at + 1)) : next !== unit) return false;
  const behind = text.charCodeAt(at + 2);
  return isLetter(behind) || behind === 0x3e || behind === 0x2f || behind === 0x2d;
}

function pieceAround(text: string, at: number, read: number): Stretch {
  const newline = text.indexOf('\n', at);
  return {
    start: Math.max(read, text.lastIndexOf('\n', at) + 1, at - LONGEST_PIECE),
    end: Math.min(newline === -1 ? text.length : newline, at + LONGEST_PIECE),
  };
}

const isTokenUnit = (unit: number): boolean =>
  isAlphanumeric(unit) || unit === 43 || unit === 47 || unit === 95 || unit === 45;

/** No run as long as that lies between two looks, so most of the text is passed over. */
function findLongRuns(text: string): Stretch[] {
  const runs: Stretch[] = [];
  for (let look = LONG_RUN - 1; look < text.length && runs.length < MOST_PLACES; look += LONG_RUN) {
    if (!isTokenUnit(text.charCodeAt(look))) continue;
    let end = look + 1;
    while (end < text.length && isTokenUnit(text.charCodeAt(end))) end += 1;
    let start = look;
    while (start > 0 && isTokenUnit(text.charCodeAt(start - 1))) start -= 1;
    if (end - start >= LONG_RUN) runs.push({ start, end });
    // The next look is the first one behind the run.
    look += Math.floor((end - 1 - look) / LONG_RUN) * LONG_RUN;
  }
  return runs;
}

/** One look over a text that tells which closer looks are worth their time. */
export interface Survey {
  /** Runs of at least `LONG_RUN` letters, digits and the signs of base64: tokens, hashes, encoded text. */
  readonly longRuns: readonly { readonly start: number; readonly end: number }[];
  /** Places where a digit or sign stands inside a word like a letter. */
  readonly leetPlaces: readonly number[];
  /** Whether anything in it may have to be unfolded. */
  readonly mayUnfold: boolean;
}

const LONG_RUN = 24;
const MOST_PLACES = 2_000;

const TOKEN = 1;
const LETTER = 2;
const LEET = 4;
const TRIGGER = 8;

/** Invisible, combining, look-alike and compatibility characters, escapes and entities. */
const TRIGGER_RANGES: readonly (readonly [number, number])[] = [
  [0x1b, 0x1b],
  [0x26, 0x26],
  [0x5c, 0x5c],
  [0xad, 0xad],
  [0x300, 0x58f],
  [0x61c, 0x61c],
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
  [0x3164, 0x3164],
  [0xd835, 0xd835],
  [0xdb40, 0xdb40],
  [0xfb00, 0xfb06],
  [0xfe00, 0xfe0e],
  [0xfeff, 0xff5e],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
];

function buildFlags(): Uint8Array {
  const flags = new Uint8Array(0x1_0000);
  const mark = (characters: string, flag: number): void => {
    for (const character of characters) flags[character.charCodeAt(0)] = (flags[character.charCodeAt(0)] ?? 0) | flag;
  };
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  mark(letters, TOKEN | LETTER);
  mark('0123456789+/_-', TOKEN);
  mark('013457@$!', LEET);
  for (const [from, to] of TRIGGER_RANGES)
    for (let unit = from; unit <= to; unit += 1) flags[unit] = (flags[unit] ?? 0) | TRIGGER;
  return flags;
}

const FLAGS = buildFlags();
/** Emphasis or markup inside a word, which a look at single characters cannot see. */
const SPLIT_WORD = /[A-Za-z](?:\*\*|__|~~|<[/!bius])[A-Za-z>/-]/;

export function surveyText(text: string): Survey {
  const longRuns: { start: number; end: number }[] = [];
  const leetPlaces: number[] = [];
  let seen = 0;
  let runStart = 0;
  let before = 0;
  for (let i = 0; i <= text.length; i += 1) {
    const flags = i < text.length ? (FLAGS[text.charCodeAt(i)] as number) : 0;
    seen |= flags;
    if ((flags & TOKEN) === 0) {
      if (i - runStart >= LONG_RUN && longRuns.length < MOST_PLACES) longRuns.push({ start: runStart, end: i });
      runStart = i + 1;
    }
    if ((flags & LETTER) !== 0 && (before & (LEET | LETTER)) === LEET && leetPlaces.length < MOST_PLACES)
      leetPlaces.push(i - 1);
    before = flags;
  }
  return { longRuns, leetPlaces, mayUnfold: (seen & TRIGGER) !== 0 || SPLIT_WORD.test(text) };
}

/** Characters that carry text past people's eyes. */
import { SEEN, type Stretch, type Survey } from '../text/survey.ts';

/** Zero-width, joiners, soft hyphen, invisible operators, Mongolian and Hangul fillers, interlinear marks. */
const ZERO_WIDTH =
  '\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180E\\u200B-\\u200F\\u2060-\\u2064\\u206A-\\u206F\\u3164\\uFEFF\\uFFA0\\uFFF9-\\uFFFB';
/** Embedding, override and isolate. */
const BIDI = '\\u202A-\\u202E\\u2066-\\u2069';
const VARIATION = '\\uFE00-\\uFE0F';
/** Tag characters and the supplement of variation selectors. */
const TAGS = '\\u{E0000}-\\u{E007F}';
const SELECTORS = '\\u{E0100}-\\u{E01EF}';

export const INVISIBLE = new RegExp(`[${ZERO_WIDTH}${BIDI}${VARIATION}${TAGS}${SELECTORS}]`, 'gu');

const TAG_RUN = new RegExp(`[${TAGS}]+`, 'gu');
const SELECTOR_RUN = new RegExp(`[${SELECTORS}\\uFE00-\\uFE0D][${SELECTORS}${VARIATION}]{3,}`, 'gu');
const BIDI_OVERRIDE = /[\u202D\u202E][^\n\u202C]{0,400}/g;
const ZERO_WIDTH_RUN = new RegExp(`[${ZERO_WIDTH}](?:[^\\n${ZERO_WIDTH}]{0,24}[${ZERO_WIDTH}]){2,}`, 'g');
/** Inside a Latin word, in which neither the script nor a line break needs one; soft hyphens are normal there. */
const STRAY = /(?<=[A-Za-z])[\u200B-\u200D\u2060-\u2064\uFEFF](?=[A-Za-z])/g;
const ZERO_WIDTH_UNIT = new RegExp(`[${ZERO_WIDTH}]`, 'g');
/** This many zero-width characters close together are no accident of copying. */
const LEAST_ZERO_WIDTH = 3;

export interface HiddenPassage {
  readonly start: number;
  readonly end: number;
  /** What it says, if it can be read. */
  readonly text: string;
  /** A single character inside a word: it may have come along with what was copied. */
  readonly isStray?: true;
}

/** Passages written in characters nobody sees, with what they say. */
export function findHiddenPassages(text: string, { seen, foldedPieces }: Survey): HiddenPassage[] {
  if (seen === 0) return [];
  const look = (sort: number, find: () => HiddenPassage[]): HiddenPassage[] => ((seen & sort) === 0 ? [] : find());
  return [
    ...look(SEEN.tag, () => collect(text, TAG_RUN, readTags).filter((passage) => !isFlag(text, passage))),
    ...look(SEEN.selector, () => collect(text, SELECTOR_RUN, readSelectors)),
    ...look(SEEN.override, () => collect(text, BIDI_OVERRIDE, (run) => Array.from(run.slice(1)).toReversed().join(''))),
    ...look(SEEN.zeroWidth, () =>
      collect(text, ZERO_WIDTH_RUN, () => '').filter((passage) => !isOrdinary(text, passage)),
    ),
    ...look(SEEN.zeroWidth, () => foldedPieces.flatMap((piece) => findStray(text, piece))),
    ...look(SEEN.isolate, () => findIsolates(text)),
  ];
}

function collect(text: string, pattern: RegExp, read: (run: string) => string): HiddenPassage[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: read(match[0]),
  }));
}

const findStray = (text: string, { start, end }: Stretch): HiddenPassage[] =>
  collect(text.slice(start, end), STRAY, () => '').map((passage) => ({
    start: start + passage.start,
    end: start + passage.end,
    text: '',
    isStray: true,
  }));

/** U+E0041 is an invisible A. */
const readTags = (run: string): string =>
  [...run].map((character) => String.fromCharCode((character.codePointAt(0) ?? 0) - 0xe0000)).join('');

/** One selector stands for one byte: 16 in the basic plane, 240 in the supplement. */
const readSelectors = (run: string): string =>
  Buffer.from(
    [...run].map((character) => {
      const point = character.codePointAt(0) ?? 0;
      return point >= 0xe0100 ? point - 0xe0100 + 16 : point - 0xfe00;
    }),
  ).toString('utf8');

/** England, Scotland and Wales are a black flag with the tags of their code and an end after it; no other flag is. */
const FLAG_CODES: ReadonlySet<string> = new Set(['gbeng\u007F', 'gbsct\u007F', 'gbwls\u007F']);

const isFlag = (text: string, { start, text: tags }: HiddenPassage): boolean =>
  text.slice(Math.max(0, start - 2), start) === '\u{1F3F4}' && FLAG_CODES.has(tags);

const JOINING_SCRIPT = /[\u0590-\u08FF\u0900-\u0DFF\u0E00-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF]/;
/** What may be before a joiner of an emoji sequence, and what begins the next emoji. */
const EMOJI_END = /[\uDC00-\uDFFF\u2190-\u2BFF]|\uFE0F/;
const EMOJI_START = /[\uD83C-\uD83E\u2190-\u2BFF]/;
const JOINER = '\u200D';

/** Joiners are normal in Arabic, Indic and emoji sequences beside a visible letter, but not between Latin letters. */
function isOrdinary(text: string, { start, end }: HiddenPassage): boolean {
  let strange = 0;
  for (const { index } of text.slice(start, end).matchAll(ZERO_WIDTH_UNIT)) {
    if (!isExpected(text, start + index)) strange += 1;
    if (strange >= LEAST_ZERO_WIDTH) return false;
  }
  return true;
}

function isExpected(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  const after = text.charAt(at + 1);
  if (JOINING_SCRIPT.test(before) || JOINING_SCRIPT.test(after)) return true;
  return text.charAt(at) === JOINER && EMOJI_END.test(before) && EMOJI_START.test(after);
}

/** Isolates and embeddings around Latin text turn nothing round, closed or not: they only hide. */
function findIsolates(text: string): HiddenPassage[] {
  return collect(text, /[\u202A\u202B\u2066-\u2068][^\n\u202C\u2069]{0,400}[\u202C\u2069]?/g, (run) => run).filter(
    (passage) => !/[\u0590-\u08FF]/.test(text.slice(Math.max(0, passage.start - 200), passage.end + 200)),
  );
}

/** Letters that are spread over a line, or written as small capitals of phonetic alphabets. */
import type { Survey } from '../text/survey.ts';

const SPREAD = /(?<![\p{L}\p{N}])(?:\p{L}[ .\-_*·]{1,2}){3,}\p{L}(?![\p{L}\p{N}])/gu;
/** Spread with a sign, so that a blank separates words. */
const SPREAD_WITH_SIGN = /(?<![\p{L}\p{N}])\p{L}([.\-_*·])\p{L}(?:\1\p{L})*(?![\p{L}\p{N}])/gu;
/** Two blanks separate words that are written with one blank between letters. */
const WORD_GAP = '\u0001';

export const joinSpread = (line: string): string =>
  line
    .replaceAll(SPREAD_WITH_SIGN, (run) => run.replaceAll(/[.\-_*·]/g, ''))
    .replaceAll(/ {2,}/g, WORD_GAP)
    .replaceAll(SPREAD, (run) => run.replaceAll(/[ .\-_*·]/g, ''))
    .replaceAll(WORD_GAP, ' ');

const SMALL_CAPITALS = 'ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpǫqʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz';
const PLAIN_OF: ReadonlyMap<string, string> = new Map(
  Array.from(SMALL_CAPITALS.matchAll(/(.)(.)/gu), ([, small = '', plain = '']) => [small, plain]),
);
const SMALL_WORD = new RegExp(`[${[...PLAIN_OF.keys()].join('')}]{3,}`, 'gu');

/** Most of these letters are marked as foldable, so only such pieces can hold a word of them. */
export const findSmallCapitals = (text: string, { foldedPieces }: Survey): number[] =>
  foldedPieces.flatMap(({ start, end }) =>
    Array.from(text.slice(start, end).matchAll(SMALL_WORD), ({ index }) => start + index),
  );

export const readSmallCapitals = (line: string): string =>
  Array.from(line, (letter) => PLAIN_OF.get(letter) ?? letter).join('');

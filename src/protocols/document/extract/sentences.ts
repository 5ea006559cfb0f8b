/** Splitting text into the pieces an extract is made of: sentences, list items and lines. */
import { cutAtWord } from './cut-at-word.ts';
import { joinWrapped } from './join-wrapped.ts';

export interface Sentence {
  readonly text: string;
  /** It began a line that continues none. */
  readonly startsLine: boolean;
}

/** Sentence ends (of Hindi and Urdu too), those of scripts without spaces, and line ends; the separator itself is kept. */
const BOUNDARY = /((?<=[.!?…।॥۔]["'”’»)\]]?)[^\S\r\n]+|(?<=[。！？])|[^\S\r\n]*[\r\n]\s*)/u;
/** A full stop that ends no sentence: an abbreviation before a word in lower case, or an initial. */
const ABBREVIATION = /(?:^|[\s(])(?:\p{L}{1,3}|\p{L}\.\p{L}|approx|resp|incl|excl|usw|bzw|ggf)\.$/iu;

const ITEM_NUMBER = /^\(?\p{N}{1,3}\.$/u;

export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let startsLine = true;
  const pieces = joinWrapped(text.trim()).split(BOUNDARY);
  for (let at = 0; at < pieces.length; at += 2) {
    const piece = (pieces[at] ?? '').replaceAll(/\s+/g, ' ').trim();
    const before = sentences.at(-1);
    if (piece !== '') {
      if (before !== undefined && !startsLine && continues(before.text, piece)) {
        sentences[sentences.length - 1] = { ...before, text: `${before.text} ${piece}` };
      } else sentences.push(...splitLong(piece, startsLine));
    }
    if (piece !== '' || sentences.length === 0) startsLine = false;
    startsLine ||= /[\r\n]/.test(pieces[at + 1] ?? '');
  }
  return sentences;
}

const continues = (before: string, after: string): boolean =>
  ITEM_NUMBER.test(before) || (before.length < 200 && ABBREVIATION.test(before) && /^[\p{Ll}\p{N}]/u.test(after));

const MAX_SENTENCE = 280;
/** Where a long sentence may be taken apart, best first. */
const CLAUSE = /[;:,)–—，；、](?=\s|$)|[，；、]/gu;

/** A sentence without end, as lists in prose and unbroken data have them, in pieces of its clauses or words. */
function splitLong(text: string, startsLine: boolean): Sentence[] {
  const pieces: Sentence[] = [];
  let rest = text;
  while (rest.length > MAX_SENTENCE) {
    const end = findCut(rest);
    pieces.push({ text: rest.slice(0, end).trimEnd(), startsLine: startsLine && pieces.length === 0 });
    rest = rest.slice(end).trimStart();
  }
  if (rest !== '') pieces.push({ text: rest, startsLine: startsLine && pieces.length === 0 });
  return pieces;
}

function findCut(text: string): number {
  const window = text.slice(0, MAX_SENTENCE);
  const clause = [...window.matchAll(CLAUSE)].at(-1);
  if (clause !== undefined && clause.index > MAX_SENTENCE / 3) return clause.index + clause[0].length;
  return Math.max(1, cutAtWord(text, MAX_SENTENCE).length);
}

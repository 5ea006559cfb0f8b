/** Where words that carry a concept stand in a text. */
import { createKeywordAutomaton, type KeywordAutomaton } from '../text/keyword-automaton.ts';
import { CONCEPTS, type Concept } from './concepts.ts';
import { LEXICONS } from './lexicon/index.ts';

export interface ConceptHit {
  readonly concept: Concept;
  /** The concept's place in the list of all. */
  readonly number: number;
  /** Index of the lexicon; 0 is English. */
  readonly language: number;
  readonly start: number;
  readonly end: number;
}

interface Word {
  readonly text: string;
  readonly concept: Concept;
  readonly number: number;
  readonly language: number;
  /** Longer forms count too. */
  readonly isStem: boolean;
  /** Also inside longer words. */
  readonly isInner: boolean;
}

/** Latin letters and signs with one table, all other scripts with a second one that most text never needs. */
interface WordTable {
  readonly latin: KeywordAutomaton;
  readonly other: KeywordAutomaton;
  readonly latinWords: readonly Word[];
  readonly otherWords: readonly Word[];
}

const ALL_WORDS = LEXICONS.flatMap((lexicon, language) =>
  CONCEPTS.flatMap((concept) =>
    (lexicon[concept]?.split('|') ?? []).map((entry) => parseWord(entry, concept, language)),
  ),
);

function parseWord(entry: string, concept: Concept, language: number): Word {
  const isInner = entry.startsWith('~');
  const isStem = entry.endsWith('*');
  const text = entry.slice(isInner ? 1 : 0, isStem ? -1 : undefined);
  return { text, concept, number: CONCEPTS.indexOf(concept), language, isStem, isInner };
}

const NON_LATIN = /[\u0250-\u{10FFFF}]/u;
const isNonLatin = (text: string): boolean => NON_LATIN.test(text);

function createTable(words: readonly Word[]): WordTable {
  const latinWords = words.filter((word) => !isNonLatin(word.text));
  const otherWords = words.filter((word) => isNonLatin(word.text));
  return {
    latin: createKeywordAutomaton(latinWords.map((word) => word.text)),
    other: createKeywordAutomaton(otherWords.map((word) => word.text)),
    latinWords,
    otherWords,
  };
}

let table: WordTable | undefined;

/** Hits in `from..to`, by their starts. */
export function findConcepts(text: string, from: number, to: number): ConceptHit[] {
  table ??= createTable(ALL_WORDS);
  const hits: ConceptHit[] = [];
  collect(table, text, from, to, (word, at, behind) => {
    hits.push({ concept: word.concept, number: word.number, language: word.language, start: at, end: behind });
  });
  return hits.sort((a, b) => a.start - b.start || b.end - a.end);
}

function collect(
  { latin, other, latinWords, otherWords }: WordTable,
  text: string,
  from: number,
  to: number,
  onWord: (word: Word, start: number, end: number) => void,
): void {
  const visit = (words: readonly Word[]) => (number: number, end: number) => {
    const word = words[number] as Word;
    const start = startOf(text, word.text, end);
    if (!word.isInner) {
      if (isWordUnit(text.charCodeAt(start)) && isWordUnit(text.charCodeAt(start - 1))) return;
      if (!word.isStem && isWordUnit(text.charCodeAt(end - 1)) && isWordUnit(text.charCodeAt(end))) return;
    }
    onWord(word, start, word.isStem && !word.isInner ? endOfWord(text, end) : end);
  };
  latin.scan(text, from, to, visit(latinWords));
  if (HIGH_UNIT.test(text.slice(from, to))) other.scan(text, from, to, visit(otherWords));
}

const LONGEST_ENDING = 24;

/** A stem stands for the whole word it begins. */
function endOfWord(text: string, from: number): number {
  let end = from;
  while (end - from < LONGEST_ENDING && isWordUnit(text.charCodeAt(end))) end += 1;
  return end;
}

/** Letters of the scripts the second table knows; dashes, arrows and emoji are none. */
const HIGH_UNIT = /[\u0370-\u1FFF\u3040-\u9FFF\uAC00-\uD7AF]/;

/** White space between words may be longer in the text than in the word, so the start is found by walking back. */
function startOf(text: string, word: string, end: number): number {
  if (!word.includes(' ')) return end - word.length;
  let at = end;
  for (let i = word.length - 1; i >= 0; i -= 1) {
    at -= 1;
    if (word[i] === ' ') while (isSpace(text.charCodeAt(at - 1))) at -= 1;
  }
  return at;
}

const isSpace = (unit: number): boolean => unit === 32 || (unit >= 9 && unit <= 13) || unit === 0xa0;

/** Letters, digits and underscore of alphabetic scripts; NaN, behind the text's ends, is none. */
const isWordUnit = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) ||
  (unit >= 65 && unit <= 90) ||
  (unit >= 48 && unit <= 57) ||
  unit === 95 ||
  (unit >= 0xc0 && unit < 0x250) ||
  (unit >= 0x370 && unit < 0x600);

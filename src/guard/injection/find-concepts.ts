/** Where words that carry a concept stand in a text. */
import { createKeywordAutomaton, type KeywordAutomaton, type KeywordOptions } from '../text/keyword-automaton.ts';
import type { UnitRange } from '../text/unit-classes.ts';
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

/** Latin letters and signs have one table, all other scripts a second one that most text never needs. */
interface WordTable {
  readonly words: readonly Word[];
  readonly automaton: KeywordAutomaton;
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

function createTable(words: readonly Word[], options: KeywordOptions = {}): WordTable {
  const texts = words.map((word) => word.text);
  return { words, automaton: createKeywordAutomaton(texts, options) };
}

/** Letters, digits and underscore of alphabetic scripts. */
const WORD_UNITS: readonly UnitRange[] = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
  [0xc0, 0x24f],
  [0x370, 0x5ff],
];
const IS_WORD_UNIT = new Uint8Array(0x600);
for (const [from, to] of WORD_UNITS) IS_WORD_UNIT.fill(1, from, to + 1);

let latin: WordTable | undefined;
let other: WordTable | undefined;

/** Only scripts without spaces have words inside longer ones, so Latin ones are met where words begin. */
const getLatin = (): WordTable =>
  (latin ??= createTable(
    ALL_WORDS.filter((word) => !isNonLatin(word.text)),
    { wordUnits: WORD_UNITS },
  ));
const getOther = (): WordTable => (other ??= createTable(ALL_WORDS.filter((word) => isNonLatin(word.text))));

/** Hits in `from..to`, by their starts. */
export function findConcepts(text: string, from: number, to: number): ConceptHit[] {
  const hits = collect(getLatin(), text, from, to);
  const foreign: ConceptHit[] = [];
  visitForeign(text, from, to, (start, end) => foreign.push(...collect(getOther(), text, start, end)));
  return foreign.length === 0 ? hits : [...hits, ...foreign].sort(compareHits);
}

function collect({ words, automaton }: WordTable, text: string, from: number, to: number): ConceptHit[] {
  const hits: ConceptHit[] = [];
  automaton.scan(text, from, to, (number, end) => addHit(hits, text, words[number] as Word, end));
  return hits;
}

function addHit(hits: ConceptHit[], text: string, word: Word, end: number): void {
  const start = startOf(text, word.text, end);
  if (!word.isInner) {
    if (isWordUnit(text.charCodeAt(start)) && isWordUnit(text.charCodeAt(start - 1))) return;
    if (!word.isStem && isWordUnit(text.charCodeAt(end - 1)) && isWordUnit(text.charCodeAt(end))) return;
  }
  const { concept, number, language } = word;
  insert(hits, {
    concept,
    number,
    language,
    start,
    end: word.isStem && !word.isInner ? endOfWord(text, end) : end,
  });
}

const compareHits = (a: ConceptHit, b: ConceptHit): number => a.start - b.start || b.end - a.end;

/** Words are met in the order of their ends, which is nearly that of their starts: few have to move, and not far. */
function insert(hits: ConceptHit[], hit: ConceptHit): void {
  let at = hits.length;
  while (at > 0 && compareHits(hits[at - 1] as ConceptHit, hit) > 0) at -= 1;
  if (at === hits.length) hits.push(hit);
  else hits.splice(at, 0, hit);
}

/** Letters of the scripts the second table knows; dashes, arrows and emoji are none. */
const FOREIGN_UNIT = /[\u0370-\u1FFF\u3040-\u9FFF\uAC00-\uD7AF]/g;
/** No word of the second table is longer than this, blanks and Latin letters in it included. */
const FOREIGN_REACH = 64;

/** The stretches of `from..to` that hold letters of other scripts, with what may belong to a word around them. */
function visitForeign(text: string, from: number, to: number, onStretch: (start: number, end: number) => void): void {
  const part = text.slice(from, to);
  let start = -1;
  let last = -1;
  const close = (): void => {
    if (start !== -1) onStretch(from + start, Math.min(to, from + last + FOREIGN_REACH));
  };
  FOREIGN_UNIT.lastIndex = 0;
  for (let match = FOREIGN_UNIT.exec(part); match !== null; match = FOREIGN_UNIT.exec(part)) {
    if (start === -1 || match.index - last > 2 * FOREIGN_REACH) {
      close();
      start = Math.max(0, match.index - FOREIGN_REACH);
    }
    last = match.index;
  }
  close();
}

const LONGEST_ENDING = 24;

/** A stem stands for the whole word it begins. */
function endOfWord(text: string, from: number): number {
  let end = from;
  while (end - from < LONGEST_ENDING && isWordUnit(text.charCodeAt(end))) end += 1;
  return end;
}

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

/** NaN, behind the text's ends, is none. */
const isWordUnit = (unit: number): boolean => IS_WORD_UNIT[unit] === 1;

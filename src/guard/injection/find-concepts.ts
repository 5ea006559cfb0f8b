/** Where words that carry a concept occur in a text. */
import type { UnitRange } from '../text/unit-classes.ts';
import type { Concept } from './concepts.ts';
import { visitForeign } from './foreign-stretches.ts';
import { createWordTable, type Word, type WordTable } from './word-table.ts';

export interface ConceptHit {
  readonly concept: Concept;
  /** The concept's place in the list of all. */
  readonly number: number;
  /** Index of the lexicon; 0 is English. */
  readonly language: number;
  readonly start: number;
  readonly end: number;
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

/** Latin letters and signs have one table, all other scripts a second one that most text never needs. */
let latin: WordTable | undefined;
let other: WordTable | undefined;

/** Only scripts without spaces have words inside longer ones, so Latin ones are searched for only where words begin. */
const getLatin = (): WordTable => (latin ??= createWordTable('latin', { wordUnits: WORD_UNITS }));
const getOther = (): WordTable => (other ??= createWordTable('other'));

/** Hits in `from..to`, by their starts. */
export function findConcepts(text: string, from: number, to: number): ConceptHit[] {
  const hits = collect(getLatin(), text, from, to);
  const foreign: ConceptHit[] = [];
  visitForeign(text, from, to, (start, end) => foreign.push(...collect(getOther(), text, start, end)));
  return foreign.length === 0 ? hits : [...hits, ...foreign].sort(compareHits);
}

function collect(table: WordTable, text: string, from: number, to: number): ConceptHit[] {
  const hits: ConceptHit[] = [];
  table.automaton.scan(text, from, to, (number, end) => addHit(hits, text, table.wordOf(number), end));
  return hits;
}

function addHit(hits: ConceptHit[], text: string, word: Word, end: number): void {
  const start = startOf(text, word, end);
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

/** Words are found in the order of their ends, which is nearly that of their starts: few have to move, and not far. */
function insert(hits: ConceptHit[], hit: ConceptHit): void {
  let at = hits.length;
  while (at > 0 && compareHits(hits[at - 1] as ConceptHit, hit) > 0) at -= 1;
  if (at === hits.length) hits.push(hit);
  else hits.splice(at, 0, hit);
}

const LONGEST_ENDING = 24;

/** A stem matches the whole word it begins. */
function endOfWord(text: string, from: number): number {
  let end = from;
  while (end - from < LONGEST_ENDING && isWordUnit(text.charCodeAt(end))) end += 1;
  return end;
}

/** White space between words may be longer in the text than in the word, so the start is found by walking back. */
function startOf(text: string, { text: word, isSpaced }: Word, end: number): number {
  if (!isSpaced) return end - word.length;
  let at = end;
  for (let i = word.length - 1; i >= 0; i -= 1) {
    at -= 1;
    if (word[i] === ' ') while (isSpace(text.charCodeAt(at - 1))) at -= 1;
  }
  return at;
}

const isSpace = (unit: number): boolean => unit === 32 || (unit >= 9 && unit <= 13) || unit === 0xa0;

/** NaN, read outside the text, is not one. */
const isWordUnit = (unit: number): boolean => IS_WORD_UNIT[unit] === 1;

/**
 * Where words that carry a concept occur in a text. Where letters of non-Latin scripts occur: most texts have few,
 * and only those are read with their words. The words of all lexicons in one table that finds them in a text.
 */

import { createKeywordAutomaton, type KeywordAutomaton, type KeywordOptions } from '../text/keyword-automaton.ts';
import { BEFORE, createUnitReader, PIECE, unitAt, type UnitRange } from '../text/units.ts';
import { CONCEPTS, type Concept } from './concepts.ts';
import { LEXICONS } from './lexicon/index.ts';

/** No word of these scripts is longer than this, blanks and Latin letters in it included. */
const REACH = 64;

const reader = createUnitReader();

/** Calls back with the stretches of `from..to` that hold such letters, and what may belong to a word around them. */
function visitForeign(text: string, from: number, to: number, onStretch: (start: number, end: number) => void): void {
  let start = -1;
  let last = -1;
  for (let piece = from; piece < to; piece += PIECE) {
    const end = Math.min(to, piece + PIECE);
    const units = reader.read(text, piece, end);
    const after = BEFORE + end - piece;
    for (let place = findForeign(units, BEFORE, after); place < after; place = findForeign(units, place + 1, after)) {
      const at = piece + place - BEFORE;
      if (start === -1 || at - last > 2 * REACH) {
        if (start !== -1) onStretch(start, Math.min(to, last + REACH));
        start = Math.max(from, at - REACH);
      }
      last = at;
    }
  }
  if (start !== -1) onStretch(start, Math.min(to, last + REACH));
}

function findForeign(units: Uint16Array, from: number, to: number): number {
  let at = from;
  while (at < to && !isForeign(units[at] as number)) at += 1;
  return at;
}

/** Letters of the scripts there are words of; dashes, arrows and emoji do not count. */
const isForeign = (unit: number): boolean =>
  unit >= 0x370 && (unit <= 0x1fff || (unit >= 0x3040 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7af));

interface Word {
  readonly text: string;
  readonly concept: Concept;
  /** The concept's place in the list of all. */
  readonly number: number;
  readonly language: number;
  /** Longer forms count too. */
  readonly isStem: boolean;
  /** Also inside longer words. */
  readonly isInner: boolean;
  /** Several words with blanks between them. */
  readonly isSpaced: boolean;
}

interface WordTable {
  readonly automaton: KeywordAutomaton;
  /** What is known about a word that was found. Read from its entry when it is first found: most never are. */
  wordOf(number: number): Word;
}

/** Words that occur together in a lexicon, from the first of them on. */
interface Group {
  readonly first: number;
  readonly concept: Concept;
  readonly language: number;
}

const NON_LATIN = /[\u0250-\u{10FFFF}]/u;

/** All words in Latin letters and signs, or all others. */
function createWordTable(script: 'latin' | 'other', options: KeywordOptions = {}): WordTable {
  const lists: string[] = [];
  const groups: Group[] = [];
  let count = 0;
  for (const [language, lexicon] of LEXICONS.entries()) {
    for (const concept of CONCEPTS) {
      const list = wordsOfScript(lexicon[concept] ?? '', script);
      if (list === '') continue;
      lists.push(list);
      groups.push({ first: count, concept, language });
      count += countWords(list);
    }
  }
  // Taken apart at once, and the marks taken off before: word by word it would take several times as long.
  const all = lists.join('|');
  const texts = `|${all}|`.replaceAll('*|', '|').replaceAll('|~', '|').slice(1, -1).split('|');
  let entries: readonly string[] | undefined;
  const words: Word[] = [];
  return {
    automaton: createKeywordAutomaton(texts, options),
    wordOf(number) {
      entries ??= all.split('|');
      return (words[number] ??= parseWord(entries[number] as string, groupOf(groups, number)));
    },
  };
}

/** Nearly all lists are of one script, so that their words need not be looked at one by one. */
function wordsOfScript(list: string, script: 'latin' | 'other'): string {
  if (!NON_LATIN.test(list)) return script === 'latin' ? list : '';
  const isOther = script === 'other';
  return list
    .split('|')
    .filter((entry) => NON_LATIN.test(entry) === isOther)
    .join('|');
}

function countWords(list: string): number {
  let count = 1;
  for (let at = list.indexOf('|'); at !== -1; at = list.indexOf('|', at + 1)) count += 1;
  return count;
}

const groupOf = (groups: readonly Group[], number: number): Group =>
  groups.findLast(({ first }) => first <= number) as Group;

function parseWord(entry: string, { concept, language }: Group): Word {
  const isInner = entry.startsWith('~');
  const isStem = entry.endsWith('*');
  const text = entry.slice(isInner ? 1 : 0, isStem ? -1 : undefined);
  return { text, concept, number: CONCEPTS.indexOf(concept), language, isStem, isInner, isSpaced: text.includes(' ') };
}

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
    if (isWordUnit(unitAt(text, start)) && isWordUnit(unitAt(text, start - 1))) return;
    if (!word.isStem && isWordUnit(unitAt(text, end - 1)) && isWordUnit(unitAt(text, end))) return;
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
  while (end - from < LONGEST_ENDING && isWordUnit(unitAt(text, end))) end += 1;
  return end;
}

/** White space between words may be longer in the text than in the word, so the start is found by walking back. */
function startOf(text: string, { text: word, isSpaced }: Word, end: number): number {
  if (!isSpaced) return end - word.length;
  let at = end;
  for (let i = word.length - 1; i >= 0; i -= 1) {
    at -= 1;
    if (word[i] === ' ') while (isSpace(unitAt(text, at - 1))) at -= 1;
  }
  return at;
}

const isSpace = (unit: number): boolean => unit === 32 || (unit >= 9 && unit <= 13) || unit === 0xa0;

const isWordUnit = (unit: number): boolean => unit < IS_WORD_UNIT.length && IS_WORD_UNIT[unit] === 1;

/** Where words that carry a concept stand in a text. */
import { createKeywordAutomaton, type KeywordAutomaton } from '../text/keyword-automaton.ts';
import { CONCEPTS, type Concept } from './concepts.ts';
import { LEXICONS } from './lexicon/index.ts';

export interface ConceptHit {
  readonly concept: Concept;
  /** Index of the lexicon; 0 is English. */
  readonly language: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Every rule needs one of these, and they are rare in honest text: only around them is the text read for the others,
 * which are words like "all" and "show".
 */
const ANCHORS: ReadonlySet<Concept> = new Set([
  'override',
  'system-prompt',
  'role',
  'unbound',
  'dangerous-command',
  'memory',
  'authority',
  'secrecy',
  'new-task',
  'agent',
  'disable',
  'send',
  'urgency',
]);

interface Word {
  readonly text: string;
  readonly concept: Concept;
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
  return { text: entry.slice(isInner ? 1 : 0, isStem ? -1 : undefined), concept, language, isStem, isInner };
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

let tables: { readonly anchors: WordTable; readonly all: WordTable } | undefined;

const getTables = () =>
  (tables ??= {
    anchors: createTable(ALL_WORDS.filter((word) => ANCHORS.has(word.concept))),
    all: createTable(ALL_WORDS),
  });

/** How far from an anchor the words of the same attack may stand. */
const REACH = 260;

/** Offsets `start..end` around anchors, merged. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export function findAnchorSpans(text: string, from: number, to: number): Span[] {
  const spans: { start: number; end: number }[] = [];
  collect(getTables().anchors, text, from, to, (_word, start, end) => {
    const last = spans.at(-1);
    if (last !== undefined && start - REACH <= last.end) last.end = Math.max(last.end, Math.min(to, end + REACH));
    else spans.push({ start: Math.max(from, start - REACH), end: Math.min(to, end + REACH) });
  });
  return spans;
}

export function findConcepts(text: string, { start, end }: Span): ConceptHit[] {
  const hits: ConceptHit[] = [];
  collect(getTables().all, text, start, end, (word, at, behind) => {
    hits.push({ concept: word.concept, language: word.language, start: at, end: behind });
  });
  return hits.sort((a, b) => a.start - b.start || b.end - a.end);
}

function collect(
  table: WordTable,
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
  table.latin.scan(text, from, to, visit(table.latinWords));
  if (HIGH_UNIT.test(text.slice(from, to))) table.other.scan(text, from, to, visit(table.otherWords));
}

const LONGEST_ENDING = 24;

/** A stem stands for the whole word it begins. */
function endOfWord(text: string, from: number): number {
  let end = from;
  while (end - from < LONGEST_ENDING && isWordUnit(text.charCodeAt(end))) end += 1;
  return end;
}

const HIGH_UNIT = /[\u0250-\uFFFF]/;

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

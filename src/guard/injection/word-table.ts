/** The words of all lexicons in one table that finds them in a text. */
import { createKeywordAutomaton, type KeywordAutomaton, type KeywordOptions } from '../text/keyword-automaton.ts';
import { CONCEPTS, type Concept } from './concepts.ts';
import { LEXICONS } from './lexicon/index.ts';

export interface Word {
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

export interface WordTable {
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
export function createWordTable(script: 'latin' | 'other', options: KeywordOptions = {}): WordTable {
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

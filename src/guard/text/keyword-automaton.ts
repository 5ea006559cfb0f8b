/**
 * Finds every occurrence of many words in one pass (Aho–Corasick). The cost is one table look-up per character whatever
 * the text holds: this is what keeps the guard linear, and what decides which rules look closer. The table is filled in
 * as texts need it, because most of it no text ever needs, and filling all of it would take longer than most scans.
 */
import { buildTrie, findNext, INSIDE, START } from './keyword-trie.ts';
import { classifyUnits, SPACE_CLASS, type UnitRange } from './unit-classes.ts';

export interface KeywordAutomaton {
  /** Calls back with the word's number and the offset behind its end, in order of the ends. */
  scan(text: string, from: number, to: number, onHit: (word: number, end: number) => void): void;
}

export interface KeywordOptions {
  /**
   * Which units make up words. Where given, a keyword that begins with one is found only where a word begins, which
   * spares all the places inside of words.
   */
  readonly wordUnits?: readonly UnitRange[];
}

/**
 * Words are given in lower case and without accents; text matches whatever its case, accents, kind of apostrophe and
 * amount of white space between words.
 */
export function createKeywordAutomaton(
  words: readonly string[],
  { wordUnits = [] }: KeywordOptions = {},
): KeywordAutomaton {
  const classes = classifyUnits(words, wordUnits);
  const trie = buildTrie(words, classes);
  const { classOf, inWord, count: width } = classes;
  const { firstEmit, nextEmit, emitWord } = trie;
  /** State by state and class; 0 where no text needed it yet. */
  const next = new (trie.states < 0xffff ? Uint16Array : Uint32Array)(trie.states * width);
  const step = (state: number, unitClass: number): number => {
    const found = findNext(trie, state, unitClass);
    next[state * width + unitClass] = found;
    return found;
  };
  const isSpace = (text: string, at: number): boolean => classOf[text.charCodeAt(at)] === SPACE_CLASS;
  return {
    scan(text, from, to, onHit) {
      let state = from > 0 && inWord[classOf[text.charCodeAt(from - 1)] as number] === 1 ? INSIDE : START;
      for (let i = from; i < to; i += 1) {
        const unitClass = classOf[text.charCodeAt(i)] as number;
        const before = state;
        state = next[before * width + unitClass] as number;
        if (state === 0) state = step(before, unitClass);
        if (firstEmit[state] === 0 || (isSpace(text, i) && i > from && isSpace(text, i - 1))) continue;
        for (let emit = firstEmit[state] as number; emit !== 0; emit = nextEmit[emit] as number) {
          onHit(emitWord[emit] as number, i + 1);
        }
      }
    },
  };
}

/**
 * Finds every occurrence of many words in one pass (Aho–Corasick). The cost is one table look-up per character whatever
 * the text holds: this is what keeps the guard linear, and what decides which rules look closer. The table is filled in
 * as texts need it, because most of it no text ever needs, and filling all of it would take longer than most scans.
 */
import { buildTrie, findNext, INSIDE, START, type Trie } from './keyword-trie.ts';
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
  const { nextEmit, emitWord } = trie;
  const table = new LazyTable(trie, width);
  const isSpace = (text: string, at: number): boolean => classOf[text.charCodeAt(at)] === SPACE_CLASS;
  return {
    scan(text, from, to, onHit) {
      let { next } = table;
      let row = from > 0 && inWord[classOf[text.charCodeAt(from - 1)] as number] === 1 ? table.inside : table.start;
      for (let i = from; i < to; i += 1) {
        const slot = row * width + (classOf[text.charCodeAt(i)] as number);
        row = next[slot] as number;
        if (row >= 0) continue;
        if (row === UNKNOWN) {
          row = table.fill(slot);
          ({ next } = table);
          if (row >= 0) continue;
        }
        row = ~row;
        if (isSpace(text, i) && i > from && isSpace(text, i - 1)) continue;
        for (let emit = table.firstEmit(row); emit !== 0; emit = nextEmit[emit] as number) {
          onHit(emitWord[emit] as number, i + 1);
        }
      }
    },
  };
}

const UNKNOWN = -0x8000_0000;
const FIRST_ROWS = 1_024;

/** One row per state that a text has led to, in the order they were met; most states no text ever leads to. */
class LazyTable {
  /** Row by row and class; inverted where words end in it, so that one comparison tells whether there is anything to do. */
  next = new Int32Array(0);
  readonly start: number;
  readonly inside: number;
  private readonly trie: Trie;
  private readonly width: number;
  private readonly rowOf: Int32Array;
  private readonly stateOf: Int32Array;
  private rows = 0;

  constructor(trie: Trie, width: number) {
    this.trie = trie;
    this.width = width;
    this.rowOf = new Int32Array(trie.states).fill(UNKNOWN);
    this.stateOf = new Int32Array(trie.states);
    this.start = this.addRow(START);
    this.inside = this.addRow(INSIDE);
  }

  fill(slot: number): number {
    const row = Math.floor(slot / this.width);
    const state = findNext(this.trie, this.stateOf[row] as number, slot - row * this.width);
    const known = this.rowOf[state] as number;
    const found = known === UNKNOWN ? this.addRow(state) : known;
    const told = this.trie.firstEmit[state] === 0 ? found : ~found;
    this.next[slot] = told;
    return told;
  }

  firstEmit(row: number): number {
    return this.trie.firstEmit[this.stateOf[row] as number] as number;
  }

  private addRow(state: number): number {
    const row = this.rows++;
    if (this.rows * this.width > this.next.length) {
      const wider = new Int32Array(Math.max(FIRST_ROWS * this.width, this.next.length * 2)).fill(UNKNOWN);
      wider.set(this.next);
      this.next = wider;
    }
    this.rowOf[state] = row;
    this.stateOf[row] = state;
    return row;
  }
}

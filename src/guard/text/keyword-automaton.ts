/**
 * Finds every occurrence of many words in one pass (Aho–Corasick). The cost is one table look-up per character whatever
 * the text holds: this is what keeps the guard linear, and what decides which rules look closer. The table is filled in
 * as texts need it, because most of it no text ever needs, and filling all of it would take longer than most scans.
 */
import { INSIDE, KeywordTrie, START } from './keyword-trie.ts';
import { BEFORE, classifyUnits, createUnitReader, PIECE, SPACE_CLASS, type UnitRange } from './units.ts';

export interface KeywordAutomaton {
  /** Calls back in order of the ends. */
  scan(text: string, from: number, to: number, onHit: OnHit): void;
}

/** Takes the word's number and the offset after its end. */
type OnHit = (word: number, end: number) => void;

export interface KeywordOptions {
  /**
   * Which units make up words. If given, a keyword that begins with one is found only where a word begins, which
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
  const { classOf, inWord } = classes;
  const table = new LazyTable(new KeywordTrie(words, classes), classes.count);
  const reader = createUnitReader();
  const isSpace = (text: string, at: number): boolean => classOf[text.charCodeAt(at)] === SPACE_CLASS;
  /** Words that end with a unit; of several blanks in a row only the first ends one. */
  const tell = (text: string, at: number, row: number, onHit: OnHit): void => {
    if (isSpace(text, at) && isSpace(text, at - 1)) return;
    for (const word of table.endingsOf(row)) onHit(word, at + 1);
  };
  return {
    scan(text, from, to, onHit) {
      const isInside = from > 0 && inWord[classOf[text.charCodeAt(from - 1)] as number] === 1;
      const cursor: Cursor = { at: 0, slot: 0, row: table.rowOf(isInside ? INSIDE : START) };
      for (let piece = from; piece < to; piece += PIECE) {
        const end = Math.min(to, piece + PIECE);
        const units = reader.read(text, piece, end);
        const last = BEFORE + end - piece;
        cursor.at = BEFORE;
        while (readOn(cursor, units, last, classOf, table.next)) {
          if (cursor.row === UNKNOWN) cursor.row = table.fill(cursor.slot);
          if (cursor.row >= 0) continue;
          cursor.row = ~cursor.row;
          tell(text, piece + cursor.at - 1 - BEFORE, cursor.row, onHit);
        }
      }
    },
  };
}

/** Where reading stopped: after which unit, in which row, and by which entry of the table it came there. */
interface Cursor {
  at: number;
  row: number;
  slot: number;
}

/**
 * Reads until something has to be done, or to the end. A function with its tables as arguments, so that the compiler
 * keeps nothing else in mind: nearly all the time of a scan is spent here.
 */
function readOn(cursor: Cursor, units: Uint16Array, last: number, classOf: Uint16Array, next: Int32Array): boolean {
  let { at, row } = cursor;
  for (; at < last; at += 1) {
    const slot = row + (classOf[units[at] as number] as number);
    row = next[slot] as number;
    if (row < 0) {
      cursor.at = at + 1;
      cursor.row = row;
      cursor.slot = slot;
      return true;
    }
  }
  cursor.row = row;
  return false;
}

const UNKNOWN = -0x8000_0000;
const FIRST_ROWS = 256;

/** One row per state of the trie, filled in as texts need it. */
class LazyTable {
  /**
   * By where a row begins and class: where the next row begins, inverted where words end in it, so that one comparison
   * tells whether there is anything to do.
   */
  next: Int32Array;
  private readonly trie: KeywordTrie;
  private readonly width: number;

  constructor(trie: KeywordTrie, width: number) {
    this.trie = trie;
    this.width = width;
    this.next = new Int32Array(FIRST_ROWS * width).fill(UNKNOWN);
  }

  rowOf(state: number): number {
    return state * this.width;
  }

  endingsOf(row: number): readonly number[] {
    return this.trie.endingsOf(row / this.width);
  }

  fill(slot: number): number {
    const from = Math.floor(slot / this.width);
    const state = this.trie.findNext(from, slot - from * this.width);
    this.makeRoom();
    const row = this.rowOf(state);
    const told = this.trie.endingsOf(state).length === 0 ? row : ~row;
    this.next[slot] = told;
    return told;
  }

  private makeRoom(): void {
    if (this.trie.size * this.width <= this.next.length) return;
    const wider = new Int32Array(Math.max(this.trie.size * this.width, this.next.length * 2)).fill(UNKNOWN);
    wider.set(this.next);
    this.next = wider;
  }
}

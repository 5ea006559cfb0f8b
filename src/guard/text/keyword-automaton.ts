/**
 * Finds every occurrence of many words in one pass (Aho–Corasick, compiled to a table). The cost is one table look-up
 * per character whatever the text holds: this is what keeps the guard linear, and what decides which rules look closer.
 */
export interface KeywordAutomaton {
  /** Calls back with the word's number and the offset behind its end, in order of the ends. */
  scan(text: string, from: number, to: number, onHit: (word: number, end: number) => void): void;
}

export interface KeywordOptions {
  /**
   * Which units make up words. Where given, a keyword that begins with one is found only where a word begins, and the
   * rest of every other word is passed over, which is most of a text.
   */
  readonly isWordUnit?: (unit: number) => boolean;
}

/** The state before anything was read. */
const START = 0;
/** The state inside a word that no keyword begins with. */
const INSIDE = 1;

/**
 * Words are given in lower case and without accents; text matches whatever its case, accents, kind of apostrophe and
 * amount of white space between words.
 */
export function createKeywordAutomaton(
  words: readonly string[],
  { isWordUnit = () => false }: KeywordOptions = {},
): KeywordAutomaton {
  const classes = classifyUnits(words, isWordUnit);
  const table = completeTable(buildTrie(words, classes), classes);
  const { classOf, inWord } = classes;
  const { next, emits, emitStart, emitList } = table;
  const width = classes.count;
  const isSpace = (text: string, at: number): boolean => classOf[text.charCodeAt(at)] === SPACE_CLASS;
  return {
    scan(text, from, to, onHit) {
      let state = from > 0 && inWord[classOf[text.charCodeAt(from - 1)] as number] === 1 ? INSIDE : START;
      // Nothing is decided in this loop but by the table: a branch per character would cost more than the look-up.
      for (let i = from; i < to; i += 1) {
        state = next[state * width + (classOf[text.charCodeAt(i)] as number)] as number;
        if (emits[state] === 0 || (isSpace(text, i) && i > from && isSpace(text, i - 1))) continue;
        for (let e = emitStart[state] as number; e < (emitStart[state + 1] as number); e += 1) {
          onHit(emitList[e] as number, i + 1);
        }
      }
    },
  };
}

interface UnitClasses {
  /** UTF-16 unit → class; 0 and 2 are the units that no keyword contains, outside and inside of words. */
  readonly classOf: Uint16Array;
  readonly count: number;
  /** By class: 1 for those whose units make up words. */
  readonly inWord: Uint8Array;
}

const SPACE_CLASS = 1;
const STRANGE_CLASS = 2;
const SPACES = ' \t\n\r\u00A0\u2002\u2003\u2009\u202F\u3000';

function classifyUnits(words: readonly string[], isWordUnit: (unit: number) => boolean): UnitClasses {
  const classOf = new Uint16Array(0x1_0000);
  for (const space of SPACES) classOf[space.charCodeAt(0)] = SPACE_CLASS;
  let count = STRANGE_CLASS + 1;
  const wordClasses = [STRANGE_CLASS];
  for (const word of words) {
    for (let i = 0; i < word.length; i += 1) {
      const unit = word.charCodeAt(i);
      if (classOf[unit] !== 0) continue;
      classOf[unit] = count;
      if (isWordUnit(unit)) wordClasses.push(count);
      const upper = (word[i] as string).toUpperCase();
      if (upper.length === 1) classOf[upper.charCodeAt(0)] = count;
      count += 1;
    }
  }
  foldVariants(classOf);
  for (let unit = 0; unit < classOf.length; unit += 1) {
    if (classOf[unit] === 0 && isWordUnit(unit)) classOf[unit] = STRANGE_CLASS;
  }
  const inWord = new Uint8Array(count);
  for (const number of wordClasses) inWord[number] = 1;
  return { classOf, count, inWord };
}

/** Letters with accents, and curly apostrophes, count as their plain form. */
function foldVariants(classOf: Uint16Array): void {
  classOf[0x2019] = classOf[0x27] as number;
  classOf[0x2018] = classOf[0x27] as number;
  for (let unit = 0xc0; unit < 0x250; unit += 1) {
    if (classOf[unit] !== 0) continue;
    const plain = String.fromCharCode(unit).normalize('NFD').charCodeAt(0);
    if (plain < 0x80) classOf[unit] = classOf[plain] as number;
  }
}

interface Trie {
  /** Child per state and class, 0 for none. */
  readonly children: Int32Array;
  readonly states: number;
  /** Words that end in a state. */
  readonly endsIn: readonly (number[] | undefined)[];
}

function buildTrie(words: readonly string[], classes: UnitClasses): Trie {
  const width = classes.count;
  const children = new Int32Array((words.reduce((sum, word) => sum + word.length, 0) + 2) * width);
  const endsIn: (number[] | undefined)[] = [undefined, undefined];
  let states = INSIDE + 1;
  for (const [number, word] of words.entries()) {
    let state = START;
    for (let i = 0; i < word.length; i += 1) {
      const slot = state * width + (classes.classOf[word.charCodeAt(i)] as number);
      if (children[slot] === 0) {
        children[slot] = states;
        endsIn.push(undefined);
        states += 1;
      }
      state = children[slot] as number;
    }
    (endsIn[state] ??= []).push(number);
  }
  return { children, states, endsIn };
}

interface Table {
  readonly next: Int32Array | Uint16Array;
  readonly emits: Uint8Array;
  /** The words a state emits are `emitList[emitStart[state] .. emitStart[state + 1]]`, the longest first. */
  readonly emitStart: Int32Array;
  readonly emitList: Int32Array;
}

/**
 * Fills in, breadth first, where to go on a mismatch, so that scanning never steps back. What is left of a word after a
 * mismatch is no beginning: the state falls back to inside of it.
 */
function completeTable({ children, states, endsIn }: Trie, { count: width, inWord }: UnitClasses): Table {
  const next = states < 0x1_0000 ? Uint16Array.from(children.subarray(0, states * width)) : children;
  const fallback = new Int32Array(states);
  const queue = new Int32Array(states);
  const endsInSpace = new Uint8Array(states);
  let tail = 0;
  for (let c = 0; c < width; c += 1) {
    const rest = inWord[c] === 1 ? INSIDE : START;
    const child = next[c] as number;
    if (child === 0) next[c] = rest;
    else {
      if (c === SPACE_CLASS) endsInSpace[child] = 1;
      fallback[child] = rest;
      queue[tail++] = child;
    }
    next[INSIDE * width + c] = inWord[c] === 1 ? INSIDE : (next[c] as number);
  }
  const emitted: number[][] = Array.from({ length: states }, () => []);
  for (let head = 0; head < tail; head += 1) {
    const state = queue[head] as number;
    const back = fallback[state] as number;
    emitted[state] = [...(endsIn[state] ?? []), ...(emitted[back] as number[])];
    for (let c = 0; c < width; c += 1) {
      const slot = state * width + c;
      const child = next[slot] as number;
      const other = next[back * width + c] as number;
      if (child === 0) {
        // Further white space changes nothing.
        next[slot] = c === SPACE_CLASS && endsInSpace[state] === 1 ? state : other;
      } else {
        if (c === SPACE_CLASS) endsInSpace[child] = 1;
        fallback[child] = other;
        queue[tail++] = child;
      }
    }
  }
  return { next, ...flatten(emitted, states) };
}

function flatten(emitted: readonly (readonly number[])[], states: number): Omit<Table, 'next'> {
  const emits = new Uint8Array(states);
  const emitStart = new Int32Array(states + 1);
  const emitList: number[] = [];
  for (let state = 0; state < states; state += 1) {
    emitStart[state] = emitList.length;
    emitList.push(...(emitted[state] as number[]));
    emits[state] = emitList.length > (emitStart[state] as number) ? 1 : 0;
  }
  emitStart[states] = emitList.length;
  return { emits, emitStart, emitList: Int32Array.from(emitList) };
}

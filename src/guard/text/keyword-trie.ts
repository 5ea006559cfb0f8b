/** All beginnings of a set of words, each a state, with where to go on when the text goes on differently. */
import { SPACE_CLASS, type UnitClasses } from './unit-classes.ts';

/** The state before anything was read. 0 is none: it stands for what is not there, or not known yet. */
export const START = 1;
/** The state inside a word that no keyword begins with. */
export const INSIDE = 2;

export interface Trie {
  readonly states: number;
  readonly inWord: Uint8Array;
  /** The class of the unit that leads to a state. */
  readonly classBefore: Uint16Array;
  /** Children of a state are linked: the first, and from each to the next. 0 ends the list. */
  readonly firstChild: Uint32Array;
  readonly sibling: Uint32Array;
  /** The children of the start by class: there are many, and nearly every look ends there. */
  readonly ofStart: Uint32Array;
  /** The state for the longest shorter ending that also begins a word. */
  readonly fallback: Uint32Array;
  /** Words that end in a state, the longest first, linked so that states share the end of their lists. 0 ends one. */
  readonly firstEmit: Uint32Array;
  readonly nextEmit: Uint32Array;
  readonly emitWord: Uint32Array;
}

export function buildTrie(words: readonly string[], { classOf, inWord }: UnitClasses): Trie {
  const most = words.reduce((sum, word) => sum + word.length, 0) + INSIDE + 1;
  const classBefore = new Uint16Array(most);
  const firstChild = new Uint32Array(most);
  const sibling = new Uint32Array(most);
  const firstEmit = new Uint32Array(most);
  const nextEmit = new Uint32Array(words.length + 1);
  const emitWord = Uint32Array.from({ length: words.length + 1 }, (_, emit) => emit - 1);
  const fallback = new Uint32Array(most);
  const ofStart = new Uint32Array(inWord.length);
  let states = INSIDE + 1;
  const trie = { inWord, classBefore, firstChild, sibling, ofStart, fallback, firstEmit, nextEmit, emitWord };
  for (let number = words.length - 1; number >= 0; number -= 1) {
    const word = words[number] as string;
    let state = START;
    for (let i = 0; i < word.length; i += 1) {
      const unitClass = classOf[word.charCodeAt(i)] as number;
      let child = findChild(trie, state, unitClass);
      if (child === 0) {
        child = states++;
        classBefore[child] = unitClass;
        sibling[child] = firstChild[state] as number;
        firstChild[state] = child;
        if (state === START) ofStart[unitClass] = child;
      }
      state = child;
    }
    nextEmit[number + 1] = firstEmit[state] as number;
    firstEmit[state] = number + 1;
  }
  linkFallbacks({ ...trie, states });
  return { ...trie, states };
}

/** Breadth first, so that what a state falls back to is already linked. */
function linkFallbacks(trie: Trie): void {
  const { firstChild, sibling, fallback, classBefore, inWord } = trie;
  const queue = [START];
  for (const state of queue) {
    for (let child = firstChild[state] as number; child !== 0; child = sibling[child] as number) {
      const unitClass = classBefore[child] as number;
      const rest = inWord[unitClass] === 1 ? INSIDE : START;
      fallback[child] = state === START ? rest : findNext(trie, fallback[state] as number, unitClass);
      shareEmits(trie, child);
      queue.push(child);
    }
  }
}

/** A word that ends a longer one is met with it. */
function shareEmits({ firstEmit, nextEmit, fallback }: Trie, state: number): void {
  const shared = firstEmit[fallback[state] as number] as number;
  let last = firstEmit[state] as number;
  if (last === 0) firstEmit[state] = shared;
  else {
    while (nextEmit[last] !== 0) last = nextEmit[last] as number;
    nextEmit[last] = shared;
  }
}

/** 0 where no word goes on like this. */
function findChild(trie: Omit<Trie, 'states'>, state: number, unitClass: number): number {
  if (state === START) return trie.ofStart[unitClass] as number;
  let child = trie.firstChild[state] as number;
  while (child !== 0 && trie.classBefore[child] !== unitClass) child = trie.sibling[child] as number;
  return child;
}

/**
 * The longest beginning of a keyword that the text ends in after one more unit. What is left of a word after a mismatch
 * begins nothing: it leads inside of the word.
 */
export function findNext(trie: Trie, from: number, unitClass: number): number {
  // Further white space changes nothing.
  if (unitClass === SPACE_CLASS && trie.classBefore[from] === SPACE_CLASS) return from;
  const isInWord = trie.inWord[unitClass] === 1;
  let state = from;
  for (;;) {
    if (state === INSIDE && isInWord) return INSIDE;
    const child = findChild(trie, state === INSIDE ? START : state, unitClass);
    if (child !== 0) return child;
    if (state <= INSIDE) return isInWord ? INSIDE : START;
    state = trie.fallback[state] as number;
  }
}

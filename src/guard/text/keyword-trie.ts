/**
 * All beginnings of a set of words, each a state, with where to continue when the text differs. A state exists
 * from when a text first leads to it: most never do, and building all of them would take longer than most scans.
 */
import { SPACE_CLASS, type UnitClasses } from './units.ts';

/** The state before anything was read. */
export const START = 0;
/** The state inside a word that no keyword begins with. */
export const INSIDE = 1;

interface State {
  /** How many units were read. */
  readonly depth: number;
  /** The class of the unit that leads to it. */
  readonly classBefore: number;
  /** The state for the longest shorter ending that also begins a word. */
  readonly fallback: number;
  /** The numbers of the words that begin with it. */
  readonly words: readonly number[];
  /** The same by the class that follows, once it was asked for. */
  branches: ReadonlyMap<number, number[]> | undefined;
  /** The states after it that exist. */
  readonly children: Map<number, number>;
}

export class KeywordTrie {
  private readonly words: readonly string[];
  private readonly classes: UnitClasses;
  private readonly states: State[] = [];
  /** Words that end in a state, the longest first. */
  private readonly endings: (readonly number[])[] = [[], []];

  constructor(words: readonly string[], classes: UnitClasses) {
    this.words = words;
    this.classes = classes;
    const nothing = { depth: 0, classBefore: 0, fallback: START, branches: undefined };
    this.states.push({ ...nothing, words: [...words.keys()], children: new Map() });
    this.states.push({ ...nothing, words: [], children: new Map() });
  }

  /** The number of states, which are numbered in the order they were found. */
  get size(): number {
    return this.states.length;
  }

  endingsOf(state: number): readonly number[] {
    return this.endings[state] as readonly number[];
  }

  /**
   * The longest beginning of a keyword that the text ends in after one more unit. What is left of a word after a mismatch
   * begins nothing: it leads inside of the word.
   */
  findNext(from: number, unitClass: number): number {
    // Further white space changes nothing.
    if (unitClass === SPACE_CLASS && this.stateAt(from).classBefore === SPACE_CLASS) return from;
    const isInWord = this.classes.inWord[unitClass] === 1;
    let state = from;
    for (;;) {
      if (state === INSIDE && isInWord) return INSIDE;
      const child = this.findChild(state === INSIDE ? START : state, unitClass);
      if (child !== undefined) return child;
      if (state <= INSIDE) return isInWord ? INSIDE : START;
      state = this.stateAt(state).fallback;
    }
  }

  private stateAt(state: number): State {
    return this.states[state] as State;
  }

  private findChild(number: number, unitClass: number): number | undefined {
    const state = this.stateAt(number);
    const known = state.children.get(unitClass);
    if (known !== undefined) return known;
    const words = (state.branches ??= this.branchOut(state)).get(unitClass);
    return words === undefined ? undefined : this.addChild(number, unitClass, words);
  }

  private branchOut({ words, depth }: State): Map<number, number[]> {
    const branches = new Map<number, number[]>();
    for (const number of words) {
      const word = this.words[number] as string;
      if (word.length === depth) continue;
      const unitClass = this.classes.classOf[word.charCodeAt(depth)] as number;
      const branch = branches.get(unitClass);
      if (branch === undefined) branches.set(unitClass, [number]);
      else branch.push(number);
    }
    return branches;
  }

  private addChild(parent: number, unitClass: number, words: readonly number[]): number {
    const { depth, fallback, children } = this.stateAt(parent);
    const rest = this.classes.inWord[unitClass] === 1 ? INSIDE : START;
    const shorter = parent === START ? rest : this.findNext(fallback, unitClass);
    const child = this.states.length;
    children.set(unitClass, child);
    this.states.push({
      depth: depth + 1,
      classBefore: unitClass,
      fallback: shorter,
      words,
      branches: undefined,
      children: new Map(),
    });
    const ending = words.filter((number) => (this.words[number] as string).length === depth + 1);
    // A word that ends a longer one is found with it.
    this.endings.push(ending.length === 0 ? this.endingsOf(shorter) : [...ending, ...this.endingsOf(shorter)]);
    return child;
  }
}

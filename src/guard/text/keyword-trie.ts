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
  branches: Branches | undefined;
  /** The states after it that exist, by class. */
  readonly children: (number | undefined)[];
}

type Branches = readonly (readonly number[] | undefined)[];

/** Its words are looked for by their first letter. */
const createRoot = (): State => ({ depth: 0, classBefore: 0, fallback: START, words: [], branches: [], children: [] });

export class KeywordTrie {
  private readonly words: readonly string[];
  /** The first unit of each word, and every unit that is among them. */
  private readonly firsts: string;
  private readonly firstUnits: readonly string[];
  private readonly classes: UnitClasses;
  /** By class, the words that begin with it; undefined if none does. */
  private readonly begun = new Map<number, readonly number[] | undefined>();
  private readonly states: State[] = [];
  /** Words that end in a state, the longest first. */
  private readonly endings: (readonly number[])[] = [[], []];

  constructor(words: readonly string[], classes: UnitClasses) {
    this.words = words;
    this.firsts = words.map((word) => word.charAt(0)).join('');
    this.firstUnits = [...new Set(this.firsts.split(''))];
    this.classes = classes;
    this.states.push(createRoot(), createRoot());
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
    const known = state.children[unitClass];
    if (known !== undefined) return known;
    const words = number === START ? this.beginWith(unitClass) : (state.branches ??= this.branchOut(state))[unitClass];
    return words === undefined ? undefined : this.addChild(number, unitClass, words);
  }

  /** Looked for letter by letter: of all words only those that a text leads to are touched. */
  private beginWith(unitClass: number): readonly number[] | undefined {
    if (this.begun.has(unitClass)) return this.begun.get(unitClass);
    const found: number[] = [];
    for (const unit of this.firstUnits) {
      if (this.classes.classOf[unit.charCodeAt(0)] !== unitClass) continue;
      for (let at = this.firsts.indexOf(unit); at !== -1; at = this.firsts.indexOf(unit, at + 1)) found.push(at);
    }
    const words = found.length === 0 ? undefined : found.toSorted((a, b) => a - b);
    this.begun.set(unitClass, words);
    return words;
  }

  private branchOut({ words, depth }: State): Branches {
    const { classOf, count } = this.classes;
    const branches: (number[] | undefined)[] = Array.from({ length: count });
    for (const number of words) {
      // A word that ends here has no unit there, and so no class.
      const unitClass = classOf[(this.words[number] as string).charCodeAt(depth)];
      if (unitClass === undefined) continue;
      const branch = branches[unitClass];
      if (branch === undefined) branches[unitClass] = [number];
      else branch.push(number);
    }
    return branches;
  }

  private addChild(parent: number, unitClass: number, words: readonly number[]): number {
    const { depth, fallback, children } = this.stateAt(parent);
    const rest = this.classes.inWord[unitClass] === 1 ? INSIDE : START;
    const shorter = parent === START ? rest : this.findNext(fallback, unitClass);
    const child = this.states.length;
    children[unitClass] = child;
    this.states.push({
      depth: depth + 1,
      classBefore: unitClass,
      fallback: shorter,
      words,
      branches: undefined,
      children: [],
    });
    const ending = words.filter((number) => (this.words[number] as string).length === depth + 1);
    // A word that ends a longer one is found with it.
    this.endings.push(ending.length === 0 ? this.endingsOf(shorter) : [...ending, ...this.endingsOf(shorter)]);
    return child;
  }
}

/**
 * Matching that no pattern can make slow: all ways through the pattern are followed at once, one character at a time,
 * so the work is the length of the line times the size of the pattern, whatever either of them holds.
 */
import { BatonError } from '../../../kernel/errors/index.ts';
import { isWordUnit, type Assertion, type PatternTree } from './pattern-tree.ts';

type Step =
  | { readonly kind: 'set'; readonly has: (unit: number) => boolean }
  | { readonly kind: 'assert'; readonly what: Assertion }
  | { readonly kind: 'fork'; readonly to: readonly [number, number] }
  | { readonly kind: 'jump'; readonly to: number }
  | { readonly kind: 'match' };

/** The first place a pattern matches in a line: offsets. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

export type Matcher = (line: string) => Match | undefined;

const MAX_STEPS = 5_000;

/** `spend` hears how many ways were followed at each character, and may throw: then the match is not looked for any further. */
export function compilePattern(tree: PatternTree, spend: (ways: number) => void = () => {}): Matcher {
  const steps: Step[] = [];
  emit(tree, steps);
  steps.push({ kind: 'match' });
  const starts = listStarts(steps);
  return (line) => new Walk(steps, starts, line).find(spend);
}

type CharacterSet = Extract<Step, { kind: 'set' }>;

/** The sets one of which has the first character of every match; where assertions stand is not asked. */
function listStarts(steps: readonly Step[]): CharacterSet[] {
  const seen = new Set<number>();
  const open = [0];
  const starts: CharacterSet[] = [];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const step = steps[index];
    if (step === undefined || seen.has(index)) continue;
    seen.add(index);
    if (step.kind === 'set') starts.push(step);
    else if (step.kind === 'jump') open.push(step.to);
    else if (step.kind === 'fork') open.push(...step.to);
    else if (step.kind === 'assert') open.push(index + 1);
  }
  return starts;
}

function emit(tree: PatternTree, steps: Step[]): void {
  if (steps.length > MAX_STEPS) throw new BatonError('INPUT_INVALID', 'the pattern is too large');
  switch (tree.kind) {
    case 'set':
    case 'assert':
      steps.push(tree);
      return;
    case 'sequence':
      for (const part of tree.parts) emit(part, steps);
      return;
    case 'choice':
      emitChoice(tree.parts, steps);
      return;
    case 'repeat':
      emitRepeat(tree, steps);
  }
}

function emitChoice(parts: readonly PatternTree[], steps: Step[]): void {
  const ends: number[] = [];
  for (const [index, part] of parts.entries()) {
    const fork = steps.length;
    if (index < parts.length - 1) steps.push({ kind: 'jump', to: 0 });
    emit(part, steps);
    if (index === parts.length - 1) break;
    ends.push(steps.length);
    steps.push({ kind: 'jump', to: 0 });
    steps[fork] = { kind: 'fork', to: [fork + 1, steps.length] };
  }
  for (const end of ends) steps[end] = { kind: 'jump', to: steps.length };
}

function emitRepeat({ part, least, most }: Extract<PatternTree, { kind: 'repeat' }>, steps: Step[]): void {
  for (let count = 0; count < least; count += 1) emit(part, steps);
  if (most === Infinity) {
    const fork = steps.length;
    steps.push({ kind: 'jump', to: 0 });
    emit(part, steps);
    steps.push({ kind: 'jump', to: fork });
    steps[fork] = { kind: 'fork', to: [fork + 1, steps.length] };
    return;
  }
  const forks: number[] = [];
  for (let count = least; count < most; count += 1) {
    forks.push(steps.length);
    steps.push({ kind: 'jump', to: 0 });
    emit(part, steps);
  }
  for (const fork of forks) steps[fork] = { kind: 'fork', to: [fork + 1, steps.length] };
}

/** One line, walked once. For every step reached, only the leftmost start is of interest. */
class Walk {
  readonly #steps: readonly Step[];
  readonly #starts: readonly CharacterSet[];
  readonly #line: string;
  #found: Match | undefined;

  constructor(steps: readonly Step[], starts: readonly CharacterSet[], line: string) {
    this.#steps = steps;
    this.#starts = starts;
    this.#line = line;
  }

  find(spend: (ways: number) => void): Match | undefined {
    let threads = new Map<number, number>();
    for (let at = 0; at <= this.#line.length; at += 1) {
      const unit = this.#line.charCodeAt(at);
      if (threads.size === 0 && this.#found !== undefined) break;
      // Most characters of most lines begin nothing.
      if (threads.size === 0 && !this.#starts.some(({ has }) => has(unit))) continue;
      if (this.#found === undefined) this.#follow(threads, 0, at, at);
      spend(threads.size);
      const next = new Map<number, number>();
      if (at < this.#line.length) {
        for (const [index, start] of threads) {
          const step = this.#steps[index];
          if (step?.kind === 'set' && step.has(unit)) this.#follow(next, index + 1, start, at + 1);
        }
      }
      threads = next;
    }
    return this.#found;
  }

  /** Every step that can be reached without taking a character. */
  #follow(threads: Map<number, number>, first: number, start: number, at: number): void {
    const open = [first];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if ((threads.get(index) ?? Infinity) <= start) continue;
      threads.set(index, start);
      const step = this.#steps[index];
      if (step === undefined) continue;
      if (step.kind === 'match') this.#keep(start, at);
      else if (step.kind === 'jump') open.push(step.to);
      else if (step.kind === 'fork') open.push(step.to[1], step.to[0]);
      else if (step.kind === 'assert' && this.#holds(step.what, at)) open.push(index + 1);
    }
  }

  /** The leftmost match, and of those the longest. */
  #keep(start: number, end: number): void {
    if (end === start) return;
    if (
      this.#found === undefined ||
      start < this.#found.start ||
      (start === this.#found.start && end > this.#found.end)
    ) {
      this.#found = { start, end };
    }
  }

  #holds(what: Assertion, at: number): boolean {
    const before = at > 0 && isWordUnit(this.#line.charCodeAt(at - 1));
    const after = at < this.#line.length && isWordUnit(this.#line.charCodeAt(at));
    switch (what) {
      case 'start':
        return at === 0;
      case 'end':
        return at === this.#line.length;
      case 'boundary':
        return before !== after;
      case 'not-boundary':
        return before === after;
      case 'word-start':
        return !before;
    }
  }
}

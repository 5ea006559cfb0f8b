import {
  ACTION_WORDS,
  FAULT_WORDS,
  NEGATIONS,
  UNSPACED_ACTION,
  UNSPACED_FAULT,
  UNSPACED_NEGATION,
} from './signal-words.ts';

/** What a text says of itself that a reader must not miss; the numbers are shares of attention, not of anything measured. */
const PLAIN = 0.5;
const WEIGHT = { action: 2.2, fault: 1.6, negation: 1, number: 0.9, name: 0.9, question: 1.8 } as const;

const DIGIT = /\p{N}/u;
/** File names, paths, calls, code in backticks, names in camel case or with underscores. */
const NAME = /\w[.]\w{1,5}\b|[\w.]\/\w|\w\(\)|`|\p{Ll}\p{Lu}|\w_\w|::|--\w/u;
const QUESTION = /[?？¿]/;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

export type Signal = keyof typeof WEIGHT;

/** What makes a text worth reading; `words` are those of the text. */
export function signalsOf(text: string, words: readonly string[]): Signal[] {
  const found = new Set<Signal>();
  for (const word of words) {
    if (ACTION_WORDS.has(word)) found.add('action');
    else if (FAULT_WORDS.has(word)) found.add('fault');
    else if (NEGATIONS.has(word)) found.add('negation');
  }
  if (UNSPACED.test(text)) {
    if (UNSPACED_ACTION.test(text)) found.add('action');
    if (UNSPACED_FAULT.test(text)) found.add('fault');
    if (UNSPACED_NEGATION.test(text)) found.add('negation');
  }
  if (QUESTION.test(text)) found.add('question');
  if (DIGIT.test(text)) found.add('number');
  if (NAME.test(text)) found.add('name');
  return [...found];
}

/** A signal that more than this share of a list or a text has tells its parts apart no more. */
const COMMON = 0.15;
const MIN_COMPARED = 8;

/** How much each signal counts among these texts: what is in every row of a table says nothing about one of them. */
export function weighSignals(texts: readonly (readonly Signal[])[]): (signals: readonly Signal[]) => number {
  const counts = new Map<Signal, number>();
  for (const signals of texts) for (const signal of signals) counts.set(signal, (counts.get(signal) ?? 0) + 1);
  const weightOf = (signal: Signal): number => {
    const share = (counts.get(signal) ?? 0) / Math.max(1, texts.length);
    return texts.length < MIN_COMPARED || share <= COMMON ? WEIGHT[signal] : (WEIGHT[signal] * COMMON) / share;
  };
  return (signals) => signals.reduce((sum, signal) => sum + weightOf(signal), PLAIN);
}

/** What the name of a member adds to everything below it: "next_step" and "open_questions" are read first. */
export const weighName = (words: readonly string[]): number =>
  words.some((word) => ACTION_WORDS.has(word)) ? 1.5 : words.some((word) => FAULT_WORDS.has(word)) ? 0.8 : 0;

/** True for a word whose change changes the fact: a number, a file, an identifier, a negation. */
export const isTelling = (word: string): boolean =>
  /[\p{N}_./:#@]/u.test(word) || NEGATIONS.has(word) || ACTION_WORDS.has(word) || FAULT_WORDS.has(word);

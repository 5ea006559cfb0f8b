import type { Rule } from '../rule.ts';

/** One form of personal data, with a validator, words it needs beside it, or both. */
export interface PiiKind {
  readonly rule: Rule;
  /** What a line must hold for the form to be tried on it: keeps all others cheap. */
  readonly sign: number;
  /** The same for a second sign, if one does not spare enough. */
  readonly alsoSign?: number;
  /** Unless a word of the context is near, one of these must be somewhere in the text. */
  readonly anywhere?: RegExp;
  readonly form: RegExp;
  isReal?(value: string): boolean;
  /** Words after the value may look like part of it. */
  readonly mayTrail?: boolean;
  /** A number alone on its line is not enough. */
  readonly needsWord?: boolean;
  /** Words of which one must be near, unless the value is alone on its line. */
  readonly context?: RegExp | undefined;
  /** What must be directly before the value: its name, as in "passport no. is". */
  readonly label?: RegExp;
  /** Shared with other kinds: if it is closed for a line, the form need not be tried there. */
  readonly gate?: PiiGate;
  /** Counts only if the whole text is the value, as in a field of a form. */
  readonly isWholeText?: boolean;
}

/** One look at a line that spares it the forms of many kinds. */
export interface PiiGate {
  /** Occurs in each line in which one of the kinds finds anything, or at most this many characters before it. */
  readonly pattern: RegExp;
  readonly before: number;
}

/** So far from a value words are looked for that say what it is. */
export const CONTEXT_REACH = 60;

const HINT = 'take it out or replace it by a role or an id; a false alarm can be allowed, see docs/rules.md';

export const rule = (id: string, what: string, about: string, example: string): Rule => ({
  id: `pii-${id}`,
  kind: 'pii',
  severity: 'warning',
  message: `${what} in the text`,
  hint: HINT,
  about,
  example,
});

export const hasDigits = (value: string, least: number, most: number): boolean => {
  const count = value.replaceAll(/\D/g, '').length;
  return count >= least && count <= most;
};

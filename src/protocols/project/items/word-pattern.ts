const ASCII = /^[\0-\x7F]*$/;

export const isAscii = (text: string): boolean => ASCII.test(text);

/** `\b` knows the letters of English alone: it would not end after "Terminé" nor begin before "à faire". */
const EDGE = String.raw`[\p{L}\p{N}_]`;

/** Whole words of a list of names, or one of the signs. */
export const listWords = (names: string, signs: string): WordPattern =>
  new WordPattern(`(?<!${EDGE})(?:${names})(?!${EDGE})|${signs}`);

/**
 * Words in a text of any language, whatever their case. V8 takes milliseconds to compile such a pattern if it has to know
 * the cases of all of Unicode, and most texts are ASCII: for those it is compiled without, and finds the same.
 */
export class WordPattern {
  readonly #source: string;
  #ascii: RegExp | undefined;
  #unicode: RegExp | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  test(text: string): boolean {
    const pattern = isAscii(text)
      ? (this.#ascii ??= new RegExp(this.#source.replaceAll(EDGE, String.raw`\w`), 'i'))
      : (this.#unicode ??= new RegExp(this.#source, 'iu'));
    return pattern.test(text);
  }
}

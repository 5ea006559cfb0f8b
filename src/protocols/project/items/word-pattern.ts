const ASCII = /^[\0-\x7F]*$/;

export const isAscii = (text: string): boolean => ASCII.test(text);

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
      ? (this.#ascii ??= new RegExp(this.#source, 'i'))
      : (this.#unicode ??= new RegExp(this.#source, 'iu'));
    return pattern.test(text);
  }
}

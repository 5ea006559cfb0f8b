/** Whether a text says what is asked for. */
export type TextTest = (text: string) => boolean;

const BEYOND_ASCII = /[\u0080-\uffff]/;

export const isAscii = (text: string): boolean => !BEYOND_ASCII.test(text);

/**
 * Looks for a pattern in upper and lower case of any language. V8 needs milliseconds to compile one with the cases of
 * Unicode, so text in ASCII is tested without them, by `plain` if there is a shorter pattern that says the same of ASCII.
 */
export function anyCase(pattern: string, plain = pattern): TextTest {
  let ofAscii: RegExp | undefined;
  let ofUnicode: RegExp | undefined;
  return (text) =>
    isAscii(text)
      ? (ofAscii ??= new RegExp(plain, 'i')).test(text)
      : (ofUnicode ??= new RegExp(pattern, 'iu')).test(text);
}

/** Colours, cursor moves and titles as terminals understand them. Each alternative stops at the next escape: linear. */
// eslint-disable-next-line no-control-regex -- escape sequences are control characters
const ESCAPES = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[@-Z\\^_])/g;
// eslint-disable-next-line no-control-regex -- the same, at one place
const ESCAPE_HERE = new RegExp(ESCAPES.source, 'y');
const LONE_SURROGATE = /\p{Surrogate}/gu;

export const withoutEscapes = (text: string): string => (text.includes('\u001B') ? text.replaceAll(ESCAPES, '') : text);

/** The offset after the escape sequence at `offset`; undefined if there is none. */
export function escapeEnd(text: string, offset: number): number | undefined {
  ESCAPE_HERE.lastIndex = offset;
  return ESCAPE_HERE.test(text) ? ESCAPE_HERE.lastIndex : undefined;
}

/** Half a character has no UTF-8 form: it becomes the replacement character before it leaves. */
export const wellFormed = (text: string): string => text.replaceAll(LONE_SURROGATE, '\uFFFD');

/** White space and control characters folded to single spaces: safe on one line of a block. */
export const onOneLine = (text: string): string =>
  wellFormed(withoutEscapes(text))
    // eslint-disable-next-line no-control-regex -- a control character could move the reader's cursor
    .replaceAll(/[\s\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g, ' ')
    .trim();

/**
 * The one filter between content and a terminal. Text of files, tasks and agents may hold control characters that move
 * the cursor, set titles or reverse the reading direction; here they become visible escapes, on a terminal and in a
 * pipe alike. Baton's own colours and cursor moves carry a mark that content, written before this process began, cannot
 * hold.
 */
const MARK = `\uE000${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}\uE001`;
const OWN_SEQUENCES = new RegExp(`${MARK}[\\d;]*[A-Za-z]`, 'g');

/** C0 but newline and tab, DEL, C1, bidi controls, invisible tags, and the separators that some terminals break at. */
const UNSAFE =
  // eslint-disable-next-line no-control-regex -- these are what must not reach a terminal
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/gu;

/** In the form of a JSON string, so that JSON printed as text stays the same value. */
const escape = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** Control characters as visible escapes; a CRLF line ending counts as a newline. */
export const escapeControls = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll(UNSAFE, escape);

/** A control sequence of Baton's own, such as `2J` or `31m`. */
export const control = (sequence: string): string => `${MARK}${sequence}`;

/** Most texts are of this kind, and as long as they look. */
const PLAIN = /^[ -~]*$/;

/** How many characters of a text a reader sees. */
export const visibleLength = (text: string): number =>
  PLAIN.test(text) ? text.length : [...escapeControls(text.replaceAll(OWN_SEQUENCES, ''))].length;

/** As it may be written to a terminal or a pipe. */
export const toTerminal = (text: string): string => escapeControls(text).replaceAll(MARK, '\u001B[');

/** JSON without a raw control character: `JSON.stringify` leaves DEL, C1 and bidi controls as they are. */
export const toJson = (value: unknown): string => (JSON.stringify(value) ?? 'null').replaceAll(UNSAFE, escape);

export interface TerminalStream<Answer = unknown> {
  write(text: string): Answer;
}

/** Every line that the command line prints passes here. */
export const print = <Answer>(stream: TerminalStream<Answer>, text: string): Answer => stream.write(toTerminal(text));

/** Moves to the beginning of the line and clears what was there: for a line that is drawn again and again. */
export function redraw(stream: TerminalStream, line: string): void {
  stream.write(`\r${toTerminal(`${line}${control('K')}`)}`);
}

/** Text of agents on a terminal: what would move the cursor, change colours or ring the bell is shown as a dot. */
// eslint-disable-next-line no-control-regex -- these are what must not reach a terminal
export const plain = (text: string): string =>
  text.replaceAll(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, '·');

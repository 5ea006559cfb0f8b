// eslint-disable-next-line no-control-regex -- terminal codes are control characters
const TERMINAL_CODES = /\u001B\[[0-?]*[ -/]*[@-~]|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)|\u001B[@-Z\\-_]/g;
// eslint-disable-next-line no-control-regex -- everything below a space but line break and tab
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F]/g;

/** Without codes for terminals and other control characters, lines ended by LF: what is left is what a reader saw. */
export function cleanText(text: string): string {
  return text.replaceAll(TERMINAL_CODES, '').replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll(CONTROLS, '');
}

/** True if cleaning takes away more than line endings. */
export const hasTerminalCodes = (text: string): boolean =>
  cleanText(text) !== text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');

/** On one line. */
export const cleanLine = (text: string): string => cleanText(text).replaceAll(/\s+/g, ' ').trim();

/** JSON can escape what not every store can hold: half of a pair of UTF-16 units, and a zero byte. */
export const wholeText = (text: string): string => text.replaceAll(/[\p{Surrogate}\0]/gu, '\uFFFD');

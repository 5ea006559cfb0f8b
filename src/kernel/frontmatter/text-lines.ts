/** Lines around an offset. */

export const isLineBreak = (char: string | undefined): boolean => char === '\n' || char === '\r';

export function lineStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && !isLineBreak(text[at - 1])) at -= 1;
  return at;
}

/** Where the line's ending begins. */
export function lineEnd(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && !isLineBreak(text[at])) at += 1;
  return at;
}

export function nextLine(text: string, offset: number): number {
  const end = lineEnd(text, offset);
  return text.startsWith('\r\n', end) ? end + 2 : Math.min(end + 1, text.length);
}

/** Every line after the first one that is not empty. */
export const indentLines = (text: string, column: number): string =>
  column === 0 ? text : text.replaceAll(/\n(?=[^\n])/g, () => `\n${' '.repeat(column)}`);

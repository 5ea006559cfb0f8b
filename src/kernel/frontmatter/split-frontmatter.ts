/** Where the YAML block at the top of a text lies. */

import { BYTE_ORDER_MARK } from '../text.ts';

export interface FrontmatterParts {
  /** The YAML between the two `---` lines, its last line ending included. */
  readonly yaml: string;
  /** Offset of the YAML in the text. */
  readonly start: number;
  /** Offset of the closing `---`. */
  readonly end: number;
  /** What follows the closing line, byte for byte. */
  readonly body: string;
}

const MARK = '---';

/** Undefined if the text does not begin with a `---` line, or no other one closes the block. */
export function splitFrontmatter(text: string): FrontmatterParts | undefined {
  const opening = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  const start = findLineAfterMark(text, opening);
  if (start === undefined) return undefined;
  // YAML ends its document at such a line even inside a quoted text, so the first one is the right one.
  for (let end = text.indexOf(MARK, start); end !== -1; end = text.indexOf(MARK, end + 1)) {
    const bodyStart = isLineStart(text, end) ? findLineAfterMark(text, end) : undefined;
    if (bodyStart !== undefined) return { yaml: text.slice(start, end), start, end, body: text.slice(bodyStart) };
  }
  return undefined;
}

/** Whether the text begins as frontmatter does, closed or not. */
export const opensFrontmatter = (text: string): boolean =>
  findLineAfterMark(text, text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0) !== undefined;

const isLineStart = (text: string, offset: number): boolean => text[offset - 1] === '\n' || text[offset - 1] === '\r';

/** Where the next line begins, if this one has only `---` and white space. */
function findLineAfterMark(text: string, offset: number): number | undefined {
  if (!text.startsWith(MARK, offset)) return undefined;
  let at = offset + MARK.length;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  if (at === text.length || text[at] === '\n') return Math.min(at + 1, text.length);
  if (text[at] !== '\r') return undefined;
  return text[at + 1] === '\n' ? at + 2 : at + 1;
}

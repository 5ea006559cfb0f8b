/** Line ends, marks of a quotation and escapes between words become blanks. Nothing moves, so that places stay the same. */
const BETWEEN_WORDS = /\n[ \t]*(?:>[ \t]*)*|\\[nrt"\\]/g;

export const unwrap = (block: string): string =>
  /[\n\\]/.test(block) ? block.replaceAll(BETWEEN_WORDS, (found) => ' '.repeat(found.length)) : block;

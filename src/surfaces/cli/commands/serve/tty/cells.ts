/** Text in the cells of a terminal: what an agent wrote becomes harmless, and words are cut at their ends. */
import { escapeControls, plain } from '../../../terminal.ts';

// East Asian letters and emoji take two cells; marks that lie on another letter take none.
const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u;
const NONE = /\p{Mn}|\p{Me}|\u200B|\u200C|\u200D|\uFE0F/u;

const cellsOf = (character: string): number => (NONE.test(character) ? 0 : WIDE.test(character) ? 2 : 1);

export const widthOf = (text: string): number => [...text].reduce((sum, character) => sum + cellsOf(character), 0);

/** One line, without anything that moves the cursor. */
export const toCells = (text: string): string => escapeControls(plain(text.replaceAll(/\s+/g, ' ').trim()));

/** As much as fits. */
function takeCells(text: string, width: number): string {
  let [used, taken] = [0, ''];
  for (const character of text) {
    used += cellsOf(character);
    if (used > width) break;
    taken += character;
  }
  return taken;
}

/** Ends with a whole word; only a word that is wider than the room is cut within. */
export function cutWords(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width < 2) return '';
  const taken = takeCells(text, width - 1);
  const isWhole = /[\s-]$/.test(taken) || /^[\s-]/.test(text.slice(taken.length));
  const end = isWhole ? taken.length : Math.max(taken.lastIndexOf(' '), taken.lastIndexOf('-') + 1);
  return `${(end > 0 ? taken.slice(0, end) : taken).trimEnd()}…`;
}

export const padCells = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** Lines of whole words; a word wider than a line is broken. */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (widthOf(line) > width) {
      const piece = takeCells(line, width) || line.charAt(0);
      lines.push(piece);
      line = line.slice(piece.length);
    }
  }
  return [...lines, line];
}

/** The first lines of a text; the last of them says if there is more. */
export function wrapAtMost(text: string, width: number, most: number): string[] {
  const lines = wrapWords(text, width);
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), cutWords(lines.slice(most - 1).join(' '), width)];
}

/** Items stay whole: `n new` and `m move` are never parted. */
export function wrapItems(items: readonly string[], width: number, gap = '  '): string[] {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last + gap + item) <= width) lines[lines.length - 1] = last + gap + item;
    else lines.push(cutWords(item, width));
  }
  return lines;
}

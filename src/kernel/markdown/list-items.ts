/** Items of bullet and numbered lists with their continuation lines, and the boxes of task lists. */
import type { TextEdit } from '../text.ts';
import { trimBlanks } from './block-starts.ts';
import { scanMarkdown } from './scan.ts';
import type { ItemLines, MarkdownLine, MarkdownScan } from './types.ts';

export interface ListItem {
  readonly line: number;
  /** Its last line that is not blank, nested items included. */
  readonly lastLine: number;
  /** Quotes and items around it: 0 for an item of a list at the top. */
  readonly depth: number;
  readonly marker: string;
  readonly checkbox?: Checkbox;
  /** The words of its first paragraph, lines joined by a space, marker and box taken off. */
  readonly text: string;
  /** Offsets of its whole lines, nested items included, blank lines after it not. */
  readonly start: number;
  readonly end: number;
}

export interface Checkbox {
  readonly isDone: boolean;
  /** Of the character between the brackets. */
  readonly offset: number;
}

const CHECKBOX = /^\[([ xX])\](?=[ \t]|$)/;

export function findListItems(text: string): ListItem[] {
  const scan = scanMarkdown(text);
  return scan.items.map((item) => describeItem(scan, item));
}

function describeItem({ text, lines }: MarkdownScan, item: ItemLines): ListItem {
  const words = ownLines(lines, item).map((line) => trimBlanks(text.slice(line.contentStart, line.end)));
  const box = CHECKBOX.exec(words[0] ?? '');
  if (box !== null) words[0] = trimBlanks((words[0] ?? '').slice(box[0].length));
  const { line, lastLine, depth, marker } = item;
  return {
    line,
    lastLine,
    depth,
    marker,
    ...(box === null ? {} : { checkbox: { isDone: box[1] !== ' ', offset: item.contentStart + 1 } }),
    text: words.filter((part) => part !== '').join(' '),
    start: lines[line - 1]?.start ?? 0,
    end: lines[lastLine - 1]?.next ?? text.length,
  };
}

/** The lines of the paragraph the item begins with; empty if it begins with something else. */
function ownLines(lines: readonly MarkdownLine[], item: ItemLines): MarkdownLine[] {
  const own: MarkdownLine[] = [];
  for (let number = item.line; number <= item.lastLine; number += 1) {
    const line = lines[number - 1];
    if (line?.kind !== 'text' || line.depth !== item.depth + 1 || line.opens !== (number === item.line)) break;
    own.push(line);
  }
  return own;
}

export const planCheck = ({ offset }: Checkbox, isDone: boolean): TextEdit => ({
  start: offset,
  end: offset + 1,
  text: isDone ? 'x' : ' ',
});

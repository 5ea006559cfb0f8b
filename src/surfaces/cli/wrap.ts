import { visibleLength } from './terminal.ts';

/** Breaks a text at its words so that no line is wider than the given width; a longer word has a line of its own. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(width, MIN_WIDTH)));
}

/** Below it, a column of single words is harder to read than a line that the terminal breaks. */
const MIN_WIDTH = 20;

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && visibleLength(longer) > width) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current];
}

/** A text as it fits a terminal: a line that is too wide goes on at a word, below the start of its last column that has room. */
export const fitLines = (text: string, columns: number): string =>
  text
    .split('\n')
    .map((line) => (visibleLength(line) <= columns ? line : fitLine(line, columns)))
    .join('\n');

function fitLine(line: string, columns: number): string {
  // Columns begin after indentation or two spaces.
  const starts = [...line.matchAll(/(?:^ +| {2,})(?=\S)/g)].map((gap) => gap.index + gap[0].length);
  const start = starts.findLast((at) => columns - widthBefore(line, at) >= MIN_COLUMN) ?? 0;
  const indent = widthBefore(line, start);
  const below = (text: string): string[] => wrapLine(text, columns - indent).map((part) => ' '.repeat(indent) + part);
  const last = starts.at(-1) ?? 0;
  const head = line.slice(0, last).trimEnd();
  // A last column without room beside the others goes below them as a whole.
  if (last > start && visibleLength(head) <= columns) return [head, ...below(line.slice(last))].join('\n');
  const [first = '', ...more] = below(line.slice(start));
  return [line.slice(0, start) + first.slice(indent), ...more].join('\n');
}

const widthBefore = (line: string, at: number): number => visibleLength(line.slice(0, at));

const MIN_COLUMN = 30;

/** What a stream can show in a line; no limit if it is no terminal. */
export const columnsOf = (stream: { readonly isTTY?: boolean; readonly columns?: number | undefined }): number =>
  stream.isTTY === true && stream.columns ? stream.columns : Infinity;

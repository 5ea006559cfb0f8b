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

/** A text that is a table, as the records it holds: CSV, columns between tabs or semicolons, Markdown. */
import type { JsonObject } from '../../../kernel/json.ts';

const MIN_LINES = 9;
/** So many of the rows must have a cell for each column; the others have gaps, or commas of their own. */
const WHOLE_SHARE = 0.9;
/** A few words without the end of a sentence. */
const NAME = /^(?!.{41})[\p{L}_][\p{L}\p{N}_./%()#-]*(?: [\p{L}\p{N}_./%()#-]+){0,2}(?<!\.)$/u;
const QUOTED = /^"(?:[^"]|"")*"$/;

export function findTable(text: string): JsonObject[] | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length < MIN_LINES) return undefined;
  const [first = '', second = ''] = lines;
  if (/^\s*\|.*\|\s*$/.test(first)) {
    return /^[\s|:-]+$/.test(second) ? recordsOf([first, ...lines.slice(2)], splitBordered) : undefined;
  }
  const border = ['\t', ';', ','].find((one) => first.includes(one));
  return border === undefined ? undefined : recordsOf(lines, (line) => splitAt(line, border));
}

function recordsOf(lines: readonly string[], split: (line: string) => string[]): JsonObject[] | undefined {
  const names = split(lines[0] ?? '');
  if (names.length < 2 || new Set(names).size < names.length || !names.every((name) => NAME.test(name)))
    return undefined;
  const rows = lines.slice(1).map(split);
  if (rows.filter((cells) => cells.length === names.length).length < rows.length * WHOLE_SHARE) return undefined;
  return rows.map((cells) =>
    Object.fromEntries(
      names.map((name, at) => [name, (at === names.length - 1 ? cells.slice(at).join(', ') : cells[at]) ?? '']),
    ),
  );
}

const splitBordered = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** A border between quotes is part of the cell. */
function splitAt(line: string, border: string): string[] {
  if (!line.includes('"')) return line.split(border).map((cell) => cell.trim());
  const cells: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at <= line.length; at += 1) {
    if (line[at] === '"') isQuoted = !isQuoted;
    if (at < line.length && (isQuoted || line[at] !== border)) continue;
    cells.push(unquote(line.slice(start, at).trim()));
    start = at + 1;
  }
  return cells;
}

const unquote = (cell: string): string => (QUOTED.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell);

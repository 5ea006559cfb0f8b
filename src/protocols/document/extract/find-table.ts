/** Tables in a text, as the records they hold: CSV, columns between tabs or semicolons, Markdown; and the text around them. */
import type { JsonObject } from '../../../kernel/json.ts';

const MIN_LINES = 9;
/** So many of the rows must have a cell for each column; the others have gaps, or commas of their own. */
const WHOLE_SHARE = 0.9;
/** A few words without the end of a sentence. */
const NAME = /^(?!.{41})[\p{L}_][\p{L}\p{N}_./%()#-]*(?: [\p{L}\p{N}_./%()#-]+){0,2}(?<!\.)$/u;
const QUOTED = /^"(?:[^"]|"")*"$/;
const BORDERED = /^\s*\|.*\|\s*$/;
const RULE = /^[\s|:-]+$/;
const BORDERS = ['\t', ';', ','];

/** A piece of the text as it is, or the rows of a table. */
export type Section = string | readonly JsonObject[];

/** Undefined for a text without any table. */
export function findTables(text: string): readonly Section[] | undefined {
  const lines = text.split(/\r\n?|\n/);
  if (lines.length < MIN_LINES) return undefined;
  const sections: Section[] = [];
  let loose: string[] = [];
  const flush = (): void => {
    const piece = loose.join('\n').trim();
    if (piece !== '') sections.push(piece);
    loose = [];
  };
  for (let at = 0; at < lines.length;) {
    const table = readTable(lines, at);
    if (table === undefined) {
      loose.push(lines[at] ?? '');
      at += 1;
      continue;
    }
    flush();
    sections.push(table.rows);
    loose.push(...table.loose);
    at = table.end;
  }
  flush();
  return sections.some((section) => typeof section !== 'string') ? sections : undefined;
}

interface Table {
  readonly rows: readonly JsonObject[];
  /** Lines between its rows that have no cells. */
  readonly loose: readonly string[];
  /** The first line after it. */
  readonly end: number;
}

/** The table that begins at this line. */
function readTable(lines: readonly string[], at: number): Table | undefined {
  const first = lines[at] ?? '';
  if (first.length > MAX_HEAD) return undefined;
  if (BORDERED.test(first)) return RULE.test(lines[at + 1] ?? '') ? readBordered(lines, at) : undefined;
  const border = BORDERS.find((one) => first.includes(one));
  if ((lines[at - 1] ?? '').trim() !== '') return undefined;
  if (border === undefined || namesOf(splitAt(first, border)) === undefined) return undefined;
  return readSeparated(lines, at, border);
}

const MAX_HEAD = 600;

function readBordered(lines: readonly string[], at: number): Table | undefined {
  let end = at + 2;
  while (BORDERED.test(lines[end] ?? '')) end += 1;
  const rows = recordsOf([lines[at] ?? '', ...lines.slice(at + 2, end)].map(splitBordered));
  return rows === undefined ? undefined : { rows, loose: [], end };
}

/** Blank lines may separate rows; one before a line without cells ends the table. */
function readSeparated(lines: readonly string[], at: number, border: string): Table | undefined {
  const cells: string[][] = [];
  const loose: string[] = [];
  let width = 0;
  let end = at;
  while (end < lines.length) {
    const { text, next } = readRecord(lines, end);
    const row = splitAt(text, border);
    if (cells.length === 0) width = row.length;
    const isBlank = text.trim() === '';
    const isAfterBlank = end > at && (lines[end - 1] ?? '').trim() === '';
    if (isAfterBlank && !isBlank && (row.length !== width || SENTENCE.test(text))) break;
    if (cells.length === MIN_LINES && cells.filter((one) => one.length === width).length * 2 < MIN_LINES) break;
    if (!isBlank) {
      if (row.length === 1) loose.push(text);
      else cells.push(row);
    }
    end = next;
  }
  const rows = loose.length > cells.length * (1 - WHOLE_SHARE) ? undefined : recordsOf(cells);
  return rows === undefined ? undefined : { rows, loose, end };
}

const SENTENCE = /[.!?]\s*$|[.!?:]\s/;

/** Lines a quoted cell may have. */
const MAX_CELL_LINES = 40;

/** A line, and those after it as long as a quote is open. */
function readRecord(lines: readonly string[], at: number): { readonly text: string; readonly next: number } {
  const first = lines[at] ?? '';
  if (!isOpen(first)) return { text: first, next: at + 1 };
  let text = first;
  for (let next = at + 1; next < Math.min(lines.length, at + MAX_CELL_LINES); next += 1) {
    text += `\n${lines[next] ?? ''}`;
    if (isOpen(lines[next] ?? '')) return { text, next: next + 1 };
  }
  return { text: first, next: at + 1 };
}

const isOpen = (line: string): boolean => line.includes('"') && line.split('"').length % 2 === 0;

const namesOf = (cells: readonly string[]): readonly string[] | undefined =>
  cells.length < 2 || new Set(cells).size < cells.length || !cells.every((name) => NAME.test(name)) ? undefined : cells;

function recordsOf([head = [], ...rows]: readonly (readonly string[])[]): JsonObject[] | undefined {
  const names = namesOf(head);
  if (names === undefined || rows.length < MIN_LINES - 1) return undefined;
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

/** Pipe tables: reading cells, and edits that change single cells, rows or columns and leave all other bytes alone. */
import { BatonError } from '../errors/index.ts';
import { detectLineEnding, withoutByteOrderMark, type TextEdit } from '../text.ts';
import { cellText, findAlignments, readPipeRow, renderCell, type Alignment, type PipeRow } from './pipe-row.ts';
import { scanMarkdown } from './scan.ts';
import type { MarkdownLine } from './types.ts';

export interface Table {
  /** Of the header row. */
  readonly line: number;
  readonly columns: readonly string[];
  readonly alignments: readonly Alignment[];
  readonly rows: readonly TableRow[];
  readonly header: TableRow;
  readonly delimiter: TableRow;
}

export interface TableRow {
  readonly line: number;
  /** One text per column: missing cells are empty, cells beyond the last column are left out. */
  readonly cells: readonly string[];
  readonly source: RowSource;
}

/** Where the row is in the text. */
interface RowSource extends PipeRow {
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
  readonly next: number;
}

/** The tables outside quotes and lists, in order. */
export function findTables(text: string): Table[] {
  const { tables, lines } = scanMarkdown(text);
  return tables
    .filter(({ depth }) => depth === 0)
    .flatMap((table) => readTable(text, lines, table.line, table.lastLine));
}

function readTable(text: string, lines: readonly MarkdownLine[], line: number, lastLine: number): Table[] {
  const sources = lines.slice(line - 1, lastLine).map((each) => readSource(text, each));
  const [headerSource, delimiterSource] = sources;
  if (headerSource === undefined || delimiterSource === undefined) return [];
  const count = headerSource.cells.length;
  const rows = sources.map((source, index) => ({ line: line + index, cells: readCells(text, source, count), source }));
  const [header, delimiter, ...body] = rows;
  if (header === undefined || delimiter === undefined) return [];
  const alignments = findAlignments(text, delimiterSource.contentStart, delimiterSource.end) ?? [];
  return [{ line, columns: header.cells, alignments, rows: body, header, delimiter }];
}

const readSource = (text: string, { start, contentStart, end, next }: MarkdownLine): RowSource => ({
  ...readPipeRow(text, contentStart, end),
  start,
  contentStart,
  end,
  next,
});

const readCells = (text: string, { cells }: RowSource, count: number): string[] =>
  Array.from({ length: count }, (_, column) => {
    const cell = cells[column];
    return cell === undefined ? '' : cellText(text.slice(cell.start, cell.end));
  });

/** Sets the cells given, by column; undefined leaves a cell as it is, byte for byte. */
export function planSetCells(
  text: string,
  table: Table,
  row: number,
  values: readonly (string | undefined)[],
): TextEdit[] {
  const { source } = getRow(table, row);
  assertWidth(table, values.length);
  const edits = values.flatMap((value, column) =>
    value === undefined || column >= source.cells.length ? [] : [planCell(text, source, column, value)],
  );
  const missing = values.slice(source.cells.length);
  const lastGiven = missing.findLastIndex((value) => value !== undefined);
  if (lastGiven === -1) return edits;
  return [
    ...edits,
    planAppend(
      source,
      missing.slice(0, lastGiven + 1).map((value) => value ?? ''),
    ),
  ];
}

/** A row after the last one, in the style of the header. */
export function planAddRow(text: string, table: Table, values: readonly string[]): TextEdit {
  assertWidth(table, values.length);
  const { source } = table.header;
  const cells = table.columns.map((_, column) => renderCell(values[column] ?? ''));
  const hasLeadingPipe = source.hasLeadingPipe || !isSafeStart(cells[0] ?? '');
  const indent = withoutByteOrderMark(text.slice(source.start, source.contentStart));
  const row = `${indent}${hasLeadingPipe ? '| ' : ''}${cells.join(' | ')}${source.hasTrailingPipe ? ' |' : ''}`;
  const { end, next } = (table.rows.at(-1) ?? table.delimiter).source;
  const isOpenEnded = end === next;
  const ending = isOpenEnded ? detectLineEnding(text) : text.slice(end, next);
  return { start: next, end: next, text: isOpenEnded ? ending + row : row + ending };
}

/** A column after the last one; rows whose value is empty stay as they are, which reads the same. */
export function planAddColumn(table: Table, title: string, values: readonly string[]): TextEdit[] {
  const rule = '-'.repeat(Math.max(3, title.length));
  return [
    planInsertCell(table, table.header, title),
    planInsertCell(table, table.delimiter, rule),
    ...table.rows.flatMap((row, index) => {
      const value = values[index] ?? '';
      const isNeeded = renderCell(value) !== '' || row.source.cells.length > table.columns.length;
      return isNeeded ? [planInsertCell(table, row, value)] : [];
    }),
  ];
}

export function planRemoveRow(table: Table, row: number): TextEdit {
  const { start, next } = getRow(table, row).source;
  return { start, end: next, text: '' };
}

function getRow(table: Table, row: number): TableRow {
  const found = table.rows[row];
  if (found === undefined)
    throw new BatonError('INPUT_INVALID', `the table at line ${table.line} has no row ${row + 1}`);
  return found;
}

function assertWidth(table: Table, count: number): void {
  if (count <= table.columns.length) return;
  throw new BatonError(
    'INPUT_INVALID',
    `the table at line ${table.line} has ${table.columns.length} columns, not ${count}`,
  );
}

/** Without a pipe before it, a first cell can open a list, a heading, a fence, or nothing at all. */
const isSafeStart = (cell: string): boolean => /^\p{L}/u.test(cell);

/** The new text replaces the old one; padding shrinks so that columns stay aligned if possible. */
function planCell(text: string, source: RowSource, column: number, value: string): TextEdit {
  const { start, end } = source.cells[column] ?? { start: source.end, end: source.end };
  const raw = text.slice(start, end);
  const cell = renderCell(value);
  const isFirst = column === 0 && !source.hasLeadingPipe;
  const isLast = column === source.cells.length - 1 && !source.hasTrailingPipe;
  const pipe = isFirst && !isSafeStart(cell) ? '| ' : '';
  const isPadded = raw === '' || /^[ \t]/.test(raw) || /[ \t]$/.test(raw);
  const lead = isFirst ? '' : raw.trim() === '' ? ' ' : raw.slice(0, raw.length - raw.trimStart().length);
  const filled = isLast || !isPadded ? lead + cell : `${lead}${cell}`.padEnd(raw.length - 1);
  const tail = !isLast && (isPadded || cell.endsWith('\\')) ? ' ' : '';
  return { start, end, text: pipe + filled + tail };
}

/** Cells after the last one of a row. */
function planAppend(source: RowSource, values: readonly string[]): TextEdit {
  const at = source.cells.at(-1)?.end ?? source.end;
  const cells = values.map(renderCell);
  // An empty cell at the end of a row does not count without a pipe after it.
  const closing = cells.at(-1) === '' ? ' |' : '';
  if (!source.hasTrailingPipe) {
    return { start: at, end: at, text: cells.map((cell) => ` | ${cell}`).join('') + closing };
  }
  return { start: at + 1, end: at + 1, text: cells.map((cell) => ` ${cell} |`).join('') };
}

function planInsertCell(table: Table, row: TableRow, value: string): TextEdit {
  const { source } = row;
  const surplus = source.cells[table.columns.length];
  if (surplus !== undefined) return { start: surplus.start, end: surplus.start, text: ` ${renderCell(value)} |` };
  const missing = table.columns.length - source.cells.length;
  return planAppend(source, [...Array<string>(missing).fill(''), value]);
}

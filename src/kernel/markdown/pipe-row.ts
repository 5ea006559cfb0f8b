/** One row of a pipe table as GitHub reads it: cells between pipes, a pipe after a backslash is text. */

/** Offsets of a cell's raw text between its pipes, padding included. */
export interface CellRange {
  readonly start: number;
  readonly end: number;
}

export interface PipeRow {
  readonly cells: readonly CellRange[];
  readonly hasLeadingPipe: boolean;
  readonly hasTrailingPipe: boolean;
}

export type Alignment = 'left' | 'center' | 'right' | undefined;

/** The row between two offsets of a text. A pipe splits cells also inside a code span, as on GitHub. */
export function readPipeRow(text: string, start: number, end: number): PipeRow {
  const from = skipBlanks(text, start, end);
  const to = skipBlanksBack(text, from, end);
  const hasLeadingPipe = text[from] === '|' && from < to;
  const pipes = findPipes(text, hasLeadingPipe ? from + 1 : from, to);
  const hasTrailingPipe = pipes.at(-1) === to - 1;
  const cells: CellRange[] = [];
  let cellStart = hasLeadingPipe ? from + 1 : from;
  for (const pipe of pipes) {
    cells.push({ start: cellStart, end: pipe });
    cellStart = pipe + 1;
  }
  if (!hasTrailingPipe) cells.push({ start: cellStart, end: to });
  return { cells, hasLeadingPipe, hasTrailingPipe };
}

function findPipes(text: string, start: number, end: number): number[] {
  const pipes: number[] = [];
  for (let at = start; at < end; at += 1) {
    if (text[at] === '|' && text[at - 1] !== '\\') pipes.push(at);
  }
  return pipes;
}

/** The alignments of a delimiter row such as `|:--|--:|`; undefined if it is not one. */
export function findAlignments(text: string, start: number, end: number): Alignment[] | undefined {
  if (!holdsOnly(text, start, end, '|:- \t')) return undefined;
  const alignments: Alignment[] = [];
  for (const cell of readPipeRow(text, start, end).cells) {
    const mark = text.slice(cell.start, cell.end).trim();
    const isLeft = mark.startsWith(':');
    const isRight = mark.length > 1 && mark.endsWith(':');
    const dashes = mark.slice(isLeft ? 1 : 0, isRight ? -1 : undefined);
    if (dashes === '' || !holdsOnly(dashes, 0, dashes.length, '-')) return undefined;
    alignments.push(isLeft ? (isRight ? 'center' : 'left') : isRight ? 'right' : undefined);
  }
  return alignments;
}

/** Whether a header row and the delimiter row under it open a table; one without any pipe is a heading or a list. */
export function opensTable(text: string, header: CellRange, delimiter: CellRange): boolean {
  const alignments = findAlignments(text, delimiter.start, delimiter.end);
  if (alignments === undefined) return false;
  const row = readPipeRow(text, header.start, header.end);
  const hasPipe = row.cells.length > 1 || row.hasLeadingPipe || row.hasTrailingPipe;
  return hasPipe && row.cells.length === alignments.length;
}

function holdsOnly(text: string, start: number, end: number, allowed: string): boolean {
  for (let at = start; at < end; at += 1) {
    if (!allowed.includes(text[at] ?? '')) return false;
  }
  return end > start;
}

const isBlankAt = (text: string, at: number): boolean => text[at] === ' ' || text[at] === '\t';

function skipBlanks(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isBlankAt(text, at)) at += 1;
  return at;
}

function skipBlanksBack(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isBlankAt(text, at - 1)) at -= 1;
  return at;
}

/** What a cell says: padding off, escaped pipes plain. */
export const cellText = (raw: string): string => raw.trim().replaceAll(String.raw`\|`, '|');

/** What must be written for a cell to say this; a cell has one line. */
export const renderCell = (value: string): string =>
  value
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll('|', String.raw`\|`);

import { visibleLength as width } from './terminal.ts';

/** Columns aligned with two spaces between; columns without any text are left out, and no row ends in spaces. */
export function renderTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  const measured = rows.map((row) => row.map((text) => ({ text, length: width(text) })));
  for (const row of measured)
    row.forEach(({ length }, column) => (widths[column] = Math.max(widths[column] ?? 0, length)));
  return measured.map((row) => renderRow(row, widths)).join('\n');
}

function renderRow(row: readonly { text: string; length: number }[], widths: readonly number[]): string {
  const last = row.findLastIndex(({ length }) => length > 0);
  return row
    .slice(0, last + 1)
    .map(({ text, length }, column) => (column === last ? text : text + ' '.repeat((widths[column] ?? 0) - length)))
    .filter((_, column) => widths[column] !== 0)
    .join('  ');
}

import { visibleLength as width } from './terminal.ts';

/** Columns aligned with two spaces between; the last column is not padded. */
export function renderTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, width(cell))));
  return rows.map((row) => renderRow(row, widths)).join('\n');
}

const renderRow = (row: readonly string[], widths: readonly number[]): string =>
  row
    .map((cell, column) => (column === row.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - width(cell))))
    .join('  ');

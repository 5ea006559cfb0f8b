import { visibleLength as width } from './terminal.ts';

/** Columns aligned with two spaces between; columns without any text are left out, and no row ends in spaces. */
export function renderTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, width(cell))));
  return rows.map((row) => renderRow(row, widths)).join('\n');
}

function renderRow(row: readonly string[], widths: readonly number[]): string {
  const last = row.findLastIndex((cell) => width(cell) > 0);
  return row
    .slice(0, last + 1)
    .map((cell, column) => (column === last ? cell : cell + ' '.repeat((widths[column] ?? 0) - width(cell))))
    .filter((_, column) => widths[column] !== 0)
    .join('  ');
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A pipe table; bars inside cells are escaped. */
export function renderMarkdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

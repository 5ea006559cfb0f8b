import { readFileSync } from 'node:fs';

/** What a case of tampering is in docs/audit-tampering.md: who can do it, what is done, and what tells. */
export type TamperRow = readonly [power: string, name: string, foundBy: string];

/** The rows of the table below this heading. */
export function readTamperTable(heading: string): TamperRow[] {
  const page = readFileSync('docs/audit-tampering.md', 'utf8');
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return section
    .split('\n')
    .filter((line) => /^\| [A-Z] \|/.test(line))
    .map((line) => {
      const [, power = '', name = '', foundBy = ''] = line.split('|').map((cell) => cell.trim());
      return [power, name, foundBy];
    });
}

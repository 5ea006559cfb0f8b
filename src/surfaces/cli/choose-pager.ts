import { visibleLength } from './terminal.ts';

const DEFAULT_PAGER = 'less';
const DEFAULT_COLUMNS = 80;

interface PagerTerminal {
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: { readonly isTTY?: boolean; readonly rows?: number; readonly columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The pager for a text that does not fit the screen: BATON_PAGER, else PAGER, else less. None if a program reads along
 * (no terminal on both sides, or CI), or if the person wants none (empty or cat).
 */
export function choosePager(terminal: PagerTerminal, text: string): string | undefined {
  const { stdout, env } = terminal;
  // Standard input last: Node opens it when it is asked for.
  if (stdout.isTTY !== true || !stdout.rows || terminal.stdin.isTTY !== true) return undefined;
  if (env['TERM'] === 'dumb' || (env['CI'] ?? '') !== '') return undefined;
  const pager = (env['BATON_PAGER'] ?? env['PAGER'] ?? DEFAULT_PAGER).trim();
  if (pager === '' || pager === 'cat') return undefined;
  return countRows(text, stdout.columns || DEFAULT_COLUMNS) < stdout.rows ? undefined : pager;
}

const countRows = (text: string, columns: number): number =>
  text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(visibleLength(line) / columns)), 0);

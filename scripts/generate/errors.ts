import { ERRORS } from '../../src/kernel/errors/index.ts';
import { renderMarkdownTable } from './markdown-table.ts';

export function renderErrorReference(): string {
  const rows = Object.entries(ERRORS)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, row]) => [`\`${code}\``, String(row.exit), row.meaning, row.hint]);
  return [
    '# Error codes',
    '',
    'Generated from `src/kernel/errors/`. A code is never renamed. With `--json` it is in `error.code`.',
    'Exit codes: 1 findings or refusal, 2 wrong usage, 3 conflict or held lock, 4 not found, 70 internal error.',
    '',
    renderMarkdownTable(['code', 'exit', 'what happened', 'what to do'], rows),
    '',
  ].join('\n');
}

/** Which table an assertion goes into, and the columns it needs there. */
import { BatonError } from '../../../kernel/errors/index.ts';
import { outlineMarkdown, planAddColumn } from '../../../kernel/markdown/index.ts';
import { applyEdits, detectLineEnding, hasFinalNewline, withLineEnding } from '../../../kernel/text.ts';
import { findTrustTables, type ColumnName, type TrustTable } from './trust-table.ts';

export const TRUST_FILE = 'TRUST.md';
export const EMPTY_TRUST =
  '# Trust\n\n| Property | Status | Verified | TTL | Expires | Provenance |\n|----------|--------|----------|-----|---------|------------|\n';

/** With evidence the table needs a column for it. */
export interface WantedColumns {
  readonly evidence?: string | undefined;
}

/**
 * The first table that has all columns; without one a table of its own, since wider rows would change lines that people
 * wrote.
 */
export function chooseTable(text: string, wanted: WantedColumns): { readonly text: string; readonly index: number } {
  const whole = findTrustTables(text).findIndex((found) => REQUIRED.every((name) => hasColumn(found, name)));
  const added = whole === -1 ? appendTable(text) : text;
  const index = whole === -1 ? findTrustTables(added).length - 1 : whole;
  return { text: withColumns(added, index, wanted), index };
}

/** Under a heading, so that a status in the heading of the table above does not count for it. */
function appendTable(text: string): string {
  if (text.trim() === '') return EMPTY_TRUST;
  const ending = detectLineEnding(text);
  const gap = hasFinalNewline(text) ? ending : ending + ending;
  const table = EMPTY_TRUST.slice(EMPTY_TRUST.indexOf('|'));
  const heading = outlineMarkdown(text).some(({ heading: { level } }) => level > 1) ? '## Assertions\n\n' : '';
  return `${text}${gap}${withLineEnding(`${heading}${table}`, ending)}`;
}

const REQUIRED: readonly ColumnName[] = ['status', 'verified', 'ttl', 'expires', 'provenance'];

/** One that means the same under another name counts. */
const hasColumn = ({ column }: TrustTable, name: ColumnName): boolean =>
  column(name) !== -1 || (name === 'provenance' && column('agent') !== -1);

const TITLES: Readonly<Partial<Record<ColumnName, string>>> = {
  status: 'Status',
  verified: 'Verified',
  ttl: 'TTL',
  expires: 'Expires',
  provenance: 'Provenance',
  evidence: 'Evidence',
};

/** Columns that are missing are added; one that means the same under another name is used instead. */
export function withColumns(text: string, index: number, { evidence }: WantedColumns): string {
  const wanted = evidence === undefined ? REQUIRED : [...REQUIRED, 'evidence' as const];
  return wanted.reduce((wide, name) => {
    const found = getTable(wide, index);
    if (hasColumn(found, name)) return wide;
    const values = name === 'status' ? found.table.rows.map(() => found.headed) : [];
    return applyEdits(wide, planAddColumn(found.table, TITLES[name] ?? name, values));
  }, text);
}

export function getTable(text: string, index: number): TrustTable {
  const found = findTrustTables(text)[index];
  if (found !== undefined) return found;
  throw new BatonError('TRUST_TABLE_INVALID', `${TRUST_FILE} has no table with the columns Property and Status`);
}

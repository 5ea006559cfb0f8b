/**
 * Tables of assertions as people keep them: other names for the same columns, ids, a status from the heading above.
 * Which table an assertion goes into, and the columns it needs there.
 */

import { BatonError } from '../../../kernel/errors/index.ts';
import { findTables, outlineMarkdown, planAddColumn, type Table } from '../../../kernel/markdown/index.ts';
import { applyEdits, detectLineEnding, hasFinalNewline, withLineEnding } from '../../../kernel/text.ts';

export const COLUMN_NAMES = {
  id: /^(?:id|#|no\.?)$/i,
  property: /^(?:property|claim|item|assertion|statement|area|subject|check|fact)$/i,
  status: /^(?:status|state|confidence)$/i,
  verified: /^(?:(?:last[ _-]?)?(?:verified|checked|confirmed)(?: (?:on|at|date))?|verification date|date)$/i,
  ttl: /^(?:ttl|time to live|valid for)$/i,
  expires: /^(?:expires?(?: on| at)?|expiry|valid until)$/i,
  provenance: /^provenance$/i,
  agent: /^(?:agent|verified by|by)$/i,
  evidence: /^(?:evidence|basis|proof)$/i,
} as const;
export type ColumnName = keyof typeof COLUMN_NAMES;

export interface TrustTable {
  readonly table: Table;
  /** What the heading above says about all rows; used if the table has no status column. */
  readonly headed: string;
  column(name: ColumnName): number;
}

const HEADED = /^\W*(verified|assumed|unknown|untested|refuted)\b/i;

/** Every table that names assertions and says how far each can be trusted. */
export function findTrustTables(text: string): TrustTable[] {
  const nodes = outlineMarkdown(text);
  return findTables(text).flatMap((table) => {
    const over = nodes.findLast(
      ({ start, end }) => start <= table.header.source.start && table.header.source.start < end,
    );
    const headed = HEADED.exec(over?.heading.text ?? '')?.[1]?.toLowerCase() ?? '';
    const column = (name: ColumnName): number =>
      table.columns.findIndex((title) => COLUMN_NAMES[name].test(title.trim()));
    const isTrust = column('property') !== -1 && (column('status') !== -1 || headed !== '');
    return isTrust ? [{ table, headed, column }] : [];
  });
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A day in the forms people write it, as `YYYY-MM-DD`; what has a time of day is left as it is. */
export function normaliseDate(cell: string): string {
  const text = cell.replaceAll(/[`*]/g, '').trim();
  if (/^\d{4}-\d\d-\d\d(?:T.*)?$/.test(text)) return text;
  const numeric = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})\b/.exec(text);
  if (numeric !== null) return toDate(numeric[1], numeric[2], numeric[3]);
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})\b/.exec(text);
  if (german !== null) return toDate(german[3], german[2], german[1]);
  const named = /^(?:(\d{1,2})\.?\s+)?([A-Za-z]{3})[a-z]*\.?\s+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?(\d{4})\b/.exec(text);
  const month = MONTHS.indexOf((named?.[2] ?? '').toLowerCase());
  if (named !== null && month !== -1) return toDate(named[4], String(month + 1), named[1] ?? named[3] ?? '1');
  return /\b(\d{4}-\d\d-\d\d)\b/.exec(text)?.[1] ?? text;
}

const toDate = (year = '', month = '', day = ''): string => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

export const TRUST_FILE = 'TRUST.md';
export const EMPTY_TRUST =
  '# Trust\n\n| Property | Status | Verified | TTL | Expires | Provenance |\n|----------|--------|----------|-----|---------|------------|\n';

/** With evidence the table needs a column for it. */
interface WantedColumns {
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

/** Tables of assertions as people keep them: other names for the same columns, ids, a status from the heading above. */
import { findTables, outlineMarkdown, type Table } from '../../../kernel/markdown/index.ts';

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

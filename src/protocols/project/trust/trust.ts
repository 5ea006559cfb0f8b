/** TRUST.md: claims with a date of verification and a time to live, in a table that people may have made by hand. */
import { BatonError } from '../../../kernel/errors/index.ts';
import {
  findTables,
  planAddColumn,
  planAddRow,
  planRemoveRow,
  planSetCells,
  type Table,
} from '../../../kernel/markdown/index.ts';
import { applyEdits, hasFinalNewline } from '../../../kernel/text.ts';
import { renderIsoDate, renderIsoSeconds } from '../../../kernel/time.ts';
import { countsDays, decideExpiry, defaultTtl, hasExpired, type TrustClock } from './trust-expiry.ts';

export const TRUST_FILE = 'TRUST.md';
export const EMPTY_TRUST =
  '# Trust\n\n| Property | Status | Verified | TTL | Expires | Provenance |\n|----------|--------|----------|-----|---------|------------|\n';

const EXPIRED_MARK = '⚠️ EXPIRED';

export interface Claim {
  readonly property: string;
  /** Lower case, without marks around the words: `**Verified** ✅` is `verified`. */
  readonly status: string;
  readonly verified: string;
  readonly ttl: string;
  /** As written, without the mark. */
  readonly expires: string;
  readonly provenance: string;
  readonly evidence: string;
  readonly line: number;
}

interface TrustTable {
  readonly table: Table;
  column(name: string): number;
}

/** The first table with the columns Property and Status; undefined where there is none. */
function findTrustTable(text: string): TrustTable | undefined {
  const table = findTables(text).find(({ columns }) => hasColumn(columns, 'property') && hasColumn(columns, 'status'));
  if (table === undefined) return undefined;
  return { table, column: (name) => table.columns.findIndex((title) => title.trim().toLowerCase() === name) };
}

const hasColumn = (columns: readonly string[], name: string): boolean =>
  columns.some((title) => title.trim().toLowerCase() === name);

export function parseClaims(text: string): Claim[] {
  const found = findTrustTable(text);
  if (found === undefined) return [];
  const { table, column } = found;
  return table.rows.map(({ cells, line }) => {
    const cell = (name: string): string => (cells[column(name)] ?? '').trim();
    return {
      property: cell('property'),
      status: readStatus(cell('status')),
      verified: cell('verified'),
      ttl: cell('ttl'),
      expires: cell('expires').replace(EXPIRED_MARK, '').trim(),
      provenance: cell('provenance'),
      evidence: cell('evidence'),
      line,
    };
  });
}

export interface Verification {
  readonly status: string;
  readonly verifiedMs: number;
  readonly ttl: string;
  readonly provenance: string;
  readonly evidence?: string | undefined;
}

/** People mark what they write: bold, ticks, a word behind it. */
export function readStatus(cell: string): string {
  const words = cell
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return /^verified\b/.test(words) ? 'verified' : words;
}

/** The cells of a verification: dates for whole days, date-times for anything shorter. */
function cellsOf({ status, verifiedMs, ttl, provenance, evidence }: Verification): Record<string, string | undefined> {
  const show = (epochMs: number): string => (countsDays(ttl) ? renderIsoDate(epochMs) : renderIsoSeconds(epochMs));
  const verified = show(verifiedMs);
  const expiry = decideExpiry({ property: '', verified, ttl, expires: '' });
  return {
    status,
    verified,
    ttl,
    expires: expiry.kind === 'at' ? show(expiry.epochMs) : `${ttl.replace('c', '')} commits`,
    provenance,
    evidence,
  };
}

export function addClaim(text: string, property: string, verification: Verification): string {
  if (parseClaims(text).some((claim) => isSame(claim.property, property))) {
    throw new BatonError('CLAIM_EXISTS', `"${property}" is in ${TRUST_FILE} already`, { property });
  }
  const wide = withColumns(ensureTable(text), verification);
  const { table, column } = getTable(wide);
  const cells = cellsOf(verification);
  const values = table.columns.map(() => '');
  values[column('property')] = property;
  for (const [name, value] of Object.entries(cells)) if (column(name) !== -1) values[column(name)] = value ?? '';
  return applyEdits(wide, [planAddRow(wide, table, values)]);
}

export function verifyClaim(text: string, property: string, verification: Verification): string {
  getClaimRow(text, property);
  const wide = withColumns(text, verification);
  const { table, column, row } = getClaimRow(wide, property);
  const values: (string | undefined)[] = table.columns.map(() => undefined);
  for (const [name, value] of Object.entries(cellsOf(verification)))
    if (column(name) !== -1) values[column(name)] = value;
  return applyEdits(wide, planSetCells(wide, table, row, values));
}

/** A probe that failed: the claim is no longer verified, and the evidence says why. The rest stays. */
export function failClaim(text: string, property: string, status: string, evidence: string): string {
  getClaimRow(text, property);
  const wide = addMissingColumns(text, ['evidence']);
  const { table, column, row } = getClaimRow(wide, property);
  const values: (string | undefined)[] = table.columns.map(() => undefined);
  values[column('status')] = status;
  values[column('evidence')] = evidence;
  return applyEdits(wide, planSetCells(wide, table, row, values));
}

export function dropClaim(text: string, property: string): string {
  const { table, row } = getClaimRow(text, property);
  return applyEdits(text, [planRemoveRow(table, row)]);
}

/** Puts the mark behind the date of every expired claim, and takes it off those that are not. */
export function markExpired(text: string, clock: TrustClock): string {
  const found = findTrustTable(text);
  const expires = found?.column('expires') ?? -1;
  if (found === undefined || expires === -1) return text;
  const edits = parseClaims(text).flatMap((claim, row) => {
    const shown = found.table.rows[row]?.cells[expires] ?? '';
    const isMarked = shown.includes(EXPIRED_MARK);
    const shouldBe = hasExpired(claim, clock);
    if (isMarked === shouldBe) return [];
    const values: (string | undefined)[] = found.table.columns.map(() => undefined);
    values[expires] = shouldBe ? `${claim.expires} ${EXPIRED_MARK}`.trim() : claim.expires;
    return planSetCells(text, found.table, row, values);
  });
  return applyEdits(text, edits);
}

/** Migration: a table without TTL and Expires gets them, filled by each claim's own kind. */
export function addTtlColumns(text: string): string {
  const found = findTrustTable(text);
  if (found === undefined || found.column('ttl') !== -1) return text;
  const claims = parseClaims(text);
  const ttls = claims.map(({ property }) => defaultTtl(property));
  const wide = applyEdits(text, planAddColumn(found.table, 'TTL', ttls));
  const again = findTrustTable(wide);
  if (again === undefined || again.column('expires') !== -1) return wide;
  const dates = parseClaims(wide).map((claim) => {
    const expiry = decideExpiry(claim);
    return expiry.kind === 'at' ? renderIsoDate(expiry.epochMs) : '';
  });
  return applyEdits(wide, planAddColumn(again.table, 'Expires', dates));
}

const isSame = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

function getTable(text: string): TrustTable {
  const found = findTrustTable(text);
  if (found !== undefined) return found;
  throw new BatonError('TRUST_TABLE_INVALID', `${TRUST_FILE} has no table with the columns Property and Status`);
}

function getClaimRow(text: string, property: string): TrustTable & { readonly row: number } {
  const found = findTrustTable(text);
  const claims = parseClaims(text);
  const row = claims.findIndex((claim) => isSame(claim.property, property));
  if (found !== undefined && row !== -1) return { ...found, row };
  throw new BatonError('CLAIM_NOT_FOUND', `there is no claim "${property}" in ${TRUST_FILE}`, {
    property,
    known: claims.map((claim) => claim.property),
  });
}

function ensureTable(text: string): string {
  if (findTrustTable(text) !== undefined) return text;
  if (text.trim() === '') return EMPTY_TRUST;
  return `${text}${hasFinalNewline(text) ? '' : '\n'}${EMPTY_TRUST.slice(EMPTY_TRUST.indexOf('\n') + 1)}`;
}

const withColumns = (text: string, { evidence }: Verification): string =>
  addMissingColumns(text, [
    'verified',
    'ttl',
    'expires',
    'provenance',
    ...(evidence === undefined ? [] : ['evidence']),
  ]);

const TITLES: Readonly<Record<string, string>> = {
  verified: 'Verified',
  ttl: 'TTL',
  expires: 'Expires',
  provenance: 'Provenance',
  evidence: 'Evidence',
};

function addMissingColumns(text: string, names: readonly string[]): string {
  let wide = text;
  for (const name of names) {
    const { table, column } = getTable(wide);
    if (column(name) === -1) wide = applyEdits(wide, planAddColumn(table, TITLES[name] ?? name, []));
  }
  return wide;
}

/** What a session that did not finish claimed is neither true nor false. */
export function markUnknown(text: string, sessionId: string): string {
  const found = findTrustTable(text);
  const status = found?.column('status') ?? -1;
  if (found === undefined || sessionId === '' || status === -1) return text;
  const edits = parseClaims(text).flatMap(({ provenance }, row) => {
    if (!provenance.split(/\s+/).includes(sessionId)) return [];
    const values: (string | undefined)[] = found.table.columns.map(() => undefined);
    values[status] = 'unknown';
    return planSetCells(text, found.table, row, values);
  });
  return applyEdits(text, edits);
}

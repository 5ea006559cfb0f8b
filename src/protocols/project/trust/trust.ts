/** TRUST.md: assertions with a date of verification and a time to live, in a table people may have written by hand. */
import { BatonError } from '../../../kernel/errors/index.ts';
import { planAddColumn, planAddRow, planRemoveRow, planSetCells } from '../../../kernel/markdown/index.ts';
import { applyEdits } from '../../../kernel/text.ts';
import { renderIsoDate, renderIsoSeconds } from '../../../kernel/time.ts';
import { countsDays, decideExpiry, defaultTtl, hasExpired, type TrustClock } from './trust-expiry.ts';
import {
  chooseTable,
  COLUMN_NAMES,
  findTrustTables,
  getTable,
  normaliseDate,
  TRUST_FILE,
  withColumns,
  type ColumnName,
  type TrustTable,
} from './trust-table.ts';

export { EMPTY_TRUST, TRUST_FILE } from './trust-table.ts';

const EXPIRED_MARK = '⚠️ EXPIRED';

/** An assertion of TRUST.md. */
export interface Claim {
  /** Of tables that number their assertions; else empty. */
  readonly id: string;
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

/** In the order of the file. */
export const parseClaims = (text: string): Claim[] => findTrustTables(text).flatMap(readClaims);

function readClaims({ table, headed, column }: TrustTable): Claim[] {
  return table.rows.map(({ cells, line }) => {
    const cell = (name: ColumnName): string => (cells[column(name)] ?? '').trim();
    const evidence = cell('evidence');
    const verified = cell('verified');
    return {
      id: cell('id'),
      property: cell('property'),
      status: column('status') === -1 ? headed : readStatus(cell('status')),
      // Without a column of its own, the day is in the evidence: `npm test output, 2026-02-27`.
      verified: normaliseDate(column('verified') === -1 ? (/\b\d{4}-\d\d-\d\d\b/.exec(evidence)?.[0] ?? '') : verified),
      ttl: cell('ttl'),
      expires: normaliseDate(cell('expires').replace(EXPIRED_MARK, '').trim()),
      provenance: isToken(cell('provenance'))
        ? cell('agent') || cell('provenance')
        : cell('provenance') || cell('agent'),
      evidence,
      line,
    };
  });
}

/** How an assertion was checked, in the public tool's words, rather than by whom. */
const isToken = (cell: string): boolean => /^(?:-|[a-z]+(?:_[a-z]+)+)$/.test(cell);

export interface Verification {
  readonly status: string;
  readonly verifiedMs: number;
  readonly ttl: string;
  readonly provenance: string;
  readonly evidence?: string | undefined;
}

/** People decorate what they write: bold, ticks, a word after it. */
export function readStatus(cell: string): string {
  const words = cell
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return /^(verified|assumed|refuted)\b/.exec(words)?.[1] ?? words;
}

/** The cells of a verification: dates for whole days, date-times for anything shorter. */
function cellsOf(
  { status, verifiedMs, ttl, provenance, evidence }: Verification,
  { column }: TrustTable,
): Partial<Record<ColumnName, string | undefined>> {
  const show = (epochMs: number): string => (countsDays(ttl) ? renderIsoDate(epochMs) : renderIsoSeconds(epochMs));
  const verified = show(verifiedMs);
  const expiry = decideExpiry({ property: '', verified, ttl, expires: '' });
  const method = evidence === undefined ? 'self_reviewed' : 'tool_verified';
  return {
    status,
    verified,
    ttl,
    expires: expiry.kind === 'at' ? show(expiry.epochMs) : `${ttl.replace('c', '')} commits`,
    // Beside a column that names the agent, the provenance says how it was checked.
    ...(column('agent') === -1 ? { provenance } : { provenance: method, agent: provenance }),
    evidence,
  };
}

export function addClaim(text: string, property: string, verification: Verification): string {
  if (findClaim(text, property) !== undefined)
    throw new BatonError('CLAIM_EXISTS', `"${property}" is in ${TRUST_FILE} already`, { property });
  const { text: wide, index } = chooseTable(text, verification);
  const found = getTable(wide, index);
  const values = found.table.columns.map(() => '');
  values[found.column('property')] = property;
  fill(values, found, cellsOf(verification, found));
  return applyEdits(wide, [planAddRow(wide, found.table, values)]);
}

function fill(
  values: (string | undefined)[],
  { column }: TrustTable,
  cells: Partial<Record<ColumnName, string | undefined>>,
): void {
  for (const name of Object.keys(COLUMN_NAMES) as ColumnName[]) {
    const [at, value] = [column(name), cells[name]];
    if (at !== -1 && value !== undefined) values[at] = value;
  }
}

export function verifyClaim(text: string, property: string, verification: Verification): string {
  return changeRow(text, property, verification, (found) => cellsOf(verification, found));
}

/** A probe that failed: the assertion is refuted, by whom and by which evidence. When it was last verified stays. */
export function refuteClaim(
  text: string,
  property: string,
  { provenance, evidence }: Pick<Verification, 'provenance' | 'evidence'>,
): string {
  return changeRow(text, property, { evidence }, ({ column }) => ({
    status: 'refuted',
    evidence,
    ...(column('agent') === -1 ? { provenance } : { provenance: 'tool_verified', agent: provenance }),
  }));
}

function changeRow(
  text: string,
  property: string,
  wanted: Pick<Verification, 'evidence'>,
  cellsFor: (found: TrustTable) => Partial<Record<ColumnName, string | undefined>>,
): string {
  const { index, row } = getClaimRow(text, property);
  const wide = withColumns(text, index, wanted);
  const found = getTable(wide, index);
  const values: (string | undefined)[] = found.table.columns.map(() => undefined);
  fill(values, found, cellsFor(found));
  return applyEdits(wide, planSetCells(wide, found.table, row, values));
}

export function dropClaim(text: string, property: string): string {
  const { found, row } = getClaimRow(text, property);
  return applyEdits(text, [planRemoveRow(found.table, row)]);
}

/** Adds the mark after the date of every expired assertion, and removes it from those that are not. */
export function markExpired(text: string, clock: TrustClock): string {
  const edits = findTrustTables(text).flatMap((found) => {
    const expires = found.column('expires');
    if (expires === -1) return [];
    return readClaims(found).flatMap((claim, row) => {
      const shown = found.table.rows[row]?.cells[expires] ?? '';
      const isMarked = shown.includes(EXPIRED_MARK);
      const shouldBe = hasExpired(claim, clock);
      if (isMarked === shouldBe) return [];
      const values: (string | undefined)[] = found.table.columns.map(() => undefined);
      const date = shown.replace(EXPIRED_MARK, '').trim();
      values[expires] = shouldBe ? `${date} ${EXPIRED_MARK}`.trim() : date;
      return planSetCells(text, found.table, row, values);
    });
  });
  return applyEdits(text, edits);
}

/** Migration: tables without TTL and Expires get them, filled by each assertion's own kind. */
export function addTtlColumns(text: string): string {
  return findTrustTables(text).reduce((wide, _, index) => addTtl(wide, index), text);
}

function addTtl(text: string, index: number): string {
  const found = getTable(text, index);
  if (found.column('ttl') !== -1) return text;
  const ttls = readClaims(found).map(({ property }) => defaultTtl(property));
  const wide = applyEdits(text, planAddColumn(found.table, 'TTL', ttls));
  const again = getTable(wide, index);
  if (again.column('expires') !== -1) return wide;
  const dates = readClaims(again).map((claim) => {
    const expiry = decideExpiry(claim);
    return expiry.kind === 'at' ? renderIsoDate(expiry.epochMs) : '';
  });
  return applyEdits(wide, planAddColumn(again.table, 'Expires', dates));
}

/** Marks around words do not make another assertion: "`build` passes" is "Build passes". */
const plainWords = (words: string): string =>
  words.replaceAll(/[`*]/g, '').replaceAll(/\s+/g, ' ').trim().toLowerCase();
const isSame = (a: string, b: string): boolean => plainWords(a) === plainWords(b);

/** By its words or its id. */
export const findClaim = (text: string, wanted: string): Claim | undefined =>
  parseClaims(text).find(({ property, id }) => isSame(property, wanted) || (id !== '' && isSame(id, wanted)));

function getClaimRow(
  text: string,
  wanted: string,
): { readonly found: TrustTable; readonly index: number; readonly row: number } {
  for (const [index, found] of findTrustTables(text).entries()) {
    const row = readClaims(found).findIndex(
      ({ property, id }) => isSame(property, wanted) || (id !== '' && isSame(id, wanted)),
    );
    if (row !== -1) return { found, index, row };
  }
  throw new BatonError('CLAIM_NOT_FOUND', `there is no assertion "${wanted}" in ${TRUST_FILE}`, {
    property: wanted,
    known: parseClaims(text).map((claim) => claim.property),
  });
}

/** What a session that did not finish claimed is neither true nor false. */
export function markUnknown(text: string, sessionId: string): string {
  if (sessionId === '') return text;
  const edits = findTrustTables(text).flatMap((found) => {
    const status = found.column('status');
    if (status === -1) return [];
    return readClaims(found).flatMap(({ provenance }, row) => {
      if (!provenance.split(/\s+/).includes(sessionId)) return [];
      const values: (string | undefined)[] = found.table.columns.map(() => undefined);
      values[status] = 'unknown';
      return planSetCells(text, found.table, row, values);
    });
  });
  return applyEdits(text, edits);
}

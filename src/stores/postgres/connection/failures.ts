import { DatabaseError } from 'pg';
import { BatonError, type ErrorCode } from '../../../kernel/errors/index.ts';

/** Raised by our own functions in the database: what was decided upon has changed meanwhile. */
const CHANGED_MEANWHILE = 'BT001';

/** Only of what the server said: `EPIPE` has the form of a SQLSTATE too. */
const sqlState = (error: unknown): string | undefined => (error instanceof DatabaseError ? error.code : undefined);

/** Somebody else was quicker; the same change may well succeed now. */
export const isConflict = (error: unknown): boolean =>
  [CHANGED_MEANWHILE, '40001', '40P01', '55P03', '23505'].includes(sqlState(error) ?? '');

/** The role lacks a right. */
export const isForbidden = (error: unknown): boolean => sqlState(error) === '42501';

/** The table or its schema is not there, or not any more. */
export const isMissingTable = (error: unknown): boolean => ['42P01', '3F000'].includes(sqlState(error) ?? '');

const LOST: ReadonlySet<string> = new Set(['STORE_UNREACHABLE', 'STORE_READ_ONLY', 'STORE_FULL']);

/** The connection is gone, or the server that was behind it: another one may do. */
export function isLost(error: unknown): boolean {
  if (error instanceof BatonError) return LOST.has(error.code);
  const code = sqlState(error);
  // What has no SQLSTATE was not said by the server: sockets, time limits, the driver.
  if (code === undefined) return isDriverError(error) && !isUntrusted(error);
  return code.startsWith('08') || code.startsWith('57P') || code === '53300' || code === '25006' || code === '25P03';
}

/** The server said it: a refusal is an answer too. */
export const isAnswer = (error: unknown): boolean => sqlState(error) !== undefined;

/** The server is there and asks for patience: it starts, ends or recovers. */
export function isStarting(error: unknown): boolean {
  return sqlState(error instanceof BatonError ? error.cause : error) === '57P03';
}

/** Of certificates Node says what it has against them by codes of its own; of the rest the driver speaks in words. */
const isUntrusted = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && /^ERR_(TLS|SSL|OSSL)|CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(String(error.code))) ||
    /\bSSL connection|certificate/i.test(error.message));

const isDriverError = (error: unknown): boolean =>
  error instanceof Error &&
  ('errno' in error ||
    'syscall' in error ||
    /connection|timeout|socket|terminat|client was closed|not queryable/i.test(error.message));

const BY_STATE: readonly (readonly [RegExp, ErrorCode])[] = [
  [/^(28|3D000)/, 'STORE_LOGIN_REFUSED'],
  [/^42501/, 'STORE_FORBIDDEN'],
  [/^25006/, 'STORE_READ_ONLY'],
  [/^53300/, 'STORE_FULL'],
  [/^(08|57P|25P03)/, 'STORE_UNREACHABLE'],
  [/^(57014|55P03|40)/, 'STORE_BUSY'],
];

/** What the driver or the server said, as one of Baton's errors. The address is shown without its password. */
export function toStoreError(error: unknown, shown: string): unknown {
  if (error instanceof BatonError) return error;
  const said = error instanceof Error ? error.message : String(error);
  const state = sqlState(error);
  if (state !== undefined) {
    const code = BY_STATE.find(([pattern]) => pattern.test(state))?.[1] ?? 'STORE_FAILED';
    return new BatonError(code, `${shown}: ${said}`, { sqlState: state }, error);
  }
  if (isUntrusted(error)) return new BatonError('STORE_TLS_FAILED', `${shown}: ${said}`, {}, error);
  // The driver finds out for itself that a password is wanted and there is none.
  if (/password must be a .*string/i.test(said))
    return new BatonError(
      'STORE_LOGIN_REFUSED',
      `${shown}: the server asks for a password, and there is none`,
      {},
      error,
    );
  if (/password|SASL|SCRAM/i.test(said)) return new BatonError('STORE_LOGIN_REFUSED', `${shown}: ${said}`, {}, error);
  if (isLost(error)) return new BatonError('STORE_UNREACHABLE', `${shown}: ${said || 'no answer'}`, {}, error);
  return error;
}

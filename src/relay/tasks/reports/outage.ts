import { isBatonError, type ErrorCode } from '../../../kernel/errors/index.ts';

const OUTAGES: ReadonlySet<ErrorCode> = new Set([
  'STORE_UNREACHABLE',
  'STORE_FULL',
  'STORE_READ_ONLY',
  // While a password is changed, say. What the run has to say is as right as before.
  'STORE_LOGIN_REFUSED',
]);

/** The database cannot be used at this moment; what it refuses is another matter. */
export const isOutage = (error: unknown): boolean => isBatonError(error) && OUTAGES.has(error.code);

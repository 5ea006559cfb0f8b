import { isBatonError, type ErrorCode } from '../../../kernel/errors/index.ts';

const OUTAGES: ReadonlySet<ErrorCode> = new Set(['STORE_UNREACHABLE', 'STORE_FULL', 'STORE_READ_ONLY']);

/** The database cannot be reached at this moment; what it refuses is another matter. */
export const isOutage = (error: unknown): boolean => isBatonError(error) && OUTAGES.has(error.code);

export { BatonError, isBatonError, type ErrorDetails } from './baton-error.ts';
export type { ErrorRow, ExitCode } from './row.ts';
export { ERRORS, type ErrorCode } from './table.ts';

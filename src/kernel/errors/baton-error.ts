import type { ExitCode } from './row.ts';
import { ERRORS, type ErrorCode } from './table.ts';

/** Values that belong to an error; a `hint` replaces the one of the table. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/** The one error class. The code is stable, the message is for people, details are for programs. */
export class BatonError extends Error {
  override readonly name = 'BatonError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
  }

  /** A hint given with the error is closer to the case than the one in the table. */
  get hint(): string {
    return typeof this.details['hint'] === 'string' ? this.details['hint'] : ERRORS[this.code].hint;
  }

  get exitCode(): ExitCode {
    return ERRORS[this.code].exit;
  }
}

/** True for an error of Baton, and with a code for one with that code. */
export const isBatonError = (error: unknown, code?: ErrorCode): error is BatonError =>
  error instanceof BatonError && (code === undefined || error.code === code);

import { auditErrors, authorityErrors } from './audit.ts';
import { baseErrors, demoErrors } from './base.ts';
import { bridgeErrors, notifyErrors } from './bridges.ts';
import { documentErrors } from './document.ts';
import { governanceErrors } from './governance.ts';
import { httpErrors } from './http.ts';
import { projectErrors } from './project.ts';
import { storeErrors } from './store.ts';
import { taskErrors } from './tasks.ts';

/** 1 findings or refusal, 2 wrong usage, 3 conflict or held lock, 4 not found, 70 internal. */
export type ExitCode = 1 | 2 | 3 | 4 | 70;

/** What the table says about a code: exit code, meaning and hint. */
export interface ErrorRow {
  readonly exit: ExitCode;
  /** One sentence for the reference: what has happened. */
  readonly meaning: string;
  /** What to do next; never a destructive command. */
  readonly hint: string;
}

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

/** Every code Baton can fail with. Codes are never renamed; docs/errors.md is generated from here. */
export const ERRORS = {
  ...baseErrors,
  ...auditErrors,
  ...authorityErrors,
  ...bridgeErrors,
  ...demoErrors,
  ...documentErrors,
  ...governanceErrors,
  ...httpErrors,
  ...notifyErrors,
  ...storeErrors,
  ...taskErrors,
  ...projectErrors,
} as const satisfies Record<string, ErrorRow>;

/** Every code an error of Baton can have; docs/errors.md explains each. */
export type ErrorCode = keyof typeof ERRORS;

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

import type { ErrorRow } from './row.ts';

/** Errors of the rule that a repository is data and never authority. */
export const authorityErrors = {
  APPROVAL_NEEDS_PERSON: {
    exit: 1,
    meaning: 'Only a person at a terminal can approve what a repository asks for.',
    hint: 'run baton approve in a terminal; for machines set BATON_APPROVED to the hash it prints',
  },
  STATE_FOREIGN: {
    exit: 1,
    meaning: 'Runtime state in the data dir was not written by this installation, so it is not trusted.',
    hint: 'run baton approve to use it, or remove it',
  },
} as const satisfies Record<string, ErrorRow>;

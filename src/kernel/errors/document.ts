import type { ErrorRow } from './baton-error.ts';

export const documentErrors = {
  DOCUMENT_INVALID: {
    exit: 1,
    meaning: 'A handoff document does not pass the checks the command needs it to pass.',
    hint: 'baton doc validate FILE says what is wrong, baton doc repair FILE repairs it',
  },
  DOCUMENT_NOT_COMPRESSED: {
    exit: 1,
    meaning: 'The document is complete: nothing was moved out of it, so there is nothing to expand.',
    hint: 'expand only what baton doc compress wrote',
  },
  DOCUMENT_ORIGINAL_CHANGED: {
    exit: 1,
    meaning: 'The file with the whole document is a different one, or was changed.',
    hint: 'restore the file from the sender; the shortened document alone is still valid',
  },
  SCHEMA_UNKNOWN: {
    exit: 2,
    meaning: 'A schema file is not the universal handoff schema Baton was built with.',
    hint: 'leave --schema out, or name the shipped schema/universal-handoff-v3.0.schema.json',
  },
  TRACE_NOT_FOUND: {
    exit: 4,
    meaning: 'Nothing is recorded under this trace id.',
    hint: 'check the id, and that you are in the project (or name its data dir with --data-dir)',
  },
  HTTP_FAILED: {
    exit: 70,
    meaning: 'A request to another machine got no answer, or a refusal.',
    hint: 'check the address, and that something listens there',
  },
} as const satisfies Record<string, ErrorRow>;

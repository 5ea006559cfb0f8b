import type { ErrorRow } from './baton-error.ts';

/** Errors of the audit log. */
export const auditErrors = {
  AUDIT_BROKEN: {
    exit: 1,
    meaning: 'The audit log was changed after it was written; nothing is added to it.',
    hint: 'run baton audit verify: it names the place',
  },
  AUDIT_CLAIMED: {
    exit: 3,
    meaning: 'The audit log already holds an entry that can be made only once.',
    hint: 'use a new id',
  },
  AUDIT_KEY_MISSING: {
    exit: 1,
    meaning: 'The audit log that a fleet shares does not list the key of this machine.',
    hint: 'add it with baton audit admit on a machine whose key is listed; see docs/fleet.md',
  },
  AUDIT_ENTRY_NOT_FOUND: {
    exit: 4,
    meaning: 'The audit log has no such entry, handoff or trace.',
    hint: 'check the id; baton audit show without an id lists the latest entries',
  },
} as const satisfies Record<string, ErrorRow>;

/** Errors of the rule that a repository is data and never authority. */
export const authorityErrors = {
  APPROVAL_NEEDS_PERSON: {
    exit: 1,
    meaning: 'Only a person at a terminal can approve what a repository asks for.',
    hint: 'run baton approve in a terminal; for machines set BATON_APPROVED to the hash that baton approve --dry-run prints',
  },
  STATE_FOREIGN: {
    exit: 1,
    meaning: 'Runtime state in the data dir was not written by this installation, so it is not trusted.',
    hint: 'run baton approve to use it, or remove it',
  },
} as const satisfies Record<string, ErrorRow>;

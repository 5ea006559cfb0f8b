import type { ErrorRow } from './row.ts';

/** Errors of project state: manifest, session, recovery, trust, next actions. */
export const projectErrors = {
  PROJECT_NOT_FOUND: {
    exit: 4,
    meaning: 'There is no .ai/handoff folder here.',
    hint: 'run baton init in the project folder',
  },
  MANIFEST_INVALID: {
    exit: 1,
    meaning: 'MANIFEST.json cannot be used: it is not JSON, or breaks its schema.',
    hint: 'bring back a good one with baton restore MANIFEST.json, or mend it at the place named',
  },
  HANDOFF_FILE_CORRUPT: {
    exit: 1,
    meaning: 'A handoff file is not text, holds conflict markers, is cut short or empty.',
    hint: 'mend it, or bring back the last good one with baton restore',
  },
  HANDOFF_FILE_CHANGED: {
    exit: 3,
    meaning: 'A handoff file was changed by somebody else while it was used.',
    hint: 'nothing was written; run the command again',
  },
  SESSION_HELD: {
    exit: 3,
    meaning: 'Another session holds HANDOFF.lock and may still be writing.',
    hint: 'wait for it to close; if you are that session, hand in its --session-id',
  },
  SESSION_NOT_OPEN: {
    exit: 1,
    meaning: 'The command writes handoff files, and no session is open.',
    hint: 'run baton begin --agent NAME first',
  },
  RECOVERY_NEEDED: {
    exit: 3,
    meaning: 'A session ended without closing; its lock is still there.',
    hint: 'run baton recover to see what it left, then recover with --restore or --salvage',
  },
  BUDGET_TOO_SMALL: {
    exit: 2,
    meaning: 'The token budget is below the smallest useful answer.',
    hint: 'the message names the smallest budget that works',
  },
  CONTENT_REFUSED: {
    exit: 1,
    meaning: 'The text holds what must not stand in handoff files; close would refuse it.',
    hint: 'take it out of the text and run the command again; nothing was written',
  },
  CLAIM_NOT_FOUND: { exit: 4, meaning: 'No such claim is recorded.', hint: 'run baton trust list to see the claims' },
  CLAIM_EXISTS: {
    exit: 3,
    meaning: 'The claim is in TRUST.md already.',
    hint: 'run baton trust verify to renew it',
  },
  TRUST_TABLE_INVALID: {
    exit: 1,
    meaning: 'TRUST.md has no table with the columns Property and Status, or one of its cells cannot be read.',
    hint: 'mend the table at the line named',
  },
  ACTION_NOT_FOUND: {
    exit: 4,
    meaning: 'No next action matches.',
    hint: 'run baton next list, then name the item by its id, number or title',
  },
  TASK_GRAPH_INVALID: {
    exit: 1,
    meaning: 'The task graph would name unknown tasks or run in a circle.',
    hint: 'change the dependencies named',
  },
  AIIGNORE_INVALID: {
    exit: 1,
    meaning: 'A pattern in .aiignore cannot be read.',
    hint: 'mend the pattern at the line named',
  },
  CLEAN_COMMIT_NOT_FOUND: {
    exit: 4,
    meaning: 'No commit holds a complete handoff state to go back to.',
    hint: 'keep what is there with baton recover --salvage',
  },
  PENDING_PLAN_INVALID: {
    exit: 70,
    meaning: 'The record of a step that was cut short cannot be read.',
    hint: 'nothing is lost: the staged files lie in .ai/handoff/.pending; look at them, then move the folder away',
  },
} as const satisfies Record<string, ErrorRow>;

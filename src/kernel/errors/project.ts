import type { ErrorRow } from './baton-error.ts';

/** Errors of project state: manifest, session, recovery, trust, next actions. */
export const projectErrors = {
  PROJECT_NOT_FOUND: {
    exit: 4,
    meaning: 'There is no .ai/handoff folder here.',
    hint: 'run baton init in the project folder',
  },
  MANIFEST_INVALID: {
    exit: 1,
    meaning: 'MANIFEST.json cannot be used: it is not JSON, or does not match its schema.',
    hint: 'restore a good one with baton restore MANIFEST.json, or fix the place named',
  },
  HANDOFF_FILE_CORRUPT: {
    exit: 1,
    meaning: 'A handoff file is not text, has conflict markers, is truncated or is empty.',
    hint: 'fix it, or run baton restore FILE',
  },
  HANDOFF_FILE_CHANGED: {
    exit: 3,
    meaning: 'A handoff file was changed by another process while it was in use.',
    hint: 'nothing was written; run the command again',
  },
  SESSION_HELD: {
    exit: 3,
    meaning: 'Another session holds HANDOFF.lock and may still be writing.',
    hint: 'wait for it to close; if you are that session, pass its --session-id',
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
    hint: 'raise --budget to the number named',
  },
  CONTENT_REFUSED: {
    exit: 1,
    meaning: 'The text contains something that is not allowed in handoff files; close would refuse it.',
    hint: 'remove it from the text and run the command again; nothing was written',
  },
  CLAIM_NOT_FOUND: {
    exit: 4,
    meaning: 'TRUST.md has no such assertion.',
    hint: 'run baton trust list to see the assertions',
  },
  CLAIM_EXISTS: {
    exit: 3,
    meaning: 'TRUST.md already has this assertion.',
    hint: 'run baton trust verify PROPERTY to renew it',
  },
  TRUST_TABLE_INVALID: {
    exit: 1,
    meaning: 'TRUST.md has no table with the columns Property and Status, or one of its cells cannot be read.',
    hint: 'fix the table at the line named',
  },
  ACTION_NOT_FOUND: {
    exit: 4,
    meaning: 'No next action matches.',
    hint: 'run baton next list, then name the item by its id, number or title',
  },
  TASK_GRAPH_INVALID: {
    exit: 1,
    meaning: 'The task graph would name unknown tasks or have a cycle.',
    hint: 'change the dependencies named',
  },
  AIIGNORE_INVALID: {
    exit: 1,
    meaning: 'A pattern in .aiignore cannot be read.',
    hint: 'fix the pattern at the line named',
  },
  CLEAN_COMMIT_NOT_FOUND: {
    exit: 4,
    meaning: 'No commit has a complete project state to go back to.',
    hint: 'keep what is there with baton recover --salvage',
  },
  PENDING_PLAN_INVALID: {
    exit: 70,
    meaning: 'The record of an interrupted step cannot be read.',
    hint: 'nothing is lost: the staged files are in .ai/handoff/.pending; look at them, then move the folder away',
  },
} as const satisfies Record<string, ErrorRow>;

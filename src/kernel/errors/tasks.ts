import type { ErrorRow } from './baton-error.ts';

/** Errors of the task plane. */
export const taskErrors = {
  TASK_NOT_FOUND: { exit: 4, meaning: 'There is no task with that id.', hint: 'list them with baton task list' },
  TASK_FILE_INVALID: {
    exit: 2,
    meaning: 'A file under tasks/ is not a task: its frontmatter is missing, broken or incomplete.',
    hint: 'run baton doctor: it names the file and what can be repaired',
  },
  TASK_FILE_MISSING: {
    exit: 3,
    meaning: 'The file of a task was removed.',
    hint: 'run baton doctor --fix to restore it',
  },
  TASK_MOVE_REFUSED: {
    exit: 1,
    meaning: 'A task cannot go from its status to the one asked for.',
    hint: 'docs/task-plane.md has the table of moves',
  },
  TASK_CHANGED: {
    exit: 3,
    meaning: 'The task was changed by another process in the meantime.',
    hint: 'look at it again and repeat the command',
  },
  TASK_ID_TAKEN: {
    exit: 3,
    meaning: 'The id chosen for a new task was taken by another task in the meantime.',
    hint: 'repeat the command; it takes another id',
  },
  TASK_ID_AMBIGUOUS: {
    exit: 2,
    meaning: 'A short id matches more than one task.',
    hint: 'write more characters of the id, or copy one from baton task list',
  },
  PERSON_ONLY: {
    exit: 3,
    meaning: 'Only a person may do this, and the caller is a run.',
    hint: 'an agent reports with baton complete ID',
  },
  TASK_CYCLE: { exit: 1, meaning: 'Tasks would wait for each other in a cycle.', hint: 'leave one dependency out' },
  LEASE_HELD: {
    exit: 3,
    meaning: 'Another run holds the task.',
    hint: 'wait until its lease lapses, or claim another task',
  },
  LEASE_NOT_YOURS: {
    exit: 3,
    meaning: 'The run that writes is not the one that holds the task.',
    hint: 'claim the task again; what an older run sends is ignored',
  },
  AGENT_NOT_FOUND: { exit: 4, meaning: 'There is no agent with that name.', hint: 'list them with baton agent list' },
  HANDOFF_NOT_OFFERED: {
    exit: 1,
    meaning: 'There is no open handoff for this agent.',
    hint: 'run baton task show ID to see whom it was handed to',
  },
  REPORT_EMPTY: {
    exit: 2,
    meaning: 'A completion report says nothing about the work.',
    hint: 'give notes, a summary, deliverables or blockers',
  },
  TASK_NOT_CLAIMABLE: {
    exit: 1,
    meaning: 'The task cannot be claimed now, or not by this agent.',
    hint: 'run baton task show ID to see what it waits for',
  },
} as const satisfies Record<string, ErrorRow>;

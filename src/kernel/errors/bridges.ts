import type { ErrorRow } from './baton-error.ts';

/** Errors of what connects Baton with other tools and agents. */
export const bridgeErrors = {
  IMPORT_SOURCE_EMPTY: {
    exit: 4,
    meaning: 'Nothing that the named tool writes was found at the path.',
    hint: 'name the folder that holds its data, or the file itself: docs/import.md lists them',
  },
  ALIAS_AMBIGUOUS: {
    exit: 2,
    meaning: 'Several tasks were imported under this id.',
    hint: 'write it with its source before it, as in beads:bd-12',
  },
  MESSAGE_REFUSED: {
    exit: 1,
    meaning: 'A message from another agent was refused: the guard blocked it, or it does not describe a task.',
    hint: 'remove what was found and send the work again',
  },
  TASK_ENDED: {
    exit: 1,
    meaning: 'The task has ended: it accepts no more messages and cannot be cancelled.',
    hint: 'send a message without a task id to begin a new task',
  },
} as const satisfies Record<string, ErrorRow>;

export const notifyErrors = {
  YAML_INVALID: {
    exit: 2,
    meaning: 'A YAML file cannot be read.',
    hint: 'correct the line named; docs/notifications.md shows every key',
  },
  NOTIFY_INVALID: {
    exit: 2,
    meaning: 'The notification rules have an entry that is not valid.',
    hint: 'correct the place named; docs/notifications.md shows every key',
  },
} as const satisfies Record<string, ErrorRow>;

import type { ErrorRow } from './row.ts';

export const notifyErrors = {
  YAML_INVALID: {
    exit: 2,
    meaning: 'A YAML file cannot be read.',
    hint: 'the message gives line and reason',
  },
  NOTIFY_INVALID: {
    exit: 2,
    meaning: 'The notification rules have an entry that is not valid.',
    hint: 'the message gives the place; docs/notifications.md shows every key',
  },
} as const satisfies Record<string, ErrorRow>;

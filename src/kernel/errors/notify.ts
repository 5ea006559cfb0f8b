import type { ErrorRow } from './row.ts';

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

import type { ErrorRow } from './row.ts';

export const demoErrors = {
  DEMO_FAILED: {
    exit: 1,
    meaning: 'The demo could not be played to the end.',
    hint: 'run baton doctor; baton demo --keep keeps the folder for inspection',
  },
} as const satisfies Record<string, ErrorRow>;

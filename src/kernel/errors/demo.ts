import type { ErrorRow } from './row.ts';

export const demoErrors = {
  DEMO_FAILED: {
    exit: 1,
    meaning: 'The demo could not be played to its end.',
    hint: 'run baton doctor; baton demo --keep leaves the folder to look into',
  },
} as const satisfies Record<string, ErrorRow>;

import type { CommandEntry } from '../../command.ts';

export const demoCommands: readonly CommandEntry[] = [
  {
    path: 'demo',
    summary: 'Play the whole relay in a scratch folder, and check the story',
    load: async () => (await import('./demo.ts')).demo,
  },
];

import type { CommandEntry } from '../../command.ts';

export const demoCommands: readonly CommandEntry[] = [
  {
    path: 'demo',
    summary: 'Play a relay of agents in a scratch folder and check it',
    load: async () => (await import('./demo.ts')).demo,
  },
];

import type { CommandEntry } from '../../command.ts';

export const hostCommands: readonly CommandEntry[] = [
  {
    path: 'setup',
    summary: 'Bring Baton into an agent tool’s files, or out of them',
    load: async () => (await import('./setup.ts')).setup,
  },
];

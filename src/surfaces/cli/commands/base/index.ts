import type { CommandEntry } from '../../command.ts';

export const baseCommands: readonly CommandEntry[] = [
  {
    path: 'config',
    summary: 'Show each setting and where its value comes from',
    load: async () => (await import('./config.ts')).config,
  },
  {
    path: 'doctor',
    summary: 'Check environment, repository, configuration and data',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    path: 'completion',
    summary: 'Print a completion script for a shell',
    load: async () => (await import('./completion.ts')).completion,
  },
];

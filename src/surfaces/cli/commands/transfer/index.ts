import type { CommandEntry } from '../../command.ts';

export const transferCommands: readonly CommandEntry[] = [
  {
    path: 'export',
    summary: 'Write a whole data dir to one file, from any store',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  {
    path: 'import',
    summary: 'Import such a file into the configured store',
    load: async () => (await import('./import.ts')).importCommand,
  },
];

import type { CommandEntry } from '../../command.ts';

export const transferCommands: readonly CommandEntry[] = [
  {
    path: 'export',
    summary: 'Export a data dir to one file',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  {
    path: 'import',
    summary: 'Import such a file, or tasks of another tool',
    load: async () => (await import('./import.ts')).importCommand,
  },
];

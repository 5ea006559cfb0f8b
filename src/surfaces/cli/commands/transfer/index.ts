import type { CommandEntry } from '../../command.ts';

export const transferCommands: readonly CommandEntry[] = [
  {
    path: 'export',
    summary: 'Write a whole data dir into one file, whichever store it is in',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  {
    path: 'import',
    summary: 'Take such a file in, into whichever store is set',
    load: async () => (await import('./import.ts')).importCommand,
  },
];

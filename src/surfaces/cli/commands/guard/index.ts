import type { CommandEntry } from '../../command.ts';

export const guardCommands: readonly CommandEntry[] = [
  {
    path: 'scan',
    summary: 'Scan text for injections, secrets and personal data',
    load: async () => (await import('./scan.ts')).scan,
  },
];

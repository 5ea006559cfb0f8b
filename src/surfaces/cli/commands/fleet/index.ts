import type { CommandEntry } from '../../command.ts';

export const fleetCommands: readonly CommandEntry[] = [
  {
    path: 'fleet',
    summary: 'Machines, leader, agents, runs, and how the database keeps up',
    load: async () => (await import('./fleet.ts')).fleet,
  },
];

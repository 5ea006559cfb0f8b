import type { CommandEntry } from '../../command.ts';

export const fleetCommands: readonly CommandEntry[] = [
  {
    path: 'fleet',
    summary: 'Machines, leader, agents, runs, and how the database keeps up',
    load: async () => (await import('./fleet.ts')).fleet,
  },
  {
    path: 'prune',
    summary: 'Move old finished work from the database into an archive',
    load: async () => (await import('./prune.ts')).prune,
  },
];

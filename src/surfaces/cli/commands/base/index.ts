import type { CommandEntry } from '../../command.ts';

export const baseCommands: readonly CommandEntry[] = [
  {
    path: 'status',
    isKept: true,
    summary: 'Show session, next actions, tasks and findings',
    load: async () => (await import('./status.ts')).status,
  },
  {
    path: 'config',
    summary: 'Show each setting and where its value comes from',
    load: async () => (await import('./config.ts')).config,
  },
  {
    path: 'config set',
    summary: 'Write a setting, for the project or for yourself',
    load: async () => (await import('./config-set.ts')).configSet,
  },
  {
    path: 'approve',
    summary: 'Approve what files of this project ask for on this machine',
    load: async () => (await import('./approve.ts')).approve,
  },
  {
    path: 'doctor',
    summary: 'Check the set-up, and repair what can be repaired',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    path: 'completion',
    summary: 'Print a completion script for a shell',
    load: async () => (await import('./completion.ts')).completion,
  },
];

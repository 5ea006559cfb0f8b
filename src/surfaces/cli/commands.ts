import type { CommandEntry } from './command.ts';

/**
 * Every command, in the order of `baton --help`. A row costs nothing at start: the code behind it is loaded only when
 * the command runs. A command is added here when it works, never before.
 */
export const COMMANDS: readonly CommandEntry[] = [
  {
    path: 'config',
    summary: 'Show each setting and where its value comes from',
    load: async () => (await import('./commands/config.ts')).config,
  },
  {
    path: 'doctor',
    summary: 'Check environment, repository, configuration and data',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    path: 'completion',
    summary: 'Print a completion script for a shell',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
];

import type { CommandEntry } from '../../command.ts';

export const traceCommands: readonly CommandEntry[] = [
  {
    path: 'trace',
    summary: 'Show one piece of work from start to end',
    load: async () => (await import('./trace.ts')).trace,
  },
];

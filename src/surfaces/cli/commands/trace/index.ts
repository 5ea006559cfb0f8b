import type { CommandEntry } from '../../command.ts';

export const traceCommands: readonly CommandEntry[] = [
  {
    path: 'trace',
    summary: 'Show one trace across everything, as a timeline and a chain',
    load: async () => (await import('./trace.ts')).trace,
  },
];

import type { CommandEntry } from '../../command.ts';

export const serveCommands: readonly CommandEntry[] = [
  {
    path: 'serve',
    summary: 'Run the daemon: scheduler, HTTP API, board',
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    path: 'board',
    summary: 'Open the board in the browser or in the terminal',
    load: async () => (await import('./board.ts')).board,
  },
];

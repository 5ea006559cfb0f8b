import type { CommandEntry } from '../../command.ts';

export const hostCommands: readonly CommandEntry[] = [
  {
    path: 'setup',
    summary: 'Bring Baton into an agent tool’s files, or out of them',
    load: async () => (await import('./setup.ts')).setup,
  },
  {
    path: 'hook',
    summary: 'Answer an agent host at an event of its session',
    load: async () => (await import('./hook.ts')).hook,
  },
  {
    path: 'mcp',
    summary: 'Serve an MCP client on standard input and output',
    load: async () => (await import('./mcp.ts')).mcp,
  },
];

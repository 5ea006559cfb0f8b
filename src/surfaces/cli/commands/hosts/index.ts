import type { CommandEntry } from '../../command.ts';

export const hostCommands: readonly CommandEntry[] = [
  {
    path: 'setup',
    summary: 'Connect Baton to the agent tools of a project',
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

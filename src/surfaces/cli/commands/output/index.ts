import type { CommandEntry } from '../../command.ts';

export const outputCommands: readonly CommandEntry[] = [
  {
    path: 'output parse',
    summary: 'Parse the AOP block of an agent’s answer',
    load: async () => (await import('./parse.ts')).parse,
  },
  {
    path: 'output check',
    summary: 'Check an answer against the checklist, one result per row',
    load: async () => (await import('./check.ts')).check,
  },
  {
    path: 'output wrap',
    summary: 'Turn any output into a block, the rest into a details file',
    load: async () => (await import('./wrap.ts')).wrap,
  },
  {
    path: 'output run',
    summary: 'Run a command and print a block instead of its output',
    load: async () => (await import('./run.ts')).run,
  },
  {
    path: 'output prompt',
    summary: 'Print the output rules for an agent’s prompt',
    load: async () => (await import('./prompt.ts')).prompt,
  },
  {
    path: 'output aggregate',
    summary: 'Join several answers into numbered summaries',
    load: async () => (await import('./aggregate.ts')).aggregate,
  },
];

import type { CommandEntry } from '../../command.ts';

export const governCommands: readonly CommandEntry[] = [
  {
    path: 'govern init',
    summary: 'Create a small registry of agents to begin with',
    load: async () => (await import('./init.ts')).init,
  },
  {
    path: 'govern lock',
    summary: 'Make the prompts as they are now the ones that count',
    load: async () => (await import('./lock.ts')).lock,
  },
  {
    path: 'govern check',
    summary: 'Check manifest, lock, prompts, compositions and boundaries',
    load: async () => (await import('./check.ts')).check,
  },
  {
    path: 'govern send',
    summary: 'Verify a handoff or a response, record it, and run the target',
    load: async () => (await import('./send.ts')).send,
  },
  {
    path: 'govern reconcile',
    summary: 'Lift the block of an agent whose prompt is right again',
    load: async () => (await import('./reconcile.ts')).reconcile,
  },
  {
    path: 'govern graph',
    summary: 'Draw who may hand off to whom',
    load: async () => (await import('./graph.ts')).graph,
  },
];

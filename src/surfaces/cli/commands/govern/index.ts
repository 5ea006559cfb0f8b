import type { CommandEntry } from '../../command.ts';

export const governCommands: readonly CommandEntry[] = [
  {
    path: 'govern init',
    summary: 'Create a small registry of agents to start with',
    load: async () => (await import('./init.ts')).init,
  },
  {
    path: 'govern lock',
    summary: 'Lock manifest, prompts and boundaries as they are now',
    load: async () => (await import('./lock.ts')).lock,
  },
  {
    path: 'govern check',
    summary: 'Check manifest, lock, prompts, compositions and boundaries',
    load: async () => (await import('./check.ts')).check,
  },
  {
    path: 'govern new',
    summary: 'Build a governed handoff from the registry',
    load: async () => (await import('./new.ts')).newHandoff,
  },
  {
    path: 'govern send',
    summary: 'Verify a handoff or a response, record it, and run the target',
    load: async () => (await import('./send.ts')).send,
  },
  {
    path: 'govern reconcile',
    summary: 'Lift the block or hold of an agent whose prompt is right',
    load: async () => (await import('./reconcile.ts')).reconcile,
  },
  {
    path: 'govern graph',
    summary: 'Draw who may hand off to whom',
    load: async () => (await import('./graph.ts')).graph,
  },
];

import type { CommandEntry } from '../../command.ts';

export const taskCommands: readonly CommandEntry[] = [
  { path: 'task new', summary: 'Make a task', load: async () => (await import('./task-new.ts')).taskNew },
  { path: 'task list', summary: 'List tasks', load: async () => (await import('./task-list.ts')).taskList },
  { path: 'task show', summary: 'Show one task', load: async () => (await import('./task-show.ts')).taskShow },
  {
    path: 'task move',
    summary: 'Move a task to another status',
    load: async () => (await import('./task-move.ts')).taskMove,
  },
  {
    path: 'task dep',
    summary: 'Change what a task waits for',
    load: async () => (await import('./task-dep.ts')).taskDep,
  },
  { path: 'claim', summary: 'Take a task for an agent', load: async () => (await import('./claim.ts')).claim },
  {
    path: 'heartbeat',
    summary: 'Say that a run is alive',
    load: async () => (await import('./heartbeat.ts')).heartbeat,
  },
  { path: 'complete', summary: 'Report how a run ended', load: async () => (await import('./complete.ts')).complete },
  {
    path: 'send',
    summary: 'Hand one protocol message to the router',
    load: async () => (await import('./send.ts')).send,
  },
  { path: 'tick', summary: 'Run one pass of the scheduler', load: async () => (await import('./tick.ts')).tick },
];

import type { CommandEntry } from '../../command.ts';

export const taskCommands: readonly CommandEntry[] = [
  { path: 'task new', summary: 'Create a task', load: async () => (await import('./task-new.ts')).taskNew },
  { path: 'task list', summary: 'List tasks', load: async () => (await import('./task-list.ts')).taskList },
  { path: 'task show', summary: 'Show one task', load: async () => (await import('./task-show.ts')).taskShow },
  {
    path: 'task move',
    summary: 'Move a task to another status',
    load: async () => (await import('./task-move.ts')).taskMove,
  },
  {
    path: 'task stop',
    summary: 'Stop the run of a task',
    load: async () => (await import('./task-stop.ts')).taskStop,
  },
  {
    path: 'task rework',
    summary: 'Send a task back to be done again',
    load: async () => (await import('./task-rework.ts')).taskRework,
  },
  {
    path: 'task edit',
    summary: 'Change the text or routing of a task',
    load: async () => (await import('./task-edit.ts')).taskEdit,
  },
  {
    path: 'task comment',
    summary: 'Leave a comment for the next run of a task',
    load: async () => (await import('./task-comment.ts')).taskComment,
  },
  {
    path: 'task dep',
    summary: 'Change the dependencies of a task',
    load: async () => (await import('./task-dep.ts')).taskDep,
  },
  {
    path: 'task renumber',
    summary: 'Change the id of a task',
    load: async () => (await import('./task-renumber.ts')).taskRenumber,
  },
  { path: 'claim', summary: 'Claim a task for an agent', load: async () => (await import('./claim.ts')).claim },
  {
    path: 'heartbeat',
    summary: 'Report that a run is alive',
    load: async () => (await import('./heartbeat.ts')).heartbeat,
  },
  { path: 'complete', summary: 'Report how a run ended', load: async () => (await import('./complete.ts')).complete },
  {
    path: 'delegate',
    summary: 'Hand part of a task to another agent',
    load: async () => (await import('./delegate.ts')).delegate,
  },
  { path: 'accept', summary: 'Accept a handoff', load: async () => (await import('./accept.ts')).accept },
  { path: 'reject', summary: 'Refuse a handoff', load: async () => (await import('./reject.ts')).reject },
  {
    path: 'send',
    summary: 'Send one protocol message to the router',
    load: async () => (await import('./send.ts')).send,
  },
  { path: 'tick', summary: 'Run one pass of the scheduler', load: async () => (await import('./tick.ts')).tick },
  { path: 'watch', summary: 'Show events as they happen', load: async () => (await import('./watch.ts')).watch },
  { path: 'agent add', summary: 'Register an agent', load: async () => (await import('./agent.ts')).agentAdd },
  {
    path: 'agent list',
    summary: 'List registered agents',
    load: async () => (await import('./agent.ts')).agentList,
  },
  { path: 'agent remove', summary: 'Remove an agent', load: async () => (await import('./agent.ts')).agentRemove },
];

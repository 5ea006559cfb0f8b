import type { CommandEntry } from '../../command.ts';

export const projectCommands: readonly CommandEntry[] = [
  { path: 'init', summary: 'Set up .ai/handoff/ in a project', load: async () => (await import('./init.ts')).init },
  {
    path: 'orient',
    isKept: true,
    summary: 'Show what the next session needs to know',
    load: async () => (await import('./orient.ts')).orient,
  },
  {
    path: 'read',
    summary: 'Print part of a handoff file, framed as data',
    load: async () => (await import('./read.ts')).read,
  },
  {
    path: 'handoff',
    summary: 'Hand over in one call: log, status, next, close',
    load: async () => (await import('./handoff.ts')).handoff,
  },
  {
    path: 'begin',
    summary: 'Open a session and take the handoff lock',
    load: async () => (await import('./begin.ts')).begin,
  },
  { path: 'log', summary: 'Add an entry to LOG.md', load: async () => (await import('./log.ts')).log },
  { path: 'set', summary: 'Replace a section of a handoff file', load: async () => (await import('./set.ts')).set },
  {
    path: 'trust',
    summary: 'List and verify claims, with their expiry',
    load: async () => (await import('./trust.ts')).trust,
  },
  { path: 'next', summary: 'List and change next actions', load: async () => (await import('./next.ts')).next },
  {
    path: 'close',
    summary: 'Close the session: check, rotate, commit',
    load: async () => (await import('./close.ts')).close,
  },
  { path: 'manifest', summary: 'Rebuild MANIFEST.json', load: async () => (await import('./manifest.ts')).manifest },
  {
    path: 'recover',
    summary: 'Recover from a session that did not close',
    load: async () => (await import('./recover.ts')).recover,
  },
  {
    path: 'lint',
    summary: 'Lint the handoff files',
    load: async () => (await import('./lint.ts')).lint,
  },
  {
    path: 'verify',
    summary: 'Check the project state, for hooks and CI',
    load: async () => (await import('./verify.ts')).verify,
  },
  {
    path: 'archive',
    summary: 'Rotate or verify the log archive',
    load: async () => (await import('./history/archive.ts')).archive,
  },
  {
    path: 'migrate',
    summary: 'Upgrade a version 1 folder to version 2',
    load: async () => (await import('./migrate.ts')).migrate,
  },
  {
    path: 'history',
    summary: 'List handoffs, newest first',
    load: async () => (await import('./history/history.ts')).history,
  },
  {
    path: 'diff',
    summary: 'Show what changed since an earlier handoff',
    load: async () => (await import('./history/diff.ts')).diff,
  },
  {
    path: 'restore',
    summary: 'Restore one handoff file',
    load: async () => (await import('./history/restore.ts')).restore,
  },
  {
    path: 'tag',
    summary: 'Tag the last handoff as a clean point',
    load: async () => (await import('./history/tag.ts')).tag,
  },
  {
    path: 'savings',
    summary: 'Measure the tokens that reading in layers saves',
    load: async () => (await import('./savings.ts')).savings,
  },
  {
    path: 'who',
    summary: 'Show who wrote a line, in which session and commit',
    load: async () => (await import('./history/who.ts')).who,
  },
  {
    path: 'merge-file',
    summary: 'Merge driver for the handoff files; git calls it',
    load: async () => (await import('./merge-file.ts')).mergeFile,
  },
  {
    path: 'aahp',
    ownLine: true,
    summary: 'Run the commands of the public aahp tool',
    load: async () => (await import('./aahp/aahp.ts')).aahp,
  },
];

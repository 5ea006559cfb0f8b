import type { CommandEntry } from '../../command.ts';

export const docCommands: readonly CommandEntry[] = [
  {
    path: 'doc new',
    summary: 'Write a handoff document',
    load: async () => (await import('./new.ts')).create,
  },
  {
    path: 'doc validate',
    summary: 'Check handoff documents as their receiver does',
    load: async () => (await import('./validate.ts')).validate,
  },
  {
    path: 'doc compress',
    summary: 'Shorten a document to its token budget; keep the whole in a file',
    load: async () => (await import('./compress.ts')).compress,
  },
  {
    path: 'doc expand',
    summary: 'Restore the whole of a compressed document',
    load: async () => (await import('./expand.ts')).expand,
  },
  {
    path: 'doc repair',
    summary: 'Repair a document without inventing data',
    load: async () => (await import('./repair.ts')).repair,
  },
  {
    path: 'doc hash',
    summary: 'Print the hash of a payload and compare it with the declared one',
    load: async () => (await import('./hash.ts')).hash,
  },
  {
    path: 'doc discover',
    summary: 'Find skills that accept a handoff, best first',
    load: async () => (await import('./discover.ts')).discover,
  },
  {
    path: 'doc adapt',
    summary: 'Convert a document from version 1 or 2 to 3.0, or from 3.0 to 2.0',
    load: async () => (await import('./adapt.ts')).adapt,
  },
];

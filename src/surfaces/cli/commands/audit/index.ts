import type { CommandEntry } from '../../command.ts';

export const auditCommands: readonly CommandEntry[] = [
  {
    path: 'audit show',
    summary: 'Show every event of a handoff or trace, or the latest entries',
    load: async () => (await import('./show.ts')).show,
  },
  {
    path: 'audit verify',
    summary: 'Check that the audit log is exactly as it was written',
    load: async () => (await import('./verify.ts')).verify,
  },
  {
    path: 'audit prove',
    summary: 'Make a proof that an entry is in the log, for outsiders',
    load: async () => (await import('./prove.ts')).prove,
  },
  {
    path: 'audit check-proof',
    summary: 'Check such a proof without the log',
    load: async () => (await import('./check-proof.ts')).checkProofFile,
  },
  {
    path: 'audit rekey',
    summary: 'Go on with the log under a new key, where the old one is lost',
    load: async () => (await import('./rekey.ts')).rekey,
  },
];

import type { CommandEntry } from '../../command.ts';

export const auditCommands: readonly CommandEntry[] = [
  {
    path: 'audit show',
    summary: 'Show every event of a handoff or trace, or the latest entries',
    load: async () => (await import('./show.ts')).show,
  },
  {
    path: 'audit verify',
    summary: 'Check that the audit log was not changed',
    load: async () => (await import('./verify.ts')).verify,
  },
  {
    path: 'audit prove',
    summary: 'Create a proof that an entry is in the log, for outsiders',
    load: async () => (await import('./prove.ts')).prove,
  },
  {
    path: 'audit check-proof',
    summary: 'Check such a proof without the log',
    load: async () => (await import('./check-proof.ts')).checkProofFile,
  },
  {
    path: 'audit witness',
    summary: 'Compare the log with heads kept elsewhere, and add the newest',
    load: async () => (await import('./witness.ts')).witness,
  },
  {
    path: 'audit accept',
    summary: 'Record that a person looked into a finding outside the entries',
    load: async () => (await import('./accept.ts')).accept,
  },
  {
    path: 'audit admit',
    summary: 'List the key of another machine, so that it can add entries',
    load: async () => (await import('./admit.ts')).admit,
  },
  {
    path: 'audit rekey',
    summary: 'Continue the log under a new key after the old one was lost',
    load: async () => (await import('./rekey.ts')).rekey,
  },
];

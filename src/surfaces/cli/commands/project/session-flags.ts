import type { FlagTable } from '../../command.ts';

/** Which session a command belongs to. Agents whose commands share no long-lived parent name it. */
export const SESSION_FLAGS = {
  'session-id': {
    kind: 'text',
    value: 'ID',
    about: 'The session this belongs to; default BATON_SESSION_ID, else the one this process began.',
  },
} as const satisfies FlagTable;

export const readSessionId = (flags: { readonly 'session-id': string | undefined }): string | undefined =>
  flags['session-id'] ?? (process.env['BATON_SESSION_ID'] || undefined);

import { BatonError } from '../../../../kernel/errors/index.ts';
import type { FlagTable } from '../../command.ts';
import type { Io } from '../../io.ts';

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

const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** `--body TEXT`, or standard input with `-`. */
export async function readBody(io: Io, body: string | undefined): Promise<string | undefined> {
  if (body !== '-') return body;
  const bytes = await io.readInput(MAX_BODY_BYTES);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new BatonError('FILE_NOT_TEXT', 'standard input is not UTF-8 text', {}, cause);
  }
}

import { BatonError } from '../../../../kernel/errors/index.ts';
import type { Io } from '../../io.ts';

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

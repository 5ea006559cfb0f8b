import type { Platform } from '../../../../kernel/ports/index.ts';
import type { Io } from '../../io.ts';
import { resolve } from 'node:path';
import { BatonError } from '../../../../kernel/errors/index.ts';

const MAX_BYTES = 10 * 1024 * 1024;

/** The text of a file, or of standard input for `-`. */
export async function readTextOrInput(
  platform: Pick<Platform, 'files' | 'project'>,
  io: Io,
  source: string,
): Promise<string> {
  if (source !== '-')
    return await platform.files.readText(resolve(platform.project.folder, source), { maxBytes: MAX_BYTES });
  const bytes = await io.readInput(MAX_BYTES);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new BatonError('FILE_NOT_TEXT', 'standard input is not UTF-8 text', {}, cause);
  }
}

/** `--body TEXT`, where `-` is standard input, or `--body-file FILE`; undefined without either. */
export async function readBodyFlags(
  platform: Pick<Platform, 'files' | 'project'>,
  io: Io,
  flags: { readonly body?: string | undefined; readonly 'body-file'?: string | undefined },
): Promise<string | undefined> {
  const { body, 'body-file': file } = flags;
  if (body !== undefined && file !== undefined)
    throw new BatonError('USAGE_INVALID', 'give --body or --body-file, not both');
  if (file !== undefined) return await readTextOrInput(platform, io, file);
  return body === '-' ? await readTextOrInput(platform, io, body) : body;
}

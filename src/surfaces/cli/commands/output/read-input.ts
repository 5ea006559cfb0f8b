import { resolve } from 'node:path';
import type { Platform } from '../../../../kernel/ports/index.ts';
import type { Io } from '../../io.ts';

/** An answer is text for a model; one of this size is already a mistake, but it is still read. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/** A file, or standard input for `-` and for nothing. */
export async function readInput(
  platform: Pick<Platform, 'files' | 'project'>,
  io: Io,
  operand: string | undefined,
): Promise<Buffer> {
  if (operand === undefined || operand === '-') return io.readInput(MAX_ANSWER_BYTES);
  return platform.files.readBytes(resolve(platform.project.folder, operand), { maxBytes: MAX_ANSWER_BYTES });
}

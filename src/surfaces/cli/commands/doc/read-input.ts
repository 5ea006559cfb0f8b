import { BatonError, isBatonError } from '../../../../kernel/errors/index.ts';
import { MAX_DOCUMENT_BYTES, tooLarge } from '../../../../protocols/document/index.ts';
import { readDocumentBytes, type DocumentBytes } from '../../../../relay/document/index.ts';
import type { Platform } from '../../../../kernel/ports/index.ts';
import type { Io } from '../../io.ts';

/** One document, from a file or, for `-`, from standard input; never read further than the limit of a document. */
export async function readInput(
  platform: Pick<Platform, 'files' | 'project'>,
  io: Io,
  operand: string,
): Promise<DocumentBytes> {
  if (operand !== '-') return await readDocumentBytes(platform, operand);
  try {
    return { kind: 'bytes', bytes: await io.readInput(MAX_DOCUMENT_BYTES) };
  } catch (error) {
    if (isBatonError(error, 'INPUT_TOO_LARGE')) return { kind: 'refused', issue: tooLarge(error.message) };
    throw error;
  }
}

/** The same for commands that cannot go on without it. */
export async function getInput(
  platform: Pick<Platform, 'files' | 'project'>,
  io: Io,
  operand: string,
): Promise<Uint8Array> {
  const read = await readInput(platform, io, operand);
  if (read.kind === 'bytes') return read.bytes;
  throw new BatonError('INPUT_TOO_LARGE', `${operand}: ${read.issue.message}`, { hint: read.issue.repair });
}

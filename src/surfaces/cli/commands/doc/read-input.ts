import { BatonError } from '../../../../kernel/index.ts';
import { readDocumentBytes, type DocumentBytes, type Platform } from '../../../../relay/index.ts';
import type { Io } from '../../io.ts';

/** One document, from a file or, for `-`, from standard input. Too large a one is read no further than its limit. */
export async function readInput(platform: Platform, io: Io, operand: string): Promise<DocumentBytes> {
  if (operand !== '-') return await readDocumentBytes(platform, operand);
  // The limit of a document is checked on the bytes; this one only bounds what is held.
  return { kind: 'bytes', bytes: await io.readInput() };
}

/** The same for commands that cannot go on without it. */
export async function getInput(platform: Platform, io: Io, operand: string): Promise<Uint8Array> {
  const read = await readInput(platform, io, operand);
  if (read.kind === 'bytes') return read.bytes;
  throw new BatonError('INPUT_TOO_LARGE', `${operand}: ${read.issue.message}`, { hint: read.issue.repair });
}

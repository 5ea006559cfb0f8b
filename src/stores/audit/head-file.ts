import { join } from 'node:path';
import { findHead, renderHead, type SignedHead } from '../../kernel/audit/index.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import type { Disk, DiskFile, Files } from '../../kernel/ports/index.ts';

const HEAD_FILE = 'head.json';

export const headPath = (folder: string): string => join(folder, HEAD_FILE);

/** One sector of a disk: written in place it is the old head or the new one, never a mixture. */
const HEAD_BYTES = 512;
export const HEAD_FILE_BYTES = 4 * HEAD_BYTES;

/** Undefined if there is none; `damaged` if there is something else in its place. */
export async function readHead(files: Files, folder: string): Promise<SignedHead | 'damaged' | undefined> {
  try {
    const text = await files.findText(headPath(folder), { maxBytes: HEAD_FILE_BYTES });
    return text === undefined ? undefined : (findHead(text) ?? 'damaged');
  } catch (error) {
    if (isBatonError(error, 'FILE_NOT_TEXT') || isBatonError(error, 'INPUT_TOO_LARGE')) return 'damaged';
    throw error;
  }
}

const renderPadded = (head: SignedHead): string => `${renderHead(head).padEnd(HEAD_BYTES - 1)}\n`;

/** The head of an empty log is there before the first entry: from then on a log without a head was tampered with. */
export async function createHead(files: Files, folder: string, head: SignedHead): Promise<void> {
  await createPadded(files, headPath(folder), head);
}

/** A file for one head, unless there is one; true if there was none. */
export async function createPadded(files: Files, path: string, head: SignedHead): Promise<boolean> {
  try {
    await files.writeAtomic(path, renderPadded(head), { exclusive: true });
    return true;
  } catch (error) {
    if (!isBatonError(error, 'FILE_EXISTS')) throw error;
    return false;
  }
}

/**
 * Rewrites the head in place and does not flush it: the entries it speaks of are durable already, and after a power
 * loss an older head is a true statement about a longer log.
 */
export class HeadWriter {
  readonly #disk: Disk;
  readonly #path: string;
  #file: DiskFile | undefined;

  constructor(disk: Disk, path: string) {
    this.#disk = disk;
    this.#path = path;
  }

  async write(head: SignedHead): Promise<void> {
    this.#file ??= await this.#disk.open(this.#path, 'r+');
    await this.#file.write(Buffer.from(renderPadded(head), 'utf8'), 0);
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }
}

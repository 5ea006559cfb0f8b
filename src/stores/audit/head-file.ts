import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import {
  emptyMark,
  findHead,
  findMark,
  renderHead,
  renderMark,
  renderPublicKey,
  type AuditMark,
  type SignedHead,
} from '../../kernel/audit/index.ts';
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

const MARK_FILE = 'audit-mark.json';
const MAX_MARK_BYTES = 1024 * 1024;

/** Beside the key, not beside the log: anyone who puts the log back to an older copy leaves it as it is. */
export async function readMark(
  files: Files,
  keyFolder: string,
  key: KeyObject,
  name = MARK_FILE,
): Promise<AuditMark | 'missing' | 'false'> {
  try {
    const text = await files.findText(join(keyFolder, name), { maxBytes: MAX_MARK_BYTES });
    return text === undefined ? 'missing' : (findMark(text, renderPublicKey(key)) ?? 'false');
  } catch (error) {
    if (isBatonError(error, 'FILE_NOT_TEXT') || isBatonError(error, 'INPUT_TOO_LARGE')) return 'false';
    throw error;
  }
}

export async function writeMark(
  files: Files,
  keyFolder: string,
  mark: AuditMark,
  key: KeyObject,
  name = MARK_FILE,
): Promise<void> {
  await files.writeAtomic(join(keyFolder, name), renderMark(mark, key), { mode: 0o600 });
}

/** From the first moment of a log on there is a mark: one that is missing later was removed. */
export async function createMark(files: Files, keyFolder: string, key: KeyObject): Promise<void> {
  try {
    const text = renderMark(emptyMark(renderPublicKey(key)), key);
    await files.writeAtomic(join(keyFolder, MARK_FILE), text, { mode: 0o600, exclusive: true });
  } catch (error) {
    if (!isBatonError(error, 'FILE_EXISTS')) throw error;
  }
}

export const hasMark = async (files: Files, keyFolder: string, name = MARK_FILE): Promise<boolean> =>
  (await files.stat(join(keyFolder, name))) !== undefined;

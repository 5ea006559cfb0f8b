import { join } from 'node:path';
import { findHead, isGenuine, NO_ENTRY, type SignedHead } from '../../kernel/audit/index.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import type { Disk, Files } from '../../kernel/ports/index.ts';
import { createPadded, HEAD_FILE_BYTES, HeadWriter } from './head-file.ts';

const NAME_DIGITS = 32;

/** Heads of every log that this machine has seen in one place. What is no head says nothing. */
export async function readSeenHeads(files: Files, folder: string | undefined): Promise<readonly SignedHead[]> {
  if (folder === undefined) return [];
  const seen: SignedHead[] = [];
  for (const name of await unlessUnreadable(() => listNames(files, folder), [])) {
    const text = await unlessUnreadable(() => files.findText(join(folder, name), { maxBytes: HEAD_FILE_BYTES }), '');
    const head = findHead(text ?? '');
    if (head !== undefined && isGenuine(head)) seen.push(head);
  }
  return seen;
}

const listNames = async (files: Files, folder: string): Promise<string[]> =>
  (await files.list(folder)).map(({ name }) => name).filter((name) => name.endsWith('.json'));

async function unlessUnreadable<T>(read: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isBatonError(error)) return otherwise;
    throw error;
  }
}

/** All of them: the next commit remembers its own. */
export async function forgetSeenHeads(files: Files, folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  for (const { name } of await files.list(folder)) await files.remove(join(folder, name));
}

/** Flags that were up in a log when this machine last wrote to it. */
export async function readSeenFlags(files: Files, folder: string | undefined, log: string): Promise<string[]> {
  if (folder === undefined) return [];
  const read = (): Promise<string | undefined> => files.findText(flagsPath(folder, log), { maxBytes: MAX_FLAG_BYTES });
  return (await unlessUnreadable(read, undefined))?.split('\n').filter((flag) => flag !== '') ?? [];
}

const MAX_FLAG_BYTES = 16 * 1024 * 1024;

const flagsPath = (folder: string, log: string): string => join(folder, `${log.slice(0, NAME_DIGITS)}.flags`);

const nameOf = (log: string): string => `${log.slice(0, NAME_DIGITS)}.json`;

/**
 * Keeps the newest head of a log outside the data dir, with every commit: anyone who puts log, head and mark back to an
 * older copy leaves it as it is. A user without a folder that can be written has no such memory; the log goes on.
 */
export class SeenHead {
  readonly #disk: Disk;
  readonly #files: Files;
  readonly #folder: string | undefined;
  #writer: HeadWriter | undefined;
  #isUnwritable = false;
  #flags: string | undefined;

  constructor(disk: Disk, files: Files, folder: string | undefined) {
    this.#disk = disk;
    this.#files = files;
    this.#folder = folder;
  }

  async write(head: SignedHead, flags: ReadonlySet<string>): Promise<void> {
    if (this.#folder === undefined || this.#isUnwritable || head.log === NO_ENTRY) return;
    try {
      this.#writer ??= await this.#open(this.#folder, head);
      await this.#writer.write(head);
      await this.#writeFlags(this.#folder, head.log, [...flags].sort().join('\n'));
    } catch {
      this.#isUnwritable = true;
    }
  }

  /** Rarely: flags change with a block, a reconciliation or a lock. */
  async #writeFlags(folder: string, log: string, flags: string): Promise<void> {
    if (flags === this.#flags) return;
    await this.#files.writeAtomic(flagsPath(folder, log), `${flags}\n`, { mode: 0o600 });
    this.#flags = flags;
  }

  async #open(folder: string, head: SignedHead): Promise<HeadWriter> {
    const path = join(folder, nameOf(head.log));
    await this.#files.createFolder(folder);
    await createPadded(this.#files, path, head);
    return new HeadWriter(this.#disk, path);
  }

  async close(): Promise<void> {
    await this.#writer?.close();
    this.#writer = undefined;
  }
}

import { dirname, join } from 'node:path';
import type { Disk, DiskFile, DiskStat, JournalLine, JournalOptions, Random } from '../../../kernel/ports/index.ts';
import { unlessGone } from '../file-errors.ts';
import { ensureDurableFolder } from '../files.ts';
import { assertRegular, openKnown, type KnownFile } from '../read-bytes.ts';
import { randomName } from '../write-atomic.ts';
import { cutOff } from './journal-lines.ts';

/** The end of the file where lines are added. Used under the journal's lock only. */
export class JournalWriter {
  readonly #disk: Disk;
  readonly #path: string;
  #file: KnownFile | undefined;

  constructor(disk: Disk, path: string) {
    this.#disk = disk;
    this.#path = path;
  }

  /** Creates the file if it is not there, and follows its name to another file that was put in its place. */
  async open(): Promise<DiskFile> {
    const there = await this.#disk.stat(this.#path);
    if (this.#file !== undefined && this.#file.inode === there?.inode) return this.#file.handle;
    await this.close();
    if (there !== undefined) assertRegular(there, this.#path);
    // A journal with lines was acknowledged once, with its folder; of a new one even that may be new.
    if ((there?.sizeBytes ?? 0) === 0) await ensureDurableFolder(this.#disk, dirname(this.#path));
    const file = await openKnown(this.#disk, this.#path, 'a');
    try {
      // Even if the file was there: its creator may have died before its name was durable.
      await this.#disk.syncFolder(dirname(this.#path));
    } catch (error) {
      await file.handle.close();
      throw error;
    }
    this.#file = file;
    return file.handle;
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.handle.close();
  }
}

export type AppendOutcome =
  | { readonly kind: 'flushed'; readonly now: DiskStat }
  /** The file is as it was before. */
  | { readonly kind: 'taken back'; readonly cause: unknown }
  /** Somebody who does not hold the lock wrote too. */
  | { readonly kind: 'mixed' }
  /** Nobody can say what is on the disk. */
  | { readonly kind: 'unknown'; readonly cause: unknown };

/** Adds bytes to a file that ends at `end`, and flushes them; `meanwhile` runs beside the flush. */
export async function appendDurably(
  disk: Disk,
  path: string,
  file: DiskFile,
  end: number,
  bytes: Uint8Array,
  meanwhile: () => void,
): Promise<AppendOutcome> {
  try {
    await file.write(bytes);
  } catch (cause) {
    return (await isCutOff(disk, path, end)) ? { kind: 'taken back', cause } : { kind: 'unknown', cause };
  }
  const outcome = await flushDurably(file, meanwhile);
  if (outcome.kind === 'flushed') return outcome.now.sizeBytes === end + bytes.length ? outcome : { kind: 'mixed' };
  // The system may show these bytes to others although they never reached the disk: nobody must build on them.
  await isCutOff(disk, path, end);
  return outcome;
}

/** A flush that failed once is not tried again: the system has already marked the lost pages as written. */
export async function flushDurably(
  file: DiskFile,
  meanwhile: () => void = () => undefined,
): Promise<Extract<AppendOutcome, { kind: 'flushed' | 'unknown' }>> {
  try {
    // Asked beside the flush: what counts is whether anybody wrote before us, and that is settled already.
    const flushing = Promise.all([file.datasync(), file.stat()]);
    meanwhile();
    const [, now] = await flushing;
    return { kind: 'flushed', now };
  } catch (cause) {
    return { kind: 'unknown', cause };
  }
}

async function isCutOff(disk: Disk, path: string, end: number): Promise<boolean> {
  try {
    await cutOff(disk, path, end);
    return true;
  } catch {
    return false;
  }
}

/** Puts a journal with these drafts in the place of the one that is there. Under the journal's lock only. */
export async function writeJournal<Draft>(
  { disk, random }: { readonly disk: Disk; readonly random: Random },
  { path, seal }: Pick<JournalOptions<Draft>, 'path' | 'seal'>,
  drafts: readonly Draft[],
): Promise<void> {
  const temp = join(dirname(path), `.baton-${randomName(random)}.tmp`);
  const file = await disk.open(temp, 'wx');
  try {
    let previous: JournalLine | undefined;
    for (const draft of drafts) {
      const text = seal(draft, previous);
      const bytes = Buffer.from(`${text}\n`, 'utf8');
      const position = previous?.end ?? 0;
      previous = { text, position, end: position + bytes.length };
      await file.write(bytes);
    }
    await file.sync();
  } catch (error) {
    await unlessGone(disk.unlink(temp));
    throw error;
  } finally {
    await file.close();
  }
  await disk.rename(temp, path);
  await disk.syncFolder(dirname(path));
}

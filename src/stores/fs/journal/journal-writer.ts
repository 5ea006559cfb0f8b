import { dirname } from 'node:path';
import type { Disk, DiskFile } from '../../../kernel/ports/index.ts';
import { ensureDurableFolder } from '../ensure-folder.ts';
import { assertRegular, openKnown, type KnownFile } from '../known-file.ts';

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

import { basename, dirname, join } from 'node:path';
import { sha256Hex } from '../../../kernel/hash.ts';
import type { Disk } from '../../../kernel/ports/index.ts';
import { errnoOf, unlessGone } from '../errno.ts';
import { tempName } from './task-paths.ts';

/**
 * Files derived from the journal: complete at every moment for any reader, but not flushed. What a power loss
 * takes is derived again.
 */
export class PlainFiles {
  readonly #disk: Disk;
  /** Where files go that are in the way of others. */
  readonly #kept: string;
  readonly #folders = new Set<string>();

  constructor(disk: Disk, kept: string) {
    this.#disk = disk;
    this.#kept = kept;
  }

  async write(path: string, content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
    await this.inFolder(dirname(path), async () => {
      const temp = join(dirname(path), tempName(basename(path)));
      const file = await this.#disk.open(temp, 'w');
      try {
        await file.write(bytes);
      } finally {
        await file.close();
      }
      await this.#disk.rename(temp, path);
    });
  }

  /** Writes only if the file has other content. */
  async ensure(path: string, content: string): Promise<void> {
    if (this.#disk.readNow(path)?.equals(Buffer.from(content, 'utf8')) !== true) await this.write(path, content);
  }

  /** Runs it with the folder there; one that was removed by somebody is made again. */
  async inFolder(folder: string, run: () => Promise<void>): Promise<void> {
    if (!this.#folders.has(folder)) {
      await this.#disk.mkdir(folder);
      this.#folders.add(folder);
    }
    try {
      await run();
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw error;
      await this.#disk.mkdir(folder);
      await run();
    }
  }

  /**
   * Moves a folder; if the target already exists, what it does not have is moved into it. Of a file that is in
   * both, as a power loss can leave it, the target's stays, and the other is kept aside unless it is the same.
   */
  async moveFolder(from: string, to: string): Promise<void> {
    if (this.#disk.lstatNow(from)?.kind !== 'folder') return;
    this.forget(from);
    await this.#disk.mkdir(dirname(to));
    if ((await this.#disk.lstat(to)) === undefined) {
      await this.#disk.rename(from, to);
      return;
    }
    for (const { name, kind } of await this.#disk.readdir(from)) {
      const [source, target] = [join(from, name), join(to, name)];
      if ((await this.#disk.lstat(target)) === undefined) await this.#disk.rename(source, target);
      else if (kind === 'folder') await this.moveFolder(source, target);
      else if (kind === 'file') await this.#clearAway(source, target);
    }
    if ((await this.#disk.readdir(from)).length === 0) await unlessGone(this.#disk.rmdir(from));
  }

  async #clearAway(source: string, target: string): Promise<void> {
    const [there, other] = [this.#disk.readNow(source), await this.#findFile(target)];
    if (there === undefined) return;
    if (other?.equals(there) !== true) {
      const name = `${sha256Hex(there).slice(0, 12)}-${basename(source)}`;
      await this.inFolder(this.#kept, () => this.#disk.rename(source, join(this.#kept, name)));
    } else await unlessGone(this.#disk.unlink(source));
  }

  async #findFile(path: string): Promise<Buffer | undefined> {
    return (await this.#disk.lstat(path))?.kind === 'file' ? this.#disk.readNow(path) : undefined;
  }

  forget(folder: string): void {
    for (const known of this.#folders)
      if (known === folder || known.startsWith(`${folder}/`)) this.#folders.delete(known);
  }
}

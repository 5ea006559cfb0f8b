import { basename, dirname, join } from 'node:path';
import { sha256Hex } from '../../../kernel/hash.ts';
import type { Disk } from '../../../kernel/ports/index.ts';
import { isFinished, type TaskStatus } from '../../../kernel/tasks.ts';
import { errnoOf, unlessGone } from '../file-errors.ts';
import { findIdOfFile, tempName, type TaskPaths } from './task-line.ts';

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

/** Every file below a folder, as paths inside of it with `/`, in their order; symlinks are left out. */
export async function filesUnder(disk: Disk, folder: string, prefix = ''): Promise<string[]> {
  const entries = (await unlessGone(disk.readdir(folder))) ?? [];
  const names: string[] = [];
  for (const { name, kind } of entries) {
    if (kind === 'folder') names.push(...(await filesUnder(disk, join(folder, name), `${prefix}${name}/`)));
    else if (kind === 'file') names.push(`${prefix}${name}`);
  }
  return prefix === '' ? names.sort() : names;
}

/**
 * A task that moves leaves its old file in `journal/spare`, and its next text is written into that one: a file system
 * renames in a fraction of the time in which it creates and removes. What a spare holds is never read. It is only used
 * for the task it came from, so that a program that has kept it open cannot reach another one's text.
 */
export class SpareFiles {
  readonly #disk: Disk;
  readonly #files: PlainFiles;
  readonly #paths: TaskPaths;

  constructor(disk: Disk, files: PlainFiles, paths: TaskPaths) {
    this.#disk = disk;
    this.#files = files;
    this.#paths = paths;
  }

  /** Makes the spare of a task its file, complete from the first moment; false if there is none to use. */
  async use(id: string, path: string, text: string): Promise<boolean> {
    const spare = this.#paths.spare(id);
    const there = this.#disk.lstatNow(spare);
    if (there?.kind !== 'file') return false;
    // A second name, such as that of a backup made of hard links, must keep its content.
    if (there.links !== 1 || !(await this.#fill(spare, there.sizeBytes, text))) {
      await unlessGone(this.#disk.unlink(spare));
      return false;
    }
    await this.#files.inFolder(dirname(path), () => this.#disk.rename(spare, path));
    return true;
  }

  /** Takes a file away from where people see it. */
  async keep(id: string, path: string): Promise<void> {
    try {
      await this.#files.inFolder(this.#paths.spares, () => this.#disk.rename(path, this.#paths.spare(id)));
    } catch (error) {
      // On another file system, or removed by somebody meanwhile.
      if (errnoOf(error) === undefined) throw error;
      await unlessGone(this.#disk.unlink(path));
    }
  }

  /** Removes those that no task will need again. */
  async sweep(statusOf: (id: string) => TaskStatus | undefined): Promise<void> {
    for (const { name } of (await unlessGone(this.#disk.readdir(this.#paths.spares))) ?? []) {
      const id = findIdOfFile(name);
      const status = id === undefined ? undefined : statusOf(id);
      if (id !== undefined && (status === undefined || isFinished(status)))
        await unlessGone(this.#disk.unlink(this.#paths.spare(id)));
    }
  }

  async #fill(spare: string, sizeBytes: number, text: string): Promise<boolean> {
    const bytes = Buffer.from(text, 'utf8');
    let file;
    try {
      file = await this.#disk.open(spare, 'r+');
    } catch (error) {
      // Somebody made it read-only while it was the file of the task.
      if (!NOT_WRITABLE.has(errnoOf(error) ?? '')) throw error;
      return false;
    }
    try {
      await file.write(bytes, 0);
      if (sizeBytes > bytes.length) await file.truncate(bytes.length);
    } finally {
      await file.close();
    }
    return true;
  }
}

const NOT_WRITABLE = new Set(['ENOENT', 'EACCES', 'EPERM', 'EBUSY', 'ETXTBSY']);

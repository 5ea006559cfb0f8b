import { dirname } from 'node:path';
import type { Disk } from '../../../kernel/ports/index.ts';
import { isFinished, type TaskStatus } from '../../../kernel/tasks.ts';
import { errnoOf, unlessGone } from '../errno.ts';
import type { PlainFiles } from './plain-files.ts';
import { findIdOfFile, type TaskPaths } from './task-paths.ts';

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

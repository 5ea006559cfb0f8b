import { basename, dirname } from 'node:path';
import type { Disk } from '../../../kernel/ports/index.ts';
import { TASK_STATUSES } from '../../../kernel/tasks.ts';
import { watchFolders } from '../watch-folders.ts';
import { findIdOfFile, type TaskPaths } from './task-paths.ts';

/** More than a person touches in a moment: from here on every file is looked at. */
const MAX_TOUCHED = 1_000;

/** Tasks whose files were written by somebody since the last look, as far as the platform tells. */
export class TouchedTasks {
  readonly #disk: Disk;
  readonly #paths: TaskPaths;
  readonly #ids = new Set<string>();
  #close: (() => void) | undefined;
  #isWhole = false;
  #wakers = new Set<() => void>();

  constructor(disk: Disk, paths: TaskPaths) {
    this.#disk = disk;
    this.#paths = paths;
  }

  /** Every edit from now on is reported; false if the platform cannot. */
  get isWatching(): boolean {
    return this.#close !== undefined && this.#isWhole;
  }

  get size(): number {
    return this.#ids.size;
  }

  /** Those that were touched; the next ones are counted from here. `all`: more than can be told apart. */
  take(): { readonly ids: readonly string[]; readonly all: boolean } {
    const ids = [...this.#ids];
    this.#ids.clear();
    return { ids, all: ids.length >= MAX_TOUCHED };
  }

  /** To be looked at again later. */
  putBack(ids: readonly string[]): void {
    for (const id of ids) this.#ids.add(id);
  }

  /** Wakes when a task file, the journal or the event log is written. The answer ends it. */
  watch(wake: () => void): () => Promise<void> {
    this.#wakers.add(wake);
    // A disk that cannot be written cannot be watched either; the next look from time to time finds what there is.
    const opening = (this.#close === undefined ? this.#open() : Promise.resolve()).catch(() => undefined);
    return async () => {
      await opening;
      this.#wakers.delete(wake);
      if (this.#wakers.size > 0) return;
      this.#close?.();
      this.#close = undefined;
    };
  }

  async #open(): Promise<void> {
    const folders = TASK_STATUSES.map((status) => this.#paths.statusFolder(status));
    const journal = dirname(this.#paths.journal);
    const { events } = this.#paths;
    for (const folder of [...folders, journal, events]) await this.#disk.mkdir(folder);
    const { close, isWhole } = watchFolders([...folders, journal, events], (folder, name) => {
      if (folder === journal && name !== basename(this.#paths.journal)) return;
      if (folder !== journal && folder !== events && !name.endsWith('.md')) return;
      const id = findIdOfFile(name);
      if (id !== undefined && this.#ids.size < MAX_TOUCHED) this.#ids.add(id);
      for (const wake of this.#wakers) wake();
    });
    this.#isWhole = isWhole;
    this.#close = close;
  }
}

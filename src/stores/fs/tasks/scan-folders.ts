import { basename, dirname } from 'node:path';
import { isTaskId } from '../../../kernel/ids.ts';
import type { BrokenFile, Disk, DiskEntry } from '../../../kernel/ports/index.ts';
import { TASK_STATUSES, type TaskStatus } from '../../../kernel/tasks.ts';
import { unlessGone } from '../file-errors.ts';
import { watchFolders } from '../watch-folders.ts';
import { findIdOfFile, textSha, type TaskPaths } from './task-line.ts';
import type { TaskView } from './task-view.ts';

export interface FolderScan {
  /** Ids whose files are not where the journal has them. */
  readonly suspects: readonly string[];
  /** Texts under names of their own, which may be tasks that somebody wrote by hand. */
  readonly drafts: readonly DraftFile[];
  /** What cannot be a task whatever is in it. */
  readonly broken: readonly { readonly kind: 'broken'; readonly file: BrokenFile; readonly sha: string }[];
  /** Finished tasks whose files are not there. */
  readonly gone: readonly string[];
}

/** `tasks/ready/fix-the-parser.md` */
export interface DraftFile {
  readonly status: TaskStatus;
  /** Without `.md`. */
  readonly name: string;
}

/** Lists status folders and compares names alone: no file is opened. */
export async function scanFolders(
  disk: Disk,
  paths: TaskPaths,
  view: TaskView,
  folders: readonly TaskStatus[],
): Promise<FolderScan> {
  const { index } = view;
  // First, as it reads what is unread of the snapshot: then no file has to be looked up in that.
  const finished = index.finishedIn(folders);
  const suspects = new Set<string>();
  const broken: FolderScan['broken'][number][] = [];
  const drafts: DraftFile[] = [];
  const otherNames = new Set<string>();
  const seen = new Set<string>();
  for (const status of folders) {
    const others: DiskEntry[] = [];
    for (const { name, kind } of (await unlessGone(disk.readdir(paths.statusFolder(status)))) ?? []) {
      const id = kind === 'folder' ? name : name.endsWith('.md') ? name.slice(0, -3) : '';
      const known = index.statusOf(id);
      if (known === status) {
        if (kind === 'file') seen.add(id);
      } else if (known !== undefined || isTaskId(id)) suspects.add(id);
      // Not temporary files, .gitkeep and the like.
      else if (!name.startsWith('.') || name.endsWith('.md')) others.push({ name, kind });
    }
    for (const { name } of others) otherNames.add(name);
    for (const { name, kind } of others) {
      if (kind === 'file' && isDraftName(name)) drafts.push({ status, name: name.slice(0, -3) });
      // The folder beside such a text goes with it.
      else if (kind !== 'folder' || !otherNames.has(`${name}.md`))
        broken.push(stranger(`tasks/${status}/${name}`, 'its name is not that of a task'));
    }
  }
  for (const status of folders) {
    for (const id of index.idsIn(status)) if (!seen.has(id)) suspects.add(id);
  }
  const gone = finished.filter((id) => !seen.has(id) && !suspects.has(id));
  return { suspects: [...suspects], drafts, broken, gone };
}

const isDraftName = (name: string): boolean => /^[^.].*\.md$/.test(name) && name.length <= 200;

const stranger = (path: string, reason: string): FolderScan['broken'][number] => ({
  kind: 'broken',
  file: { path, reason, repair: 'move it somewhere else', canRepair: false },
  sha: textSha(`${path} ${reason}`),
});

/** When each status folder last changed; 0 for one that is not there. */
export async function readFolderTimes(
  disk: Disk,
  paths: TaskPaths,
  statuses: Iterable<TaskStatus> = TASK_STATUSES,
): Promise<Partial<Record<TaskStatus, number>>> {
  const rows = await Promise.all(
    [...statuses].map(
      async (status) => [status, (await disk.stat(paths.statusFolder(status)))?.modifiedMs ?? 0] as const,
    ),
  );
  return Object.fromEntries(rows);
}

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

import { dirname, join } from 'node:path';
import { DATA_DIR_IGNORE } from '../../../kernel/data-dir.ts';
import { isJsonObject } from '../../../kernel/json.ts';
import type { Disk, DiskFile, JournalLine } from '../../../kernel/ports/index.ts';
import { TASK_STATUSES, type TaskStatus } from '../../../kernel/tasks.ts';
import { Projector } from './projector.ts';
import { readFolderTimes } from './scan-folders.ts';
import { parseLine, type TaskPaths } from './task-line.ts';
import type { TaskView } from './task-view.ts';

interface DerivedFilesDeps {
  readonly disk: Disk;
  readonly paths: TaskPaths;
  readonly view: TaskView;
  /** Another text after each boot of the machine. */
  readonly boot: string;
  readJournal(position: number): AsyncIterable<JournalLine>;
  /** Where somebody's text, which was in the way of a write, is now; relative to the data dir. */
  onKept(id: string, path: string): void;
}

/** Keeps the files in step with the journal, and knows how far they are. */
export class DerivedFiles {
  readonly projector: Projector;
  readonly #deps: DerivedFilesDeps;
  readonly #marker: MarkerFile;
  /** Files of earlier lines may be half derived. */
  #isBehind = false;
  #hasWritten = false;

  constructor(deps: DerivedFilesDeps) {
    this.#deps = deps;
    this.projector = new Projector(deps.disk, deps.paths, (id, path) => deps.onKept(id, path));
    this.#marker = new MarkerFile(deps.disk, deps.paths.marker);
  }

  /** This process has derived something. */
  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  /** Lines wait for their files, or what was derived before the machine was last started may be gone. */
  get isBehind(): boolean {
    return this.#deps.view.pending.length > 0 || this.#marker.read()?.boot !== this.#deps.boot;
  }

  /** What another process has derived meanwhile need not be remembered. */
  settleByMarker(): void {
    const { view } = this.#deps;
    if (view.pending.length === 0) return;
    const marker = this.#marker.read();
    if (marker?.generation === view.generation) view.settle(marker.position);
  }

  /** Under the lock: updates files for lines whose writer died, or that a power loss undid. */
  async recover(): Promise<void> {
    const { view, boot } = this.#deps;
    const marker = this.#marker.read();
    if (marker !== undefined && marker.boot === boot) {
      if (marker.generation === view.generation) view.settle(marker.position);
      // A journal is only replaced when every file is there.
      else if (marker.generation < view.generation) view.settle(view.snapshotEnd);
      if (view.pending.length === 0) return;
    } else if (view.end > 0) {
      await this.#rereadPending();
      await this.projector.events.cutBack(view.snapshot?.events);
      // Names may have come back that were moved away from these files.
      await this.projector.spares.sweep(() => undefined);
    } else return await this.#hideFromGit();
    this.#isBehind = true;
    await this.project();
  }

  /** Before the first line of a journal: nothing of what follows but tasks is for other machines. */
  async #hideFromGit(): Promise<void> {
    const { disk, paths } = this.#deps;
    const path = join(paths.dataDir, '.gitignore');
    if ((await disk.lstat(path)) === undefined) await this.projector.files.write(path, DATA_DIR_IGNORE);
  }

  /** Under the lock: derives the files of all lines that wait for them now. Others may come meanwhile. */
  async project(): Promise<void> {
    const { disk, paths, view, boot } = this.#deps;
    this.#hasWritten = true;
    const lines = view.pending.map(({ line }) => line);
    const position = view.end;
    const again = this.#isBehind;
    this.#isBehind = true;
    const touched = this.projector.foldersOf(lines);
    const known = this.#marker.read()?.folders ?? {};
    const before = await readFolderTimes(disk, paths, touched);
    await this.projector.project(lines, again, (id) => view.statusAt(position, id));
    // A folder that somebody else had changed before keeps its old time: what they did still has to be found.
    const untouched = [...touched].filter((status) => (known[status] ?? 0) === (before[status] ?? 0));
    const after = await readFolderTimes(disk, paths, untouched);
    await this.#marker.write({ generation: view.generation, position, boot, folders: { ...known, ...after } });
    view.settle(position);
    this.#isBehind = false;
  }

  /** Under the lock, before the journal is replaced; spares of finished tasks go with it. */
  async flushEvents(): Promise<void> {
    const { snapshot, index } = this.#deps.view;
    await this.projector.events.flush(snapshot?.events?.file);
    await this.projector.spares.sweep((id) => index.statusOf(id));
  }

  /** Folders in which something has come or gone since they were last noted. */
  async changedFolders(): Promise<TaskStatus[]> {
    const known = this.#marker.read()?.folders ?? {};
    const now = await readFolderTimes(this.#deps.disk, this.#deps.paths);
    return TASK_STATUSES.filter((status) => (now[status] ?? 0) !== (known[status] ?? 0));
  }

  /** Remembered for all processes, so that each change by a person is looked for once. */
  async noteFolders(times: Marker['folders']): Promise<void> {
    const marker = this.#marker.read();
    const isNews = Object.entries(times).some(([status, time]) => marker?.folders[status as TaskStatus] !== time);
    if (marker !== undefined && isNews)
      await this.#marker.write({ ...marker, folders: { ...marker.folders, ...times } });
  }

  async close(): Promise<void> {
    await this.#marker.close();
  }

  /** All lines after the snapshot, also those that were settled before. */
  async #rereadPending(): Promise<void> {
    const pending = [];
    for await (const { text, end } of this.#deps.readJournal(this.#deps.view.snapshotEnd)) {
      const line = parseLine(text);
      if (line.kind === 'change') pending.push({ end, line });
    }
    this.#deps.view.pending = pending;
  }
}

/** Up to where files were derived from the journal, and what the folders looked like then. */
interface Marker {
  readonly generation: number;
  readonly position: number;
  /** The boot of the machine: after another one, unflushed files may be gone. */
  readonly boot: string;
  readonly folders: Readonly<Partial<Record<TaskStatus, number>>>;
}

const SIZE_BYTES = 1024;

/** Written in place and not flushed: if it is lost or torn, everything is looked at again. */
class MarkerFile {
  readonly #disk: Disk;
  readonly #path: string;
  #file: DiskFile | undefined;

  constructor(disk: Disk, path: string) {
    this.#disk = disk;
    this.#path = path;
  }

  read(): Marker | undefined {
    const bytes = this.#disk.readNow(this.#path);
    if (bytes === undefined) return undefined;
    try {
      return toMarker(JSON.parse(bytes.toString('utf8')));
    } catch {
      return undefined;
    }
  }

  async write(marker: Marker): Promise<void> {
    if (this.#file === undefined || (await this.#disk.lstat(this.#path)) === undefined) {
      await this.close();
      await this.#disk.mkdir(dirname(this.#path));
      const isThere = (await this.#disk.lstat(this.#path)) !== undefined;
      this.#file = await this.#disk.open(this.#path, isThere ? 'r+' : 'w');
    }
    await this.#file.write(Buffer.from(JSON.stringify(marker).padEnd(SIZE_BYTES), 'utf8'), 0);
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }
}

function toMarker(value: unknown): Marker | undefined {
  if (!isJsonObject(value)) return undefined;
  const { generation, position, boot, folders } = value;
  if (typeof generation !== 'number' || typeof position !== 'number' || typeof boot !== 'string') return undefined;
  if (!isJsonObject(folders)) return undefined;
  return { generation, position, boot, folders: folders as Marker['folders'] };
}

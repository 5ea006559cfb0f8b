import { join } from 'node:path';
import { setImmediate as afterOthers } from 'node:timers/promises';
import type { Disk } from '../../../kernel/ports/index.ts';
import { isFinished, TASK_STATUSES, type TaskRecord, type TaskStatus } from '../../../kernel/tasks.ts';
import { unlessGone } from '../file-errors.ts';
import { EventFiles, syncFile } from './event-files.ts';
import { PlainFiles, SpareFiles } from './plain-files.ts';
import { planProjection, type TaskProjection } from './projection.ts';
import { RUN_FILES, writeRunFiles } from './task-texts.ts';
import { textSha, type ChangeLine, type TaskPaths, type TaskPlace } from './task-line.ts';

/** How many tasks are worked on at once. */
const STRANDS = 8;
/** After so many others get a turn: what the system answers from memory does not wait, and so lets nobody in. */
const TASKS_PER_TURN = 8;

/** Derives files from lines of the journal. Doing it again with the same lines changes nothing. Under the lock only. */
export class Projector {
  readonly events: EventFiles;
  readonly #disk: Disk;
  readonly #paths: TaskPaths;
  readonly files: PlainFiles;
  readonly spares: SpareFiles;

  readonly #onKept: (id: string, path: string) => void;

  constructor(disk: Disk, paths: TaskPaths, onKept: (id: string, path: string) => void) {
    this.#onKept = onKept;
    this.#disk = disk;
    this.#paths = paths;
    this.files = new PlainFiles(disk, paths.kept);
    this.spares = new SpareFiles(disk, this.files, paths);
    this.events = new EventFiles(disk, this.files, paths.events);
  }

  /** With `again`, a part of it may have been done by somebody who died over it. */
  async project(
    lines: readonly ChangeLine[],
    again: boolean,
    statusOf: (id: string) => TaskStatus | undefined,
  ): Promise<void> {
    const { tasks, artifacts, events } = planProjection(lines);
    await mapConcurrently(tasks, (task) => this.#projectTask(task, again));
    for (const { taskId, path, content } of artifacts) {
      const status = statusOf(taskId);
      if (status !== undefined) await this.files.ensure(join(this.#paths.companion(status, taskId), path), content);
    }
    await this.events.append(events, again);
  }

  /** Which status folders the lines touch. */
  foldersOf(lines: readonly ChangeLine[]): ReadonlySet<TaskStatus> {
    const places = lines.flatMap(({ puts }) =>
      puts.flatMap(({ entry, from, strays = [] }) => [entry.task, ...(from === undefined ? [] : [from]), ...strays]),
    );
    return new Set(places.map(({ status }) => status));
  }

  async #projectTask(projection: TaskProjection, again: boolean): Promise<void> {
    const { put, origins, shas, entries } = projection;
    const { id, status } = put.entry.task;
    const target = this.#paths.taskFile(status, id);
    await this.#writeTask(target, projection, again);
    // Of what a crash has left nobody knows which names mean the same file.
    const isSpare = !again && !isFinished(status);
    for (const origin of origins) {
      const path = this.#paths.taskFile(origin.status, origin.id);
      if (path !== target) await this.#removeOrigin(path, shas, id, isSpare);
      if (origin.status !== status || origin.id !== id) {
        await this.files.moveFolder(this.#paths.companion(origin.status, origin.id), this.#paths.companion(status, id));
      }
      if (origin.id !== id) await this.files.moveFolder(this.#paths.runs(origin.id), this.#paths.runs(id));
    }
    for (const stray of projection.strays) {
      const path = this.#paths.taskFile(stray.status, stray.id);
      if (path !== target) await this.#removeOrigin(path, new Set([put.sha]), id, false);
      await this.#moveStrayCompanion(stray, put.entry.task);
    }
    for (const entry of entries) await writeRunFiles(this.#disk, this.files, this.#paths.runs(id), entry);
    if (put.entry.run?.status === 'running') await this.#makeCompanion(this.#paths.companion(status, id));
  }

  /** A folder next to a stray file goes with it, unless it is the task's own. */
  async #moveStrayCompanion(stray: TaskPlace, task: TaskRecord): Promise<void> {
    if (stray.status === task.status && stray.id === task.id) return;
    await this.files.moveFolder(
      this.#paths.companion(stray.status, stray.id),
      this.#paths.companion(task.status, task.id),
    );
  }

  async #writeTask(target: string, { put, shas }: TaskProjection, again: boolean): Promise<void> {
    const there = this.#disk.lstatNow(target) === undefined ? undefined : this.#disk.readNow(target);
    const { id } = put.entry.task;
    if (there !== undefined) {
      const sha = textSha(there);
      if (sha === put.sha) return;
      if (!shas.has(sha)) await this.#keep(id, sha, there);
    } else if (!again && (await this.spares.use(id, target, put.text))) return;
    await this.files.write(target, put.text);
  }

  async #removeOrigin(path: string, known: ReadonlySet<string>, id: string, isSpare: boolean): Promise<void> {
    const there = this.#disk.readNow(path);
    if (there === undefined) return;
    const sha = textSha(there);
    if (!known.has(sha)) await this.#keep(id, sha, there);
    else if (isSpare) return await this.spares.keep(id, path);
    await unlessGone(this.#disk.unlink(path));
  }

  /** Somebody wrote it in the moment between our look and our write: it is theirs and must not be lost. */
  async #keep(id: string, sha: string, text: Buffer): Promise<void> {
    const name = `${id}-${sha.slice(0, 12)}.md`;
    await this.files.write(join(this.#paths.kept, name), text);
    this.#onKept(id, `journal/kept/${name}`);
  }

  async #makeCompanion(folder: string): Promise<void> {
    if ((await this.#disk.lstat(folder)) !== undefined) return;
    for (const name of ['inputs', 'work', 'outputs']) await this.#disk.mkdir(join(folder, name));
  }

  /** Makes everything that was derived for these tasks durable, so that the journal may forget it. */
  async flush(tasks: readonly { readonly id: string; readonly status: TaskStatus }[]): Promise<void> {
    const folders = new Set<string>();
    await mapConcurrently(tasks, async ({ id, status }) => {
      const file = this.#paths.taskFile(status, id);
      await syncFile(this.#disk, file);
      for (const folder of [this.#paths.companion(status, id), this.#paths.runs(id)]) {
        for (const path of await this.#filesUnder(folder, folders)) await syncFile(this.#disk, path);
      }
    });
    for (const folder of folders) await unlessGone(this.#disk.syncFolder(folder));
    // Also the folders that tasks have left: an old name that comes back would be a second file.
    const left = TASK_STATUSES.map((status) => this.#paths.statusFolder(status));
    const above = [join(this.#paths.dataDir, 'tasks'), join(this.#paths.dataDir, 'runs'), this.#paths.dataDir];
    for (const folder of [...left, ...above]) {
      if ((await this.#disk.lstat(folder)) !== undefined) await this.#disk.syncFolder(folder);
    }
  }

  async #filesUnder(folder: string, folders: Set<string>): Promise<string[]> {
    const entries = await unlessGone(this.#disk.readdir(folder));
    if (entries === undefined) return [];
    folders.add(folder);
    const paths: string[] = [];
    for (const { name, kind } of entries) {
      const path = join(folder, name);
      if (kind === 'folder') paths.push(...(await this.#filesUnder(path, folders)));
      else if (kind === 'file' && isOurs(path)) paths.push(path);
    }
    return paths;
  }
}

/** What agents put into their folders is theirs to flush; ours is what the journal would make again. */
const isOurs = (path: string): boolean =>
  RUN_FILES.some((name) => path.endsWith(`/${name}`)) ||
  /\/(?:inputs|outputs)\/[^/]*$/.test(path) ||
  path.includes('/inputs/');

async function mapConcurrently<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const strand = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      await work(item);
      if (next % TASKS_PER_TURN === 0) await afterOthers();
    }
  };
  await Promise.all(Array.from({ length: Math.min(STRANDS, items.length) }, strand));
}

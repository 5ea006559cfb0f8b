import { dirname, join } from 'node:path';
import { BatonError } from '../../../kernel/errors/index.ts';
import type { Journal, StagedTasks, StageOptions, TaskPiece, TaskTransfer } from '../../../kernel/ports/index.ts';
import { isFinished, TASK_STATUSES, type PlaneEvent } from '../../../kernel/tasks.ts';
import { idKey, withoutStaleCheckpoint } from '../../task-index/index.ts';
import { unlessGone } from '../file-errors.ts';
import { syncFile, type EventFiles } from './event-files.ts';
import { filesUnder, PlainFiles } from './plain-files.ts';
import { loadTask, readEarlierRuns, writeEarlierRuns, type TextDeps } from './task-texts.ts';
import { textSha, type ChangeLine, type LinePut, type TaskLine } from './task-line.ts';

export interface FileTransferDeps extends TextDeps {
  readonly events: EventFiles;
  journal(): Journal<TaskLine>;
  catchUp(): Promise<void>;
  compactIfLarge(): Promise<void>;
  /** Leaves a journal that begins with everything as it is, all files of it flushed. */
  compact(): Promise<void>;
}

/** Of texts in one line of the journal. */
const BATCH_CHARACTERS = 1024 * 1024;
const BATCH_EVENTS = 1_000;

/** A data dir of files as a whole. It is imported where nobody works yet: a reader sees a part until it is done. */
export class FileTransfer implements TaskTransfer {
  readonly #deps: FileTransferDeps;

  constructor(deps: FileTransferDeps) {
    this.#deps = deps;
  }

  async *read(): AsyncGenerator<TaskPiece> {
    await this.#deps.catchUp();
    const { view } = this.#deps;
    const before = `${view.generation} ${view.end}`;
    const ids = [...TASK_STATUSES.flatMap((status) => [...view.index.idsIn(status)]), ...finishedIds(view.index)];
    for (const id of ids.sort((a, b) => (idKey(a) < idKey(b) ? -1 : 1))) yield* this.#readTask(id);
    for (const [date, last] of [...view.index.lastNumbers].sort(([a], [b]) => (a < b ? -1 : 1)))
      yield { kind: 'number', date, last };
    for (const key of view.index.seen.all()) yield { kind: 'seen', key };
    for await (const event of this.#readEvents()) yield { kind: 'event', event };
    await this.#deps.catchUp();
    if (`${view.generation} ${view.end}` !== before)
      throw new BatonError('STORE_BUSY', 'tasks were changed while they were read', {
        hint: 'run the command again when nobody works on them',
      });
  }

  async isEmpty(): Promise<boolean> {
    return (await this.read().next()).done === true;
  }

  async wasKept(mark: string): Promise<boolean> {
    return this.#deps.disk.readNow(this.#keptMark)?.toString('utf8') === mark;
  }

  async stage(pieces: AsyncIterable<TaskPiece>, { mark }: StageOptions): Promise<StagedTasks> {
    if (!(await this.isEmpty()))
      throw new BatonError('STORE_NOT_EMPTY', `there are tasks in ${this.#deps.paths.dataDir} already`);
    const intake = new Intake(this.#deps);
    for await (const piece of pieces) await intake.take(piece);
    await intake.flush();
    await this.#deps.compact();
    return {
      read: () => this.read(),
      keep: async () => {
        const files = new PlainFiles(this.#deps.disk, this.#deps.paths.kept);
        await files.write(this.#keptMark, mark);
        await syncFile(this.#deps.disk, this.#keptMark);
        await this.#deps.disk.syncFolder(dirname(this.#keptMark));
      },
      discard: async () => undefined,
    };
  }

  get #keptMark(): string {
    return join(dirname(this.#deps.paths.journal), 'taken-over');
  }

  async *#readTask(id: string): AsyncGenerator<TaskPiece> {
    const { disk, paths } = this.#deps;
    const loaded = loadTask(this.#deps, id);
    if (loaded === undefined) return;
    const { entry, text, status } = loaded;
    yield {
      kind: 'task',
      entry: withoutStaleCheckpoint(entry, isFinished(status)),
      text,
      earlier: await readEarlierRuns(disk, paths.runs(id)),
    };
    const folder = paths.companion(status, id);
    for (const path of await filesUnder(disk, folder)) {
      const content = await unlessGone(disk.readFile(join(folder, path)));
      if (content !== undefined) yield { kind: 'artifact', taskId: id, path, content };
    }
  }

  /** Also those whose file nobody has written yet. */
  async *#readEvents(): AsyncGenerator<PlaneEvent> {
    const waiting = this.#deps.view.pending.flatMap(({ line }) => line.events);
    let last = '';
    for await (const event of this.#deps.events.read(undefined)) {
      yield event;
      last = event.id;
    }
    yield* waiting.filter(({ id }) => id > last);
  }
}

function* finishedIds(index: TextDeps['view']['index']): Generator<string> {
  for (const [id] of index.allFinished()) yield id;
}

/** Pieces on their way into the journal and the files. */
class Intake {
  readonly #deps: FileTransferDeps;
  readonly #files: PlainFiles;
  readonly #folders = new Map<string, string>();
  #puts: LinePut[] = [];
  #events: PlaneEvent[] = [];
  #seen: string[] = [];
  #characters = 0;

  constructor(deps: FileTransferDeps) {
    this.#deps = deps;
    this.#files = new PlainFiles(deps.disk, deps.paths.kept);
  }

  async take(piece: TaskPiece): Promise<void> {
    switch (piece.kind) {
      case 'task':
        return await this.#takeTask(piece);
      case 'artifact':
        return await this.#takeArtifact(piece);
      case 'number':
        await this.flush();
        return this.#deps.view.index.restoreLastNumber(piece.date, piece.last);
      case 'seen':
        this.#seen.push(piece.key);
        return;
      case 'event':
        this.#events.push(piece.event);
        if (this.#events.length >= BATCH_EVENTS) await this.flush();
    }
  }

  async flush(): Promise<void> {
    const line: ChangeLine = { puts: this.#puts, artifacts: [], events: this.#events, seen: this.#seen };
    if (line.puts.length + line.events.length + line.seen.length === 0) return;
    await this.#deps.journal().commit(() => [{ kind: 'change', ...line }]);
    this.#puts = [];
    this.#events = [];
    this.#seen = [];
    this.#characters = 0;
    this.#folders.clear();
    await this.#deps.compactIfLarge();
  }

  /** The batch before ends where a new task begins: the artifacts of its tasks are there by then. */
  async #takeTask({ entry, text, earlier }: Extract<TaskPiece, { kind: 'task' }>): Promise<void> {
    if (this.#characters + text.length > BATCH_CHARACTERS) await this.flush();
    const { id, status } = entry.task;
    this.#puts.push({ entry, text, sha: textSha(text) });
    this.#characters += text.length + JSON.stringify(entry).length;
    this.#folders.set(id, this.#deps.paths.companion(status, id));
    await writeEarlierRuns(this.#files, this.#deps.paths.runs(id), earlier);
    if (entry.run?.status !== 'running') return;
    // As for every running task; the projector makes them only if there is no folder yet.
    for (const name of ['inputs', 'work', 'outputs'])
      await this.#deps.disk.mkdir(join(this.#deps.paths.companion(status, id), name));
  }

  async #takeArtifact({ taskId, path, content }: Extract<TaskPiece, { kind: 'artifact' }>): Promise<void> {
    const folder = this.#folders.get(taskId);
    if (folder === undefined)
      throw new BatonError('INTERNAL', `the artifact ${path} does not follow its task ${taskId}`);
    const target = join(folder, path);
    await this.#files.write(target, content);
    await syncFile(this.#deps.disk, target);
  }
}

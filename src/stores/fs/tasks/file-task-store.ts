import { join } from 'node:path';
import { BatonError, isBatonError } from '../../../kernel/errors/index.ts';
import type {
  Inspection,
  Journal,
  Reconciliation,
  ReconcileOptions,
  Survey,
  SurveyQuery,
  TaskChange,
  TaskCodec,
  TaskFilter,
  TaskLookup,
  TaskStore,
  TaskTransfer,
} from '../../../kernel/ports/index.ts';
import type { PlaneEvent, TaskEntry, TaskLink, TaskRecord, TaskStatus } from '../../../kernel/tasks.ts';
import { matchesFilter } from '../../../kernel/task-filter.ts';
import { findTraced, inIdOrder } from '../../task-index/index.ts';
import { unlessGone, withPath } from '../file-errors.ts';
import { openJournal, type JournalDeps } from '../journal/journal.ts';
import { DerivedFiles } from './derived-files.ts';
import { FileTransfer } from './file-transfer.ts';
import { filesUnder } from './plain-files.ts';
import { HandEdits } from './hand-edits.ts';
import { maxSizeOf, planSnapshot, readSteadily, TaskView } from './task-view.ts';
import { TaskDraft } from './task-draft.ts';
import { isWholeLine, sealLine, taskPaths, type TaskLine, type TaskPaths } from './task-line.ts';
import { loadTask, type LoadedTask, type TextDeps } from './task-texts.ts';
import { TouchedTasks } from './scan-folders.ts';

export interface FileTaskStoreDeps extends JournalDeps {
  readonly dataDir: string;
  readonly codec: TaskCodec;
  /** Another text after each boot of the machine. */
  readonly boot: string;
  /** Named as holder of the lock. */
  readonly owner: string;
  remark?(text: string): void;
  /** Under the lock, before the first line of a journal is written. */
  onBegin?(): Promise<void>;
  /** What this process has written, once it is durable. */
  onEvents?(events: readonly PlaneEvent[]): void;
  /** A journal is compacted at once when it is larger than this; default: very large, and many times its snapshot. */
  readonly compactBytes?: number;
}

/** Tasks whose files wait to be written: people should see them within a quarter of a second. */
const MAX_PENDING = 400;
/** So many times larger a journal may grow while changes come one after the other: they should not wait for it. */
const BUSY_FACTOR = 8;
/** With nothing else to do it is compacted soon: every later process reads all that follows the snapshot. */
const REST_FACTOR = 1 / 8;
/** But not if very many files would have to be flushed then: the last change waits for that. */
const MAX_CHANGED = 10_000;

/** Opens for reading at once; the first change creates what is not there. */
export async function openFileTaskStore(deps: FileTaskStoreDeps): Promise<TaskStore> {
  const store = new FileTaskStore(deps);
  await store.open();
  return store;
}

class FileTaskStore implements TaskStore {
  readonly #deps: FileTaskStoreDeps;
  readonly #paths: TaskPaths;
  readonly #view = new TaskView();
  readonly #derived: DerivedFiles;
  readonly #texts: TextDeps;
  readonly #touched: TouchedTasks;
  readonly #edits: HandEdits;
  readonly transfer: TaskTransfer;
  #opened: Journal<TaskLine> | undefined;
  #isCompacting = false;
  /** Texts that were set aside and of which no event tells yet. */
  #keptTexts: { readonly id: string; readonly path: string }[] = [];
  #hasBegun = false;
  readonly #readTask = (id: string): TaskRecord | undefined => this.#readWhole(id)?.entry.task;

  constructor(deps: FileTaskStoreDeps) {
    this.#deps = deps;
    this.#paths = taskPaths(deps.dataDir);
    this.#derived = new DerivedFiles({
      disk: deps.disk,
      paths: this.#paths,
      view: this.#view,
      boot: deps.boot,
      readJournal: (position) => this.#journal.read(position),
      onKept: (id, path) => {
        this.#keptTexts.push({ id, path });
        deps.remark?.(`an edit of ${id} conflicted with a change at the same moment: its text is kept in ${path}`);
      },
    });
    this.#touched = new TouchedTasks(deps.disk, this.#paths);
    this.#texts = { disk: deps.disk, paths: this.#paths, codec: deps.codec, view: this.#view };
    this.#edits = new HandEdits({
      ...this.#texts,
      clock: deps.clock,
      derived: this.#derived,
      touched: this.#touched,
      journal: () => this.#journal,
      draft: (ids) => this.#draft(ids),
      compactIfLarge: () => this.#compactIfLarge(1),
      onEvents: (events) => deps.onEvents?.(events),
    });
    this.transfer = new FileTransfer({
      ...this.#texts,
      events: this.#derived.projector.events,
      journal: () => this.#journal,
      catchUp: async () => {
        await this.settle();
        await this.#catchUp();
      },
      compactIfLarge: () => this.#compactIfLarge(1),
      compact: () => this.compact(),
    });
  }

  async open(): Promise<void> {
    this.#opened = await openJournal<TaskLine>(this.#deps, {
      path: this.#paths.journal,
      owner: this.#deps.owner,
      view: this.#view,
      seal: sealLine,
      isWhole: isWholeLine,
      onLocked: async () => {
        await this.#begin();
        await this.#derived.recover();
      },
      derive: () => this.#derived.project(),
      isFarBehind: () => this.#view.pendingCount > MAX_PENDING,
      onDeriveFailed: (error) => this.#noteFailure(error),
      onRepair: ({ keptAt }) =>
        this.#deps.remark?.(`removed an unfinished line from the task journal, kept in ${keptAt}`),
    });
  }

  async #begin(): Promise<void> {
    if (this.#hasBegun) return;
    const there = await this.#deps.disk.lstat(this.#paths.journal);
    if (there === undefined || there.sizeBytes === 0) await this.#deps.onBegin?.();
    this.#hasBegun = true;
  }

  get #journal(): Journal<TaskLine> {
    if (this.#opened === undefined) throw new BatonError('INTERNAL', 'the task store is not open');
    return this.#opened;
  }

  async find(id: string): Promise<TaskEntry | undefined> {
    return (await this.#load(id))?.entry;
  }

  async readBody(id: string): Promise<string> {
    const loaded = await this.#load(id);
    if (loaded === undefined) throw new BatonError('TASK_NOT_FOUND', `there is no task ${id}`, { id });
    return loaded.isEdited ? this.#deps.codec.parse(loaded.text).body : this.#deps.codec.bodyOf(loaded.text);
  }

  async list(filter: TaskFilter): Promise<readonly TaskRecord[]> {
    const { live, ended } = await this.#steadily(
      () => {
        const { live: found, finished } = this.#view.index.list(filter);
        return { live: found, ended: finished.map(this.#readTask) };
      },
      (result) => !result.ended.includes(undefined),
    );
    const fits = ended.filter((task) => task !== undefined).filter((task) => matchesFilter(task, filter));
    return inIdOrder([...live, ...fits], ({ id }) => id).slice(0, filter.limit);
  }

  async listEntries(filter: TaskFilter): Promise<readonly TaskEntry[]> {
    await this.#catchUp();
    return this.#view.index.listEntries(filter);
  }

  async listLinks(): Promise<readonly TaskLink[]> {
    await this.#catchUp();
    return this.#view.index.links(this.#readTask);
  }

  async count(): Promise<Record<TaskStatus, number>> {
    await this.#catchUp();
    return this.#view.index.count();
  }

  async survey(query: SurveyQuery): Promise<Survey> {
    await this.#catchUp();
    return this.#view.index.survey(query);
  }

  async change<R>(ids: readonly string[], decide: (tasks: TaskLookup) => TaskChange<R>): Promise<R> {
    let outcome: { readonly result: R; readonly events: readonly PlaneEvent[] } | undefined;
    await this.#journal.commit(() => {
      const draft = this.#draft(ids);
      const change = decide(draft.lookup);
      draft.add(change);
      outcome = { result: change.result, events: draft.events };
      return draft.lines;
    });
    if (outcome === undefined) throw new BatonError('INTERNAL', 'a change was stored without being decided');
    if (outcome.events.length > 0) this.#deps.onEvents?.(outcome.events);
    await this.#compactIfLarge(this.#view.changed.size > MAX_CHANGED ? 1 : BUSY_FACTOR);
    return outcome.result;
  }

  async preview<R>(ids: readonly string[], decide: (tasks: TaskLookup) => TaskChange<R>): Promise<R> {
    await this.#catchUp();
    const draft = this.#draft(ids);
    const change = decide(draft.lookup);
    draft.add(change);
    return change.result;
  }

  async *readEvents(after?: string, about?: { readonly taskIds: readonly string[] }): AsyncIterable<PlaneEvent> {
    await this.settle();
    yield* this.#derived.projector.events.read(after, about);
  }

  async findLastEventId(): Promise<string | undefined> {
    await this.settle();
    return await this.#derived.projector.events.findLastId();
  }

  async findTraced(traceId: string): Promise<readonly string[]> {
    await this.settle();
    const events = this.#derived.projector.events.read(undefined, { text: traceId });
    await this.#catchUp();
    return await findTraced(traceId, (found) => this.#view.index.links(this.#readTask, { traceId, found }), events);
  }

  async settle(): Promise<void> {
    await this.#journal.settled();
  }

  async readArtifact(id: string, path: string): Promise<Buffer | undefined> {
    await this.settle();
    await this.#catchUp();
    const status = this.#view.index.statusOf(id);
    if (status === undefined) return undefined;
    return await withPath(path, 'read', () =>
      unlessGone(this.#deps.disk.readFile(join(this.#paths.companion(status, id), path))),
    );
  }

  async listArtifacts(id: string): Promise<readonly string[]> {
    await this.settle();
    await this.#catchUp();
    const status = this.#view.index.statusOf(id);
    return status === undefined ? [] : await filesUnder(this.#deps.disk, this.#paths.companion(status, id));
  }

  async inspect(only?: readonly string[]): Promise<Inspection> {
    await this.settle();
    await this.#catchUp();
    return await this.#edits.inspect(only);
  }

  async reconcile(options: ReconcileOptions = {}): Promise<Reconciliation> {
    await this.settle();
    await this.#tellKept();
    await this.#catchUp();
    return await this.#edits.reconcile(options);
  }

  onChange(wake: () => void): () => Promise<void> {
    return this.#touched.watch(wake);
  }

  /** Files are written after the change that they follow: what was in their way is told by the next one. */
  async #tellKept(): Promise<void> {
    const kept = this.#keptTexts.splice(0);
    if (kept.length === 0) return;
    await this.change([], () => ({
      events: kept.map(({ id, path }) => ({ type: 'task.kept', actor: 'store', taskId: id, payload: { path } })),
      result: null,
    }));
  }

  async rest(): Promise<void> {
    await this.settle();
    await this.#tellKept();
    // Who only reads writes nothing, not even this.
    if (this.#derived.hasWritten) await this.#compactIfLarge(REST_FACTOR);
  }

  async close(): Promise<void> {
    await this.rest();
    await this.#journal.close();
    await this.#derived.close();
  }

  #draft(ids: readonly string[]): TaskDraft {
    return new TaskDraft(this.#texts, ids, { now: this.#deps.clock.now(), random: this.#deps.random });
  }

  async #catchUp(): Promise<void> {
    await this.#journal.catchUp();
    this.#derived.settleByMarker();
  }

  async #load(id: string): Promise<LoadedTask | undefined> {
    const found = await this.#steadily(
      () => this.#view.index.statusOf(id) === undefined || this.#readWhole(id),
      (result) => result !== undefined,
    );
    // What is broken says how.
    return found === true ? undefined : (found ?? loadTask(this.#texts, id));
  }

  async #steadily<T>(read: () => T, isWhole: (result: T) => boolean): Promise<T> {
    return await readSteadily({ catchUp: () => this.#catchUp(), end: () => this.#view.end }, read, isWhole);
  }

  #readWhole(id: string): LoadedTask | undefined {
    try {
      return loadTask(this.#texts, id);
    } catch (error) {
      if (error instanceof BatonError) return undefined;
      throw error;
    }
  }

  #noteFailure(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#deps.remark?.(`task files could not be written and will be written later: ${reason}`);
  }

  async #compactIfLarge(factor: number): Promise<void> {
    const limit = this.#deps.compactBytes ?? maxSizeOf(this.#view, factor);
    if (this.#view.end <= limit || this.#isCompacting) return;
    this.#isCompacting = true;
    try {
      await this.compact();
    } catch (error) {
      // The change is stored; if the lock is busy, the next one tries again.
      if (!isBatonError(error, 'LOCK_HELD')) throw error;
    } finally {
      this.#isCompacting = false;
    }
  }

  async compact(): Promise<void> {
    await this.settle();
    await this.#catchUp();
    const { generation, derivedEnd } = this.#view;
    // Most of it without the lock, which others wait for.
    await this.#flushChanged((end) => end <= derivedEnd);
    await this.#journal.rewrite(async () => {
      // Another process was quicker.
      if (this.#view.generation !== generation) return undefined;
      await this.#flushChanged((end) => end > derivedEnd);
      await this.#derived.flushEvents();
      return planSnapshot(this.#view, await this.#derived.projector.events.latest());
    });
  }

  /** Files of tasks whose last line ends at a wanted position. */
  async #flushChanged(isWanted: (end: number) => boolean): Promise<void> {
    const { changed, index } = this.#view;
    const places = [...changed].flatMap(([id, end]) => {
      const status = isWanted(end) ? index.statusOf(id) : undefined;
      return status === undefined ? [] : [{ id, status }];
    });
    await this.#derived.projector.flush(places);
  }
}

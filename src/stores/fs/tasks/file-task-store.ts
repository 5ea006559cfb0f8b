import { join } from 'node:path';
import {
  BatonError,
  type Inspection,
  type Journal,
  type JournalLine,
  type PlaneEvent,
  type Reconciliation,
  type Survey,
  type SurveyQuery,
  type TaskChange,
  type TaskCodec,
  type TaskEntry,
  type TaskFilter,
  type TaskLookup,
  type TaskRecord,
  type TaskStatus,
  type TaskStore,
} from '../../../kernel/index.ts';
import { idKey } from '../../task-index/index.ts';
import { unlessGone } from '../errno.ts';
import { withPath } from '../file-errors.ts';
import { openJournal, type JournalDeps } from '../journal.ts';
import { MarkerFile } from './marker.ts';
import { Projector } from './projector.ts';
import { planSnapshot } from './snapshot.ts';
import { TaskDraft } from './task-draft.ts';
import { isWholeLine, parseLine, sealLine, type TaskLine } from './task-line.ts';
import { taskPaths, type TaskPaths } from './task-paths.ts';
import { loadTask, type LoadedTask, type TextDeps } from './task-texts.ts';
import { TaskView } from './task-view.ts';

export interface FileTaskStoreDeps extends JournalDeps {
  readonly dataDir: string;
  readonly codec: TaskCodec;
  /** Another text after each boot of the machine. */
  readonly boot: string;
  /** Named as holder of the lock. */
  readonly owner: string;
  remark?(text: string): void;
  /** A journal is compacted when it is larger than this and several times its snapshot. */
  readonly compactBytes?: number;
}

const COMPACT_BYTES = 4 * 1024 * 1024;
const COMPACT_RATIO = 4;

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
  readonly #projector: Projector;
  readonly #marker: MarkerFile;
  readonly #texts: TextDeps;
  #opened: Journal<TaskLine> | undefined;
  /** Files of earlier lines may be half derived. */
  #isBehind = false;

  constructor(deps: FileTaskStoreDeps) {
    this.#deps = deps;
    this.#paths = taskPaths(deps.dataDir);
    this.#projector = new Projector(deps.disk, this.#paths);
    this.#marker = new MarkerFile(deps.disk, this.#paths.marker);
    this.#texts = { disk: deps.disk, paths: this.#paths, codec: deps.codec, view: this.#view };
  }

  async open(): Promise<void> {
    this.#opened = await openJournal<TaskLine>(this.#deps, {
      path: this.#paths.journal,
      owner: this.#deps.owner,
      view: this.#view,
      seal: sealLine,
      isWhole: isWholeLine,
      onLocked: () => this.#recover(),
      onFlushed: (lines) => this.#derive(lines),
      onDeriveFailed: (error) => this.#noteFailure(error),
      onRepair: ({ keptAt }) =>
        this.#deps.remark?.(`cut off an unfinished line of the task journal, kept in ${keptAt}`),
    });
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
    return this.#deps.codec.parse(loaded.text).body;
  }

  async list(filter: TaskFilter): Promise<readonly TaskRecord[]> {
    await this.#catchUp();
    const { live, finished } = this.#view.index.list(filter);
    const ended = finished.flatMap((id) => this.#readWhole(id)?.entry.task ?? []);
    const fits = ended.filter((task) => filter.parentId === undefined || task.parentId === filter.parentId);
    const sorted = [...live, ...fits].sort((a, b) => (idKey(a.id) < idKey(b.id) ? -1 : 1));
    return sorted.slice(0, filter.limit ?? sorted.length);
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
    let outcome: { readonly result: R } | undefined;
    await this.#journal.commit(() => {
      const draft = this.#draft(ids);
      const change = decide(draft.lookup);
      draft.add(change);
      outcome = { result: change.result };
      return draft.lines;
    });
    await this.#compactIfLarge();
    if (outcome === undefined) throw new BatonError('INTERNAL', 'a change was stored without being decided');
    return outcome.result;
  }

  async preview<R>(ids: readonly string[], decide: (tasks: TaskLookup) => TaskChange<R>): Promise<R> {
    await this.#catchUp();
    const draft = this.#draft(ids);
    const change = decide(draft.lookup);
    draft.add(change);
    return change.result;
  }

  async *readEvents(after?: string): AsyncIterable<PlaneEvent> {
    yield* this.#projector.events.read(after);
  }

  async readArtifact(id: string, path: string): Promise<Buffer | undefined> {
    await this.#catchUp();
    const status = this.#view.index.statusOf(id);
    if (status === undefined) return undefined;
    return await withPath(path, 'read', () =>
      unlessGone(this.#deps.disk.readFile(join(this.#paths.companion(status, id), path))),
    );
  }

  async listArtifacts(id: string): Promise<readonly string[]> {
    await this.#catchUp();
    const status = this.#view.index.statusOf(id);
    return status === undefined ? [] : await this.#filesUnder(this.#paths.companion(status, id), '');
  }

  async inspect(): Promise<Inspection> {
    return { edited: [], broken: [] };
  }

  async reconcile(): Promise<Reconciliation> {
    await this.#journal.commit(() => []);
    return { adopted: [], reported: [], repaired: [] };
  }

  async close(): Promise<void> {
    await this.#journal.close();
    await this.#marker.close();
  }

  #draft(ids: readonly string[]): TaskDraft {
    return new TaskDraft(this.#texts, ids, { now: this.#deps.clock.now(), random: this.#deps.random });
  }

  async #catchUp(): Promise<void> {
    await this.#journal.catchUp();
    if (this.#view.pending.length > 0) this.#settleByMarker();
  }

  /** What another process has derived meanwhile need not be remembered. */
  #settleByMarker(): void {
    const marker = this.#marker.read();
    if (marker?.generation === this.#view.generation) this.#view.settle(marker.position);
  }

  async #load(id: string): Promise<LoadedTask | undefined> {
    await this.#catchUp();
    return loadTask(this.#texts, id);
  }

  #readWhole(id: string): LoadedTask | undefined {
    try {
      return loadTask(this.#texts, id);
    } catch (error) {
      if (error instanceof BatonError) return undefined;
      throw error;
    }
  }

  /** Brings files in step with lines whose writer died, or that a power loss took back. */
  async #recover(): Promise<void> {
    const marker = this.#marker.read();
    const view = this.#view;
    if (marker !== undefined && marker.boot === this.#deps.boot) {
      if (marker.generation === view.generation) view.settle(marker.position);
      // A journal is only replaced when every file is there.
      else if (marker.generation < view.generation) view.settle(view.snapshotEnd);
      if (view.pending.length === 0) return;
    } else if (view.end > 0) {
      await this.#rereadPending();
      await this.#projector.events.cutBack(view.snapshot?.events);
    } else return;
    this.#isBehind = true;
    await this.#project();
  }

  /** All lines behind the snapshot, also those that were settled before. */
  async #rereadPending(): Promise<void> {
    const pending = [];
    for await (const { text, end } of this.#journal.read(this.#view.snapshotEnd)) {
      const line = parseLine(text);
      if (line.kind === 'change') pending.push({ end, line });
    }
    this.#view.pending = pending;
  }

  async #derive(lines: readonly JournalLine[]): Promise<void> {
    if (lines.length > 0) await this.#project();
  }

  async #project(): Promise<void> {
    const lines = this.#view.pending.map(({ line }) => line);
    const position = this.#view.end;
    const again = this.#isBehind;
    this.#isBehind = true;
    await this.#projector.project(lines, again, (id) => this.#view.index.statusOf(id));
    await this.#marker.write({
      generation: this.#view.generation,
      position,
      boot: this.#deps.boot,
      folders: {},
    });
    this.#view.settle(position);
    this.#isBehind = false;
  }

  #noteFailure(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#deps.remark?.(`task files could not be written and will be written later: ${reason}`);
  }

  async #compactIfLarge(): Promise<void> {
    const { end, snapshotEnd } = this.#view;
    const limit = Math.max(this.#deps.compactBytes ?? COMPACT_BYTES, snapshotEnd * COMPACT_RATIO);
    if (end > limit) await this.compact();
  }

  async compact(): Promise<void> {
    await this.#journal.rewrite(async () => {
      const changed = [...this.#view.changed].flatMap((id) => {
        const status = this.#view.index.statusOf(id);
        return status === undefined ? [] : [{ id, status }];
      });
      await this.#projector.flush(changed);
      await this.#projector.events.flush(this.#view.snapshot?.events?.file);
      return planSnapshot(this.#view, await this.#projector.events.latest());
    });
  }

  async #filesUnder(folder: string, prefix: string): Promise<string[]> {
    const entries = (await unlessGone(this.#deps.disk.readdir(folder))) ?? [];
    const names: string[] = [];
    for (const { name, kind } of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (kind === 'folder') names.push(...(await this.#filesUnder(join(folder, name), `${prefix}${name}/`)));
      else if (kind === 'file') names.push(`${prefix}${name}`);
    }
    return names;
  }
}

import {
  BatonError,
  type Clock,
  type Inspection,
  type PlaneEvent,
  type Random,
  type Reconciliation,
  type Survey,
  type SurveyQuery,
  type TaskChange,
  type TaskCodec,
  type TaskEntry,
  type TaskFilter,
  type TaskLookup,
  type TaskPut,
  type TaskRecord,
  type TaskStatus,
  type TaskStore,
} from '../../kernel/index.ts';
import { idKey, stampEvents, TaskIndex } from '../task-index/index.ts';

export interface MemoryTaskStoreDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly codec: TaskCodec;
}

/** Tasks in this process alone, gone with it: for tests, simulations, and as the plainest reading of the port. */
export function createMemoryTaskStore(deps: MemoryTaskStoreDeps): TaskStore {
  return new MemoryTaskStore(deps);
}

class MemoryTaskStore implements TaskStore {
  readonly #deps: MemoryTaskStoreDeps;
  readonly #index = new TaskIndex();
  readonly #entries = new Map<string, TaskEntry>();
  readonly #texts = new Map<string, string>();
  readonly #artifacts = new Map<string, Map<string, string>>();
  readonly #events: PlaneEvent[] = [];

  constructor(deps: MemoryTaskStoreDeps) {
    this.#deps = deps;
  }

  async find(id: string): Promise<TaskEntry | undefined> {
    return this.#entries.get(id);
  }

  async readBody(id: string): Promise<string> {
    const text = this.#texts.get(id);
    if (text === undefined) throw new BatonError('TASK_NOT_FOUND', `there is no task ${id}`, { id });
    return this.#deps.codec.parse(text).body;
  }

  async list(filter: TaskFilter): Promise<readonly TaskRecord[]> {
    const { live, finished } = this.#index.list(filter);
    const ended = finished.flatMap((id) => this.#entries.get(id)?.task ?? []);
    const fits = ended.filter((task) => filter.parentId === undefined || task.parentId === filter.parentId);
    const sorted = [...live, ...fits].sort((a, b) => (idKey(a.id) < idKey(b.id) ? -1 : 1));
    return sorted.slice(0, filter.limit ?? sorted.length);
  }

  async count(): Promise<Record<TaskStatus, number>> {
    return this.#index.count();
  }

  async survey(query: SurveyQuery): Promise<Survey> {
    return this.#index.survey(query);
  }

  async change<R>(ids: readonly string[], decide: (tasks: TaskLookup) => TaskChange<R>): Promise<R> {
    const change = decide(this.#lookup(ids));
    // Everything that can fail comes before anything is stored.
    const puts = (change.puts ?? []).map((put) => ({ put, text: this.#render(put) }));
    for (const { put, text } of puts) this.#put(put, text);
    for (const { taskId, path, content } of change.artifacts ?? []) this.#filesOf(taskId).set(path, content);
    for (const key of change.seen ?? []) this.#index.seen.add(key);
    const lastId = this.#events.at(-1)?.id;
    this.#events.push(
      ...stampEvents(change.events ?? [], { now: this.#deps.clock.now(), lastId, random: this.#deps.random }),
    );
    return change.result;
  }

  async preview<R>(ids: readonly string[], decide: (tasks: TaskLookup) => TaskChange<R>): Promise<R> {
    return decide(this.#lookup(ids)).result;
  }

  async *readEvents(after?: string, about?: { readonly taskId: string }): AsyncIterable<PlaneEvent> {
    yield* this.#events.filter(
      ({ id, taskId }) => (after === undefined || id > after) && (about === undefined || about.taskId === taskId),
    );
  }

  async readArtifact(id: string, path: string): Promise<Buffer | undefined> {
    const content = this.#artifacts.get(id)?.get(path);
    return content === undefined ? undefined : Buffer.from(content, 'utf8');
  }

  async listArtifacts(id: string): Promise<readonly string[]> {
    return [...(this.#artifacts.get(id)?.keys() ?? [])].sort();
  }

  async inspect(): Promise<Inspection> {
    return { edited: [], broken: [] };
  }

  async reconcile(): Promise<Reconciliation> {
    return { adopted: [], reported: [], repaired: [] };
  }

  async close(): Promise<void> {
    // Nothing is open.
  }

  #lookup(ids: readonly string[]): TaskLookup {
    const index = this.#index;
    return {
      get: (id) => {
        if (!ids.includes(id)) throw new BatonError('INTERNAL', `task ${id} was not named in the change`);
        return this.#entries.get(id);
      },
      statusOf: (id) => index.statusOf(id),
      dependsOn: (id) => index.dependsOn(id),
      childrenOf: (id) => index.childrenOf(id),
      wasSeen: (key) => index.seen.has(key),
      *claimable(fits) {
        for (const entry of index.claimable()) if (fits(entry.task)) yield entry;
      },
      freeId: (date) => index.freeId(date),
    };
  }

  #render({ body, formerId, task }: TaskPut): string {
    const id = formerId ?? task.id;
    return this.#deps.codec.render(task, this.#texts.get(id), body, this.#entries.get(id)?.task);
  }

  #put({ body: _body, formerId, ...entry }: TaskPut, text: string): void {
    const { id } = entry.task;
    if (formerId !== undefined && formerId !== id) this.#rename(formerId, id);
    const kept = JSON.parse(JSON.stringify(entry)) as TaskEntry;
    this.#entries.set(id, kept);
    this.#texts.set(id, text);
    this.#index.put(kept, '-');
  }

  #rename(from: string, to: string): void {
    this.#index.remove(from);
    this.#entries.delete(from);
    this.#texts.delete(from);
    const files = this.#artifacts.get(from);
    this.#artifacts.delete(from);
    if (files !== undefined) this.#artifacts.set(to, files);
  }

  #filesOf(id: string): Map<string, string> {
    const files = this.#artifacts.get(id) ?? new Map<string, string>();
    this.#artifacts.set(id, files);
    return files;
  }
}

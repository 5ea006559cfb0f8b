import { BatonError } from '../../../src/kernel/errors/index.ts';
import type {
  Clock,
  Inspection,
  Random,
  Reconciliation,
  Survey,
  SurveyQuery,
  TaskChange,
  TaskCodec,
  TaskFilter,
  TaskLookup,
  TaskPut,
  TaskStore,
  TaskTransfer,
} from '../../../src/kernel/ports/index.ts';
import type { PlaneEvent, TaskEntry, TaskRecord, TaskStatus, TaskLink } from '../../../src/kernel/tasks.ts';
import { matchesFilter } from '../../../src/kernel/task-filter.ts';
import { findEarlierRun, findTraced, idKey, stampEvents } from '../../../src/stores/task-index/index.ts';
import { createMemoryState, mapOf } from './memory-state.ts';
import { createMemoryTransfer } from './memory-transfer.ts';

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
  #state = createMemoryState();
  readonly transfer: TaskTransfer = createMemoryTransfer(
    () => this.#state,
    (state) => (this.#state = state),
  );

  constructor(deps: MemoryTaskStoreDeps) {
    this.#deps = deps;
  }

  async find(id: string): Promise<TaskEntry | undefined> {
    return this.#state.entries.get(id);
  }

  async readBody(id: string): Promise<string> {
    const text = this.#state.texts.get(id);
    if (text === undefined) throw new BatonError('TASK_NOT_FOUND', `there is no task ${id}`, { id });
    return this.#deps.codec.parse(text).body;
  }

  async list(filter: TaskFilter): Promise<readonly TaskRecord[]> {
    const { live, finished } = this.#state.index.list(filter);
    const ended = finished.flatMap((id) => this.#state.entries.get(id)?.task ?? []);
    const fits = ended.filter((task) => matchesFilter(task, filter));
    const sorted = [...live, ...fits].sort((a, b) => (idKey(a.id) < idKey(b.id) ? -1 : 1));
    return sorted.slice(0, filter.limit ?? sorted.length);
  }

  async listEntries(filter: TaskFilter): Promise<readonly TaskEntry[]> {
    return this.#state.index.listEntries(filter);
  }

  async listLinks(): Promise<readonly TaskLink[]> {
    return this.#state.index.links(() => undefined);
  }

  async count(): Promise<Record<TaskStatus, number>> {
    return this.#state.index.count();
  }

  async survey(query: SurveyQuery): Promise<Survey> {
    return this.#state.index.survey(query);
  }

  async change<R>(ids: readonly string[], decide: (tasks: TaskLookup) => TaskChange<R>): Promise<R> {
    const change = decide(this.#lookup(ids));
    // Everything that can fail comes before anything is stored.
    const puts = (change.puts ?? []).map((put) => ({ put, text: this.#render(put) }));
    for (const { put, text } of puts) this.#put(put, text);
    for (const { taskId, path, content } of change.artifacts ?? [])
      mapOf(this.#state.artifacts, taskId).set(path, Buffer.from(content, 'utf8'));
    for (const key of change.seen ?? []) this.#state.index.seen.add(key);
    for (const id of change.reserved ?? []) this.#state.index.noteId(id);
    const lastId = this.#state.events.at(-1)?.id;
    this.#state.events.push(
      ...stampEvents(change.events ?? [], { now: this.#deps.clock.now(), lastId, random: this.#deps.random }),
    );
    return change.result;
  }

  async preview<R>(ids: readonly string[], decide: (tasks: TaskLookup) => TaskChange<R>): Promise<R> {
    return decide(this.#lookup(ids)).result;
  }

  async *readEvents(after?: string, about?: { readonly taskIds: readonly string[] }): AsyncIterable<PlaneEvent> {
    yield* this.#state.events.filter(
      ({ id, taskId }) =>
        (after === undefined || id > after) &&
        (about === undefined || (taskId !== undefined && about.taskIds.includes(taskId))),
    );
  }

  async findLastEventId(): Promise<string | undefined> {
    return this.#state.events.at(-1)?.id;
  }

  async findTraced(traceId: string): Promise<readonly string[]> {
    const links = await this.listLinks();
    return await findTraced(traceId, () => links, this.readEvents());
  }

  async readArtifact(id: string, path: string): Promise<Buffer | undefined> {
    return this.#state.artifacts.get(id)?.get(path);
  }

  async listArtifacts(id: string): Promise<readonly string[]> {
    return [...(this.#state.artifacts.get(id)?.keys() ?? [])].sort();
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
    const index = this.#state.index;
    return {
      get: (id) => {
        if (!ids.includes(id)) throw new BatonError('INTERNAL', `task ${id} was not named in the change`);
        return this.#state.entries.get(id);
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
    return this.#deps.codec.render(task, this.#state.texts.get(id), body, this.#state.entries.get(id)?.task);
  }

  #put({ body: _body, formerId, ...entry }: TaskPut, text: string): void {
    const { id } = entry.task;
    if (formerId !== undefined && formerId !== id) this.#rename(formerId, id);
    const kept = JSON.parse(JSON.stringify(entry)) as TaskEntry;
    const earlier = findEarlierRun(this.#state.entries.get(id), kept);
    if (earlier !== undefined) mapOf(this.#state.earlier, id).set(earlier.run.attempt, earlier);
    this.#state.entries.set(id, kept);
    this.#state.texts.set(id, text);
    this.#state.index.put(kept, '-');
  }

  #rename(from: string, to: string): void {
    this.#state.index.remove(from);
    this.#state.entries.delete(from);
    this.#state.texts.delete(from);
    for (const maps of [this.#state.artifacts, this.#state.earlier]) moveKey<Map<unknown, unknown>>(maps, from, to);
  }
}

function moveKey<V>(map: Map<string, V>, from: string, to: string): void {
  const value = map.get(from);
  map.delete(from);
  if (value !== undefined) map.set(to, value);
}

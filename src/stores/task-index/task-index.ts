import { parseTaskId, renderTaskId } from '../../kernel/ids.ts';
import type { Survey, SurveyQuery, TaskFilter } from '../../kernel/ports/index.ts';
import {
  isFinished,
  mayStillRun,
  TASK_STATUSES,
  type TaskEntry,
  type TaskLink,
  type TaskRecord,
  type TaskStatus,
} from '../../kernel/tasks.ts';
import { matchesFilter } from '../../kernel/task-filter.ts';
import { Dependencies, isAround, UnreadParts, type TraceQuery, type UnreadPart } from './dependencies.ts';
import { FinishedTasks, linkOf, type FinishedTask } from './finished-tasks.ts';
import { idKey, inIdOrder, inOrder, mergeInOrder, orderKey, RecentKeys, routeKey, SortedList } from './order.ts';

interface LiveTask {
  readonly entry: TaskEntry;
  readonly sha: string;
}

/**
 * All tasks by what they wait for. Every question a scheduler asks again and again is answered from a list that is
 * kept in order by the changes, so that its cost does not grow with finished work, nor with work that waits.
 */
export class TaskIndex {
  readonly #live = new Map<string, LiveTask>();
  readonly #finished = new FinishedTasks();
  readonly #byStatus = new Map<TaskStatus, Set<string>>(TASK_STATUSES.map((status) => [status, new Set()]));
  readonly #children = new Map<string, Set<string>>();
  readonly #dependencies = new Dependencies((id) => this.statusOf(id));
  /** Ready tasks that can be claimed, by route. */
  readonly #queues = new Map<string, SortedList<string>>();
  readonly #parked = new Map<string, SortedList<string>>();
  readonly #troubled = new SortedList<string>();
  readonly #retries = new SortedList<string>();
  readonly #released = new SortedList<string>();
  readonly #due = new SortedList<string>();
  /** The lists a task is in, and where. */
  readonly #places = new Map<string, { list: SortedList<string>; at: string }[]>();
  readonly lastNumbers = new Map<string, number>();
  readonly seen = new RecentKeys();
  readonly #unread = new UnreadParts();
  /** Removed since the snapshot: what an unread part says of them is over. */
  readonly #removed = new Set<string>();
  /** The last answer to `survey`, as long as nothing that it says has changed. */
  #lastSurvey: { readonly query: SurveyQuery; readonly survey: Survey; readonly until: string } | undefined;

  find(id: string): TaskEntry | undefined {
    return this.#findLive(id)?.entry;
  }

  findFinished(id: string): FinishedTask | undefined {
    this.#readOf(id);
    return this.#finished.find(id);
  }

  statusOf(id: string): TaskStatus | undefined {
    return this.#findLive(id)?.entry.task.status ?? this.#finished.statusOf(id);
  }

  shaOf(id: string): string | undefined {
    return this.#findLive(id)?.sha ?? this.findFinished(id)?.sha;
  }

  /** A part of a snapshot, to be read when a question needs it. */
  restoreLater(part: UnreadPart): void {
    this.#unread.add(part);
  }

  #findLive(id: string): LiveTask | undefined {
    this.#readOf(id);
    return this.#live.get(id);
  }

  #readOf(id: string): void {
    if (!this.#unread.isEmpty && !this.#isKnown(id)) this.#unread.readOf(id);
  }

  /** What was finished before the snapshot is left: of such tasks only a status is ever asked for, and each on its own. */
  #readLive(): void {
    this.#unread.read((part) => part.isLive);
  }

  #isKnown(id: string): boolean {
    return this.#live.has(id) || this.#finished.has(id) || this.#removed.has(id);
  }

  dependsOn(id: string): readonly string[] {
    return this.find(id)?.task.dependsOn ?? [];
  }

  childrenOf(id: string): readonly string[] {
    this.#unread.read((part) => part.isLive && part.hasChildOf(id));
    return [...(this.#children.get(id) ?? [])];
  }

  put(entry: TaskEntry, sha: string): void {
    const { task } = entry;
    this.remove(task.id);
    this.#removed.delete(task.id);
    this.noteId(task.id);
    if (isFinished(task.status)) this.#finished.put(task, sha);
    else this.#addLive({ entry, sha });
    for (const id of this.#dependencies.dependentsOf(task.id)) this.#replace(id);
  }

  /** As `put`, for a task of a snapshot: its number was restored, and what is known of it is newer. */
  restoreLive(entry: TaskEntry, sha: string): void {
    if (this.#isKnown(entry.task.id)) return;
    this.#lastSurvey = undefined;
    this.#addLive({ entry, sha });
    for (const id of this.#dependencies.dependentsOf(entry.task.id)) this.#replace(id);
  }

  /** Reads no part of a snapshot: a journal of many changes is applied before anybody asks. */
  remove(id: string): void {
    this.#lastSurvey = undefined;
    this.#removed.add(id);
    const known = this.#live.get(id);
    this.#finished.delete(id);
    if (known === undefined) return;
    const { task } = known.entry;
    this.#live.delete(id);
    this.#byStatus.get(task.status)?.delete(id);
    if (task.parentId !== undefined) this.#children.get(task.parentId)?.delete(id);
    this.#dependencies.remove(id, task.dependsOn);
    this.#leaveLists(id);
  }

  /** Numbers are never given twice in a day, also if the task is known from somewhere else. */
  noteId(id: string): void {
    const { date, number } = parseTaskId(id);
    this.lastNumbers.set(date, Math.max(number, this.lastNumbers.get(date) ?? 0));
  }

  freeId(date: string): string {
    return renderTaskId({ date, number: (this.lastNumbers.get(date) ?? 0) + 1 });
  }

  /** Also what no scheduler can route: an agent that no machine knows may still ask for its work. */
  *claimable(): Generator<TaskEntry> {
    this.#readLive();
    for (const id of mergeInOrder([...this.#queues.values(), ...this.#parked.values()])) {
      const entry = this.find(id);
      if (entry !== undefined) yield entry;
    }
  }

  /** While nothing changes and no time comes that something waits for, the answer is the one that was given before. */
  survey(query: SurveyQuery): Survey {
    this.#readLive();
    const last = this.#lastSurvey;
    const timeKey = `${new Date(query.now).toISOString()}~`;
    const isCurrent = last !== undefined && query.now >= last.query.now && timeKey < last.until;
    if (isCurrent && query.perRoute === last.query.perRoute) return last.survey;
    const survey = this.#survey(timeKey, query.perRoute);
    // What waits for a time comes after this key, in the order of times.
    const [until = '~'] = [this.#retries, this.#due].flatMap((list) => list.keyAfter(timeKey) ?? []).sort();
    this.#lastSurvey = { query, survey, until };
    return survey;
  }

  #survey(timeKey: string, perRoute: number): Survey {
    const running = this.#entries([...(this.#byStatus.get('in-progress') ?? [])]);
    const heads = [...this.#queues.values()].flatMap((queue) => queue.first(perRoute));
    const parked = [...this.#parked.values()].flatMap((queue) => queue.first(1));
    return {
      running: inOrder(running).map((entry) => ({ entry, openChildren: this.#openChildrenOf(entry.task.id) })),
      claimable: inOrder(this.#entries(heads)),
      parked: inOrder(this.#entries(parked)),
      unblockable: inOrder(this.#entries([...this.#retries.upTo(timeKey), ...this.#released.first(perRoute)])),
      troubled: this.#entries(this.#troubled.first(perRoute)).map((entry) => ({
        entry,
        ended: this.#dependencies.endedOf(entry.task),
      })),
      overdue: inOrder(this.#entries(this.#due.upTo(timeKey))),
    };
  }

  /** Live tasks that fit, in the order of ids. */
  listEntries(filter: TaskFilter): readonly TaskEntry[] {
    this.#readLive();
    const wanted = (filter.statuses ?? TASK_STATUSES).filter((status) => !isFinished(status));
    const found = wanted
      .flatMap((status) => this.#entries([...(this.#byStatus.get(status) ?? [])]))
      .filter(({ task }) => matchesFilter(task, filter));
    return inIdOrder(found, ({ task }) => task.id).slice(0, filter.limit ?? found.length);
  }

  /** Live tasks that fit; of finished ones the ids of those that may, as only their files say whether they do. */
  list(filter: TaskFilter): { readonly live: readonly TaskRecord[]; readonly finished: readonly string[] } {
    this.#readLive();
    const wanted = filter.statuses ?? TASK_STATUSES.filter((status) => !isFinished(status));
    const after = filter.after === undefined ? '' : idKey(filter.after);
    const live = wanted
      .flatMap((status) => this.#entries([...(this.#byStatus.get(status) ?? [])]))
      .map(({ task }) => task)
      .filter((task) => matchesFilter(task, filter));
    const finished = wanted.some(isFinished) ? this.finishedIn(wanted).filter((id) => idKey(id) > after) : [];
    return { live, finished };
  }

  count(): Record<TaskStatus, number> {
    this.#unread.read();
    const finished = this.#finished.count();
    const countOf = (status: TaskStatus) => (this.#byStatus.get(status)?.size ?? 0) + (finished.get(status) ?? 0);
    return Object.fromEntries(TASK_STATUSES.map((status) => [status, countOf(status)])) as Record<TaskStatus, number>;
  }

  /** Live tasks of one status. */
  idsIn(status: TaskStatus): Iterable<string> {
    this.#readLive();
    return this.#byStatus.get(status) ?? [];
  }

  finishedIn(statuses: readonly TaskStatus[]): readonly string[] {
    this.#unread.read();
    return this.#finished.idsIn(statuses);
  }

  /** Of all tasks, or at least of those around a trace; `readFinished` is asked about those that an older Baton finished. */
  links(readFinished: (id: string) => TaskRecord | undefined, around?: TraceQuery): readonly TaskLink[] {
    this.#unread.read(around === undefined ? undefined : (part) => isAround(part, around));
    const live = [...this.#live.values()].map(({ entry }) => linkOf(entry.task));
    return [...live, ...this.#finished.links(readFinished)];
  }

  /** Everything, for a snapshot. */
  *allLive(): Generator<{ readonly entry: TaskEntry; readonly sha: string }> {
    this.#readLive();
    yield* this.#live.values();
  }

  allFinished(): IterableIterator<[string, string]> {
    this.#unread.read();
    return this.#finished.all();
  }

  /** As `allFinished` gave it. */
  restoreFinished(id: string, text: string): void {
    if (!this.#isKnown(id)) this.#finished.restore(id, text);
  }

  restoreLastNumber(date: string, number: number): void {
    this.lastNumbers.set(date, Math.max(number, this.lastNumbers.get(date) ?? 0));
  }

  #addLive(live: LiveTask): void {
    const { task } = live.entry;
    this.#live.set(task.id, live);
    this.#byStatus.get(task.status)?.add(task.id);
    if (task.parentId !== undefined) addTo(this.#children, task.parentId, task.id);
    this.#dependencies.add(task.id, task.dependsOn);
    this.#enterLists(live);
  }

  #replace(id: string): void {
    const live = this.#live.get(id);
    if (live === undefined) return;
    this.#leaveLists(id);
    this.#enterLists(live);
  }

  #leaveLists(id: string): void {
    for (const { list, at } of this.#places.get(id) ?? []) list.delete(at);
    this.#places.delete(id);
  }

  #enterLists({ entry: { task, run } }: LiveTask): void {
    // Most tasks are in no list at all: they wait for a person.
    let places: { list: SortedList<string>; at: string }[] | undefined;
    const enter = (list: SortedList<string>, at: string): void => {
      list.add(at, task.id);
      (places ??= []).push({ list, at });
    };
    if (task.status === 'ready') {
      // Nobody may begin while the program of its last run is not known to be gone.
      const list = mayStillRun(run) ? undefined : this.#listOfReady(task);
      if (list !== undefined) enter(list, orderKey(task));
    } else if (task.status === 'blocked') {
      const { block } = task.metadata;
      if (block?.retryAt !== undefined) enter(this.#retries, `${block.retryAt} ${orderKey(task)}`);
      else if (block?.kind === 'dependency' && this.#dependencies.isFree(task)) enter(this.#released, orderKey(task));
    }
    const { dueBy, overdue } = task.metadata;
    if (dueBy !== undefined && overdue !== true) enter(this.#due, `${dueBy} ${orderKey(task)}`);
    if (places !== undefined) this.#places.set(task.id, places);
  }

  /** Undefined while it waits for dependencies that are still under way. */
  #listOfReady(task: TaskRecord): SortedList<string> | undefined {
    if (this.#dependencies.endedOf(task).length > 0) return this.#troubled;
    if (!this.#dependencies.isFree(task)) return undefined;
    const lists = task.metadata.unroutable === true ? this.#parked : this.#queues;
    const route = routeKey(task.routing);
    const list = lists.get(route) ?? new SortedList<string>();
    lists.set(route, list);
    return list;
  }

  #openChildrenOf(id: string): readonly string[] {
    return this.childrenOf(id).filter((child) => this.statusOf(child) !== 'deadletter');
  }

  /** Of ids from the lists above: each is of a live task that was read. */
  readonly #entries = (ids: readonly string[]): TaskEntry[] => ids.flatMap((id) => this.#live.get(id)?.entry ?? []);
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key) ?? new Set<string>();
  sets.set(key, set);
  set.add(value);
}

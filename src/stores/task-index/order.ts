import { parseTaskId } from '../../kernel/ids.ts';
import {
  TASK_PRIORITIES,
  type PlaneEvent,
  type TaskEntry,
  type TaskLink,
  type TaskRecord,
  type TaskRouting,
} from '../../kernel/tasks.ts';

/** Text that sorts as task ids do: by day, then by number. */
export function idKey(id: string): string {
  const { date, number } = parseTaskId(id);
  return `${date}-${String(number).padStart(15, '0')}`;
}

/** Each id is read once, however often it is compared; ids of one length sort as text. */
export function inIdOrder<Item>(items: readonly Item[], idOf: (item: Item) => string): Item[] {
  const [first] = items;
  const length = first === undefined ? 0 : idOf(first).length;
  const isEven = items.every((item) => idOf(item).length === length);
  return items
    .map((item) => ({ item, key: isEven ? idOf(item) : idKey(idOf(item)) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ item }) => item);
}

/** Text that sorts as the scheduler works: priority, then age, then id. */
export const orderKey = (task: TaskRecord): string =>
  // The id of a task is one: it need not be read again to be sorted by.
  `${TASK_PRIORITIES.indexOf(task.priority)} ${task.createdAt} ${task.id.slice(5, 16)}${task.id.slice(16).padStart(15, '0')}`;

export function inOrder(entries: readonly TaskEntry[]): readonly TaskEntry[] {
  if (entries.length < 2) return entries;
  const keyed = entries.map((entry) => ({ entry, key: orderKey(entry.task) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ entry }) => entry);
}

/** Tasks with equal keys can be done by the same agents. */
export const routeKey = ({ agent, role, team, tags }: TaskRouting): string =>
  JSON.stringify([agent ?? null, role ?? null, team ?? null, ...[...tags].sort()]);

/** Far more than can be on their way at one time; a message that comes later is judged by the state of its task. */
export const KEPT_KEYS = 20_000;

/** Keys of messages that were applied, the latest of them. */
export class RecentKeys {
  readonly #keys = new Set<string>();

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string): void {
    this.#keys.add(key);
    if (this.#keys.size <= KEPT_KEYS) return;
    const [oldest] = this.#keys;
    if (oldest !== undefined) this.#keys.delete(oldest);
  }

  all(): readonly string[] {
    return [...this.#keys];
  }
}

/**
 * The tasks of a trace, in the order of their ids, with all that was handed on from them. `linksAround` is asked for the
 * links of tasks that carry the trace or were handed on from those that were found, until these are all.
 */
export async function findTraced(
  traceId: string,
  linksAround: (found: ReadonlySet<string>) => readonly TaskLink[],
  events: AsyncIterable<PlaneEvent>,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for await (const { taskId, payload } of events)
    if (taskId !== undefined && payload['traceId'] === traceId) found.add(taskId);
  for (let known = -1; known < found.size;) {
    known = found.size;
    const children = new Map<string, string[]>();
    for (const link of linksAround(found)) {
      if (link.id === traceId || link.traceId === traceId) found.add(link.id);
      if (link.parentId !== undefined) children.set(link.parentId, [...(children.get(link.parentId) ?? []), link.id]);
    }
    // A set is walked to its end, also if it grows meanwhile.
    for (const id of found) for (const child of children.get(id) ?? []) found.add(child);
  }
  return inIdOrder([...found], (id) => id);
}

/** Values in the order of their keys; each key once. */
export class SortedList<T> {
  readonly #keys: string[] = [];
  readonly #values: T[] = [];

  get size(): number {
    return this.#keys.length;
  }

  add(key: string, value: T): void {
    const at = this.#position(key);
    if (this.#keys[at] === key) {
      this.#values[at] = value;
      return;
    }
    this.#keys.splice(at, 0, key);
    this.#values.splice(at, 0, value);
  }

  delete(key: string): void {
    const at = this.#position(key);
    if (this.#keys[at] !== key) return;
    this.#keys.splice(at, 1);
    this.#values.splice(at, 1);
  }

  keyAt(index: number): string | undefined {
    return this.#keys[index];
  }

  /** The first key after `key`. */
  keyAfter(key: string): string | undefined {
    const at = this.#position(key);
    return this.#keys[this.#keys[at] === key ? at + 1 : at];
  }

  valueAt(index: number): T | undefined {
    return this.#values[index];
  }

  first(count: number): readonly T[] {
    return this.#values.slice(0, count);
  }

  /** Values whose key is not after `key`. */
  upTo(key: string): readonly T[] {
    const at = this.#position(key);
    return this.#values.slice(0, this.#keys[at] === key ? at + 1 : at);
  }

  #position(key: string): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#keys[middle] ?? '') < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The values of several lists, by their keys. */
export function* mergeInOrder(lists: Iterable<SortedList<string>>): Generator<string> {
  const heads = [...lists].map((list) => ({ list, at: 0 }));
  for (;;) {
    let best: { list: SortedList<string>; at: number } | undefined;
    for (const head of heads) {
      const key = head.list.keyAt(head.at);
      if (key === undefined) continue;
      if (best === undefined || key < (best.list.keyAt(best.at) ?? '')) best = head;
    }
    if (best === undefined) return;
    const value = best.list.valueAt(best.at);
    best.at += 1;
    if (value !== undefined) yield value;
  }
}

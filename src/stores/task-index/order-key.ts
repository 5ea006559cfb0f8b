import { parseTaskId } from '../../kernel/ids.ts';
import {
  TASK_PRIORITIES,
  type PlaneEvent,
  type TaskLink,
  type TaskRecord,
  type TaskRouting,
} from '../../kernel/tasks.ts';

/** Text that sorts as task ids do: by day, then by number. */
export function idKey(id: string): string {
  const { date, number } = parseTaskId(id);
  return `${date}-${String(number).padStart(15, '0')}`;
}

/** Each id is read once, however often it is compared. */
export const inIdOrder = <Item>(items: readonly Item[], idOf: (item: Item) => string): Item[] =>
  items
    .map((item) => ({ item, key: idKey(idOf(item)) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ item }) => item);

/** Text that sorts as the scheduler works: priority, then age, then id. */
export const orderKey = (task: TaskRecord): string =>
  `${TASK_PRIORITIES.indexOf(task.priority)} ${task.createdAt} ${idKey(task.id)}`;

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

/** The tasks of a trace, in the order of their ids, with all that was handed on from them. */
export async function findTraced(
  traceId: string,
  links: readonly TaskLink[],
  events: AsyncIterable<PlaneEvent>,
): Promise<readonly string[]> {
  const found = new Set<string>();
  const children = new Map<string, string[]>();
  for (const link of links) {
    if (link.id === traceId || link.traceId === traceId) found.add(link.id);
    if (link.parentId !== undefined) children.set(link.parentId, [...(children.get(link.parentId) ?? []), link.id]);
  }
  for await (const { taskId, payload } of events)
    if (taskId !== undefined && payload['traceId'] === traceId) found.add(taskId);
  // A set is walked to its end, also if it grows meanwhile.
  for (const id of found) for (const child of children.get(id) ?? []) found.add(child);
  return inIdOrder([...found], (id) => id);
}

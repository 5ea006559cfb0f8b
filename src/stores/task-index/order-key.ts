import { parseTaskId } from '../../kernel/ids.ts';
import { TASK_PRIORITIES, type TaskRecord, type TaskRouting } from '../../kernel/tasks.ts';

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

/** The tasks that fit the filters in the address, as columns and as one sorted list. */
import { computed } from '@preact/signals';
import { query } from './place.ts';
import { allTasks, RANK } from './tasks.ts';
import type { TaskCard, TaskStatus } from './types.ts';

export const STATUSES = [
  'backlog',
  'ready',
  'in-progress',
  'blocked',
  'review',
  'done',
  'cancelled',
  'deadletter',
] as const satisfies readonly TaskStatus[];

export const FILTERS = ['q', 'agent', 'priority', 'waits'] as const;

/** Joined once per card, however often somebody types. */
const haystacks = new WeakMap<TaskCard, string>();

function haystack(card: TaskCard): string {
  const known = haystacks.get(card);
  if (known !== undefined) return known;
  const { id, title, agent, team, tags, block } = card;
  const text = [id, title, agent, team, ...tags, block?.reason].join(' ').toLowerCase();
  haystacks.set(card, text);
  return text;
}

export const needsPerson = (card: TaskCard): boolean => card.why?.needsPerson === true;

function filterOf(params: URLSearchParams): (card: TaskCard) => boolean {
  const words = (params.get('q') ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const agent = params.get('agent');
  const priority = params.get('priority');
  const waits = params.get('waits');
  return (card) =>
    (agent === null || (agent === '-' ? card.agent === undefined : card.agent === agent)) &&
    (priority === null || card.priority === priority) &&
    (waits === null || needsPerson(card)) &&
    words.every((word) => haystack(card).includes(word));
}

/** In the order the scheduler works. Sorted when tasks change, not with every letter of a filter. */
const inOrder = computed(() => [...allTasks.value].sort(compare));

export const fitting = computed(() => inOrder.value.filter(filterOf(query.value)));

/** Each column in the order the scheduler works; what ended has the latest first. */
export const byStatus = computed(() => {
  const columns = new Map<TaskStatus, TaskCard[]>();
  for (const card of fitting.value) {
    const column = columns.get(card.status);
    if (column === undefined) columns.set(card.status, [card]);
    else column.push(card);
  }
  for (const status of ['done', 'cancelled'] as const) columns.get(status)?.sort(latestFirst);
  return columns;
});

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const latestFirst = (a: TaskCard, b: TaskCard): number => order(b.updatedAt, a.updatedAt) || order(a.id, b.id);

const compare = (a: TaskCard, b: TaskCard): number =>
  RANK[a.priority] - RANK[b.priority] || order(a.createdAt, b.createdAt) || order(a.id, b.id);

export const SORTS = ['priority', 'status', 'title', 'agent', 'updated', 'created'] as const;
export type Sort = (typeof SORTS)[number];

const COMPARE: Readonly<Record<Sort, (a: TaskCard, b: TaskCard) => number>> = {
  priority: compare,
  status: (a, b) => STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status) || compare(a, b),
  title: (a, b) => a.title.localeCompare(b.title),
  agent: (a, b) => order(a.agent ?? '\uFFFF', b.agent ?? '\uFFFF') || compare(a, b),
  updated: latestFirst,
  created: (a, b) => order(b.createdAt, a.createdAt) || order(b.id, a.id),
};

export const sorted = (list: readonly TaskCard[], by: Sort, isReversed: boolean): readonly TaskCard[] => {
  const result = list.toSorted(COMPARE[by]);
  return isReversed ? result.toReversed() : result;
};

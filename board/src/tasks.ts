/** Every task the board knows, kept current by events: those that changed are asked for again, many at a time. */
import { computed, signal } from '@preact/signals';
import { ApiError, get } from './api.ts';
import { onEvent, onReset } from './live.ts';
import { query } from './place.ts';
import type { Overview, TaskCard, TaskPage, TaskStatus } from './types.ts';

const PAGE = 1_000;
const FLUSH_MS = 250;
/** More at once than this and a fresh list is cheaper. */
const MAX_ASKED = 200;

export const overview = signal<Overview | undefined>(undefined);
export const failure = signal<ApiError | undefined>(undefined);
export const isLoading = signal(true);
const cards = signal<ReadonlyMap<string, TaskCard>>(new Map());

export const allTasks = computed(() => [...cards.value.values()]);

const RANK = { critical: 0, high: 1, normal: 2, low: 3 } as const;

/** Of the tasks that fit the filters, each column in the order the scheduler works. */
export const byStatus = computed(() => {
  const columns = new Map<TaskStatus, TaskCard[]>();
  const fits = filterOf(query.value);
  for (const card of cards.value.values()) {
    if (!fits(card)) continue;
    const column = columns.get(card.status);
    if (column === undefined) columns.set(card.status, [card]);
    else column.push(card);
  }
  for (const column of columns.values()) column.sort(compare);
  return columns;
});

const compare = (a: TaskCard, b: TaskCard): number =>
  RANK[a.priority] - RANK[b.priority] ||
  (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0) ||
  (a.id < b.id ? -1 : 1);

function filterOf(params: URLSearchParams): (card: TaskCard) => boolean {
  const words = (params.get('q') ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const agent = params.get('agent');
  const priority = params.get('priority');
  return (card) =>
    (agent === null || card.agent === agent) &&
    (priority === null || card.priority === priority) &&
    words.every((word) => haystack(card).includes(word));
}

const haystack = ({ id, title, agent, team, tags, block }: TaskCard): string =>
  [id, title, agent, team, ...tags, block?.reason].join(' ').toLowerCase();

export const agents = computed(() =>
  [...new Set(allTasks.value.flatMap(({ agent }) => (agent === undefined ? [] : [agent])))].sort(),
);

export async function loadTasks(): Promise<void> {
  try {
    overview.value = await get<Overview>('/v1/overview');
    const loaded = new Map<string, TaskCard>();
    for (let after: string | undefined; ;) {
      const page: TaskPage = await get(
        `/v1/tasks?limit=${PAGE}${after === undefined ? '' : `&after=${encodeURIComponent(after)}`}`,
      );
      for (const card of page.tasks) loaded.set(card.id, card);
      cards.value = new Map(loaded);
      if (page.next === undefined) break;
      after = page.next;
    }
    failure.value = undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    failure.value = error;
  } finally {
    isLoading.value = false;
  }
}

const changed = new Set<string>();
let timer: number | undefined;

export function followTasks(): void {
  onEvent(({ taskId }) => {
    if (taskId === undefined) return;
    changed.add(taskId);
    timer ??= window.setTimeout(() => void refresh(), FLUSH_MS);
  });
  // After a break the stream tells what was missed; only where that is too much, everything is read again.
  onReset(() => void loadTasks());
}

async function refresh(): Promise<void> {
  const ids = [...changed];
  changed.clear();
  timer = undefined;
  try {
    if (ids.length > MAX_ASKED) return await loadTasks();
    const [page, fresh] = await Promise.all([
      get<TaskPage>(`/v1/tasks?ids=${ids.map(encodeURIComponent).join(',')}`),
      get<Overview>('/v1/overview'),
    ]);
    const next = new Map(cards.value);
    for (const card of page.tasks) next.set(card.id, card);
    cards.value = next;
    overview.value = fresh;
    failure.value = undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    failure.value = error;
  }
}

/** Shows a move before the daemon has confirmed it; the event that follows brings the truth. */
export function showMove(id: string, status: TaskStatus): () => void {
  const before = cards.value.get(id);
  if (before === undefined) return () => undefined;
  cards.value = new Map(cards.value).set(id, { ...before, status });
  return () => {
    cards.value = new Map(cards.value).set(id, before);
  };
}

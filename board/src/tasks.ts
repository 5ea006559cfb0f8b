/** Every task the board knows, kept current by events: those that changed are asked for again, many at a time. */
import { computed, signal } from '@preact/signals';
import { ApiError, get } from './api.ts';
import { onEvent, onReset } from './live.ts';
import type { Overview, TaskCard, TaskPage, TaskStatus } from './types.ts';

const PAGE = 1_000;
const FLUSH_MS = 250;
/** More at once than this and a fresh list is cheaper. */
const MAX_ASKED = 200;
/** Reasons such as “retry in 40 s” change without an event. */
const REASONS_MS = 30_000;

export const overview = signal<Overview | undefined>(undefined);
export const failure = signal<ApiError | undefined>(undefined);
export const isLoading = signal(true);
export const cards = signal<ReadonlyMap<string, TaskCard>>(new Map());

export const allTasks = computed(() => [...cards.value.values()]);

export const RANK = { critical: 0, high: 1, normal: 2, low: 3 } as const;

/** Agents that are registered here, and those that tasks name. */
export const agents = computed(() => {
  const named = allTasks.value.flatMap(({ agent }) => (agent === undefined ? [] : [agent]));
  return [...new Set([...(overview.value?.agents ?? []), ...named])].sort();
});

export async function loadTasks(): Promise<void> {
  try {
    overview.value = await get<Overview>('/v1/overview');
    const loaded = new Map<string, TaskCard>();
    for (let after: string | undefined; ;) {
      const page: TaskPage = await get(
        `/v1/tasks?limit=${PAGE}${after === undefined ? '' : `&after=${encodeURIComponent(after)}`}`,
      );
      for (const card of page.tasks) loaded.set(card.id, card);
      if (page.next === undefined) break;
      after = page.next;
    }
    cards.value = loaded;
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
    if (taskId !== undefined) askAgain([taskId]);
  });
  // After a break the stream tells what was missed; only if that is too much, everything is read again.
  onReset(() => void loadTasks());
  window.setInterval(() => {
    if (document.visibilityState === 'visible') askAgain(waitingIds());
  }, REASONS_MS);
}

const waitingIds = (): readonly string[] =>
  allTasks.value.flatMap(({ id, why }) => (why === undefined ? [] : [id])).slice(0, MAX_ASKED);

/** A task that ended may be what others wait for: their reasons are asked for too. */
function askAgain(ids: readonly string[]): void {
  for (const id of ids) changed.add(id);
  for (const { id, waitsFor } of allTasks.value)
    if (waitsFor?.some((other) => changed.has(other)) === true && changed.size < MAX_ASKED) changed.add(id);
  if (changed.size > 0) timer ??= window.setTimeout(() => void refresh(), FLUSH_MS);
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
    takeCards(page.tasks);
    overview.value = fresh;
    failure.value = undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    failure.value = error;
  }
}

/** An answer that overtook a newer one changes nothing. */
export function takeCards(fresh: readonly TaskCard[]): void {
  const next = new Map(cards.value);
  for (const card of fresh) if ((next.get(card.id)?.rev ?? 0) <= card.rev) next.set(card.id, card);
  cards.value = next;
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

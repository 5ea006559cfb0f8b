import { shortId } from '../actions/change-task.ts';
import { MenuButton } from '../actions/task-menu.tsx';
import { fitting, sorted, SORTS, STATUSES, type Sort } from '../filter.ts';
import { Attention } from '../parts/attention.tsx';
import { Choice, Filters } from '../parts/filters.tsx';
import { Ago, PriorityMark, Status, STATUS_NAMES } from '../parts/labels.tsx';
import { cardReason } from '../parts/reason.ts';
import { Failure } from '../parts/loading.tsx';
import { NoTasks } from '../parts/no-tasks.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { query, setQuery, taskHref } from '../place.ts';
import { allTasks, failure, isLoading, RANK } from '../tasks.ts';
import type { TaskCard } from '../types.ts';

const GROUPS = ['status', 'agent', 'priority'] as const;
type Group = (typeof GROUPS)[number];

const ROW = 44;

type Row =
  | { readonly kind: 'head'; readonly name: string; readonly count: number }
  | { readonly kind: 'task'; readonly card: TaskCard };

export function ListView() {
  if (failure.value !== undefined && allTasks.value.length === 0) return <Failure error={failure.value} />;
  if (isLoading.value && allTasks.value.length === 0) return <p class="waiting">Loading…</p>;
  if (allTasks.value.length === 0) return <NoTasks />;
  const params = query.value;
  const sort = SORTS.find((name) => name === params.get('sort')) ?? 'priority';
  const group = GROUPS.find((name) => name === params.get('group'));
  const status = STATUSES.find((name) => name === params.get('status'));
  const cards = fitting.value.filter((card) => status === undefined || card.status === status);
  const rows = toRows(sorted(cards, sort, params.get('dir') === 'reverse'), group);
  return (
    <>
      <h1 class="sr-only">Tasks</h1>
      <Attention />
      <Filters>
        <Choice name="status" label="Status" options={STATUSES} value={status ?? null} />
        <Choice name="group" label="Group" options={GROUPS} value={group ?? null} none="none" />
      </Filters>
      <div class="list">
        <Heads sort={sort} isReversed={params.get('dir') === 'reverse'} />
        {rows.length === 0 ? (
          <p class="waiting">No task fits these filters.</p>
        ) : (
          <VirtualList items={rows} heightOf={() => ROW} label="Tasks" keyOf={keyOf}>
            {(row) => <ListRow row={row} />}
          </VirtualList>
        )}
      </div>
    </>
  );
}

const keyOf = (row: Row): string => (row.kind === 'head' ? `group ${row.name}` : row.card.id);

const HEADS: readonly { readonly sort: Sort; readonly label: string }[] = [
  { sort: 'title', label: 'Title' },
  { sort: 'status', label: 'Status' },
  { sort: 'priority', label: 'Priority' },
  { sort: 'agent', label: 'Agent' },
  { sort: 'updated', label: 'Changed' },
];

const Heads = ({ sort, isReversed }: { readonly sort: Sort; readonly isReversed: boolean }) => (
  <div class="row heads" role="group" aria-label="Sort by">
    {HEADS.map(({ sort: name, label }) => (
      <button
        key={name}
        type="button"
        class="plain"
        aria-pressed={sort === name}
        onClick={() => setQuery({ sort: name, dir: sort === name && !isReversed ? 'reverse' : undefined })}
      >
        {label} {sort === name && <span aria-hidden="true">{isReversed ? '↑' : '↓'}</span>}
      </button>
    ))}
  </div>
);

function ListRow({ row }: { readonly row: Row }) {
  if (row.kind === 'head')
    return (
      <h2 class="row-head">
        {row.name} <span class="count">{row.count}</span>
      </h2>
    );
  const { card } = row;
  return (
    <div class="row" data-task={card.id}>
      <span class="cell title">
        <a class="stretched" href={taskHref(card.id)}>
          {card.title}
        </a>
        <small>
          <span class="id">{shortId(card.id)}</span> {cardReason(card)}
        </small>
      </span>
      <span class="cell">
        <Status status={card.status} />
      </span>
      <span class="cell">
        <PriorityMark priority={card.priority} />
      </span>
      <span class={card.isHeld ? 'cell agent held' : 'cell agent'}>{card.agent}</span>
      <span class="cell when">
        <Ago at={card.updatedAt} />
      </span>
      <MenuButton card={card} />
    </div>
  );
}

/** Groups in their own order, tasks inside in the order of the list. */
function toRows(cards: readonly TaskCard[], group: Group | undefined): readonly Row[] {
  if (group === undefined) return cards.map((card) => ({ kind: 'task', card }));
  const groups = new Map<string, TaskCard[]>();
  for (const card of cards) {
    const name = nameIn(card, group);
    const known = groups.get(name);
    if (known === undefined) groups.set(name, [card]);
    else known.push(card);
  }
  return [...groups]
    .sort(([a], [b]) => rankOf(a, group) - rankOf(b, group) || (a < b ? -1 : 1))
    .flatMap(([name, list]): Row[] => [
      { kind: 'head', name, count: list.length },
      ...list.map((card): Row => ({ kind: 'task', card })),
    ]);
}

const nameIn = (card: TaskCard, group: Group): string =>
  group === 'status' ? STATUS_NAMES[card.status] : group === 'agent' ? (card.agent ?? 'anyone') : card.priority;

function rankOf(name: string, group: Group): number {
  if (group === 'priority') return Object.keys(RANK).indexOf(name);
  return group === 'status' ? STATUSES.findIndex((status) => STATUS_NAMES[status] === name) : 0;
}

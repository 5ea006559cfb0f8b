import { useSignal } from '@preact/signals';
import { startMove } from '../actions/task-actions.ts';
import { moveOf } from '../actions/moves.ts';
import { isReadOnly } from '../api.ts';
import { byStatus, fitting, STATUSES } from '../filter.ts';
import { Attention } from '../parts/attention.tsx';
import { Card, cardHeight } from '../parts/card.tsx';
import { Filters } from '../parts/filters.tsx';
import { STATUS_NAMES } from '../parts/labels.tsx';
import { Failure } from '../parts/loading.tsx';
import { NoTasks } from '../parts/no-tasks.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { query, setQuery } from '../place.ts';
import { allTasks, failure, isLoading, overview } from '../tasks.ts';
import type { TaskCard, TaskStatus } from '../types.ts';

/** Folded until somebody opens it: it needs nobody. */
const FOLDED: ReadonlySet<TaskStatus> = new Set(['cancelled']);

/** What a phone shows first: work under way, then what waits. */
const FIRST = ['in-progress', 'blocked', 'review', 'ready', 'deadletter', 'backlog', 'done', 'cancelled'] as const;

export function BoardView() {
  const dragged = useSignal<TaskCard | undefined>(undefined);
  const over = useSignal<TaskStatus | undefined>(undefined);
  if (failure.value !== undefined && allTasks.value.length === 0) return <Failure error={failure.value} />;
  if (isLoading.value && allTasks.value.length === 0) return <p class="waiting">Loading…</p>;
  if (allTasks.value.length === 0) return <NoTasks />;
  const shown = shownColumn();
  const drag = (card: TaskCard | undefined): void => {
    dragged.value = card;
    over.value = undefined;
  };
  return (
    <>
      <h1 class="sr-only">Board</h1>
      <Attention />
      <Filters />
      <ColumnChoice shown={shown} />
      {fitting.value.length === 0 && <p class="waiting">No task fits these filters.</p>}
      <div class={dragged.value === undefined ? 'columns' : 'columns dragging'}>
        {STATUSES.map((status) => (
          <Column
            key={status}
            status={status}
            isShown={status === shown}
            dragged={dragged.value}
            onDrag={drag}
            onOver={(at) => (over.value = at)}
          />
        ))}
      </div>
      <DragHint card={dragged.value} over={over.value} />
    </>
  );
}

/** The column that a narrow screen shows: the one that was chosen, else the first with work. */
function shownColumn(): TaskStatus {
  const asked = STATUSES.find((status) => status === query.value.get('status'));
  return asked ?? FIRST.find((status) => (byStatus.value.get(status)?.length ?? 0) > 0) ?? 'ready';
}

const ColumnChoice = ({ shown }: { readonly shown: TaskStatus }) => (
  <div class="narrow-only tabs" role="group" aria-label="Column">
    {STATUSES.filter((status) => status === shown || (byStatus.value.get(status)?.length ?? 0) > 0).map((status) => (
      <button key={status} type="button" aria-pressed={status === shown} onClick={() => setQuery({ status })}>
        {STATUS_NAMES[status]} <span class="count">{byStatus.value.get(status)?.length ?? 0}</span>
      </button>
    ))}
  </div>
);

interface ColumnProps {
  readonly status: TaskStatus;
  readonly isShown: boolean;
  readonly dragged: TaskCard | undefined;
  readonly onDrag: (card: TaskCard | undefined) => void;
  readonly onOver: (status: TaskStatus) => void;
}

function Column({ status, isShown, dragged, onDrag, onOver }: ColumnProps) {
  const tasks = byStatus.value.get(status) ?? NONE;
  const isFolded = isFoldedNow(status, tasks.length);
  const move = dragged === undefined || dragged.status === status ? undefined : moveOf(dragged.status, status);
  const fits = move !== undefined && move.how !== 'refused';
  const classes = ['column', status];
  if (isShown) classes.push('shown');
  if (isFolded) classes.push('folded');
  if (move !== undefined) classes.push(fits ? 'fits' : 'refuses');
  return (
    <section
      class={classes.join(' ')}
      aria-label={`${STATUS_NAMES[status]}, ${tasks.length} tasks`}
      data-status={status}
      onDragEnter={() => onOver(status)}
      onDragOver={(event) => fits && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (dragged !== undefined && fits) startMove(dragged, status);
        onDrag(undefined);
      }}
    >
      <ColumnHead status={status} count={tasks.length} isFolded={isFolded} />
      {!isFolded && tasks.length > 0 && (
        <VirtualList items={tasks} heightOf={cardHeight} label={STATUS_NAMES[status]} keyOf={(card) => card.id}>
          {(card) => <Card card={card} onDrag={isReadOnly.value ? undefined : onDrag} />}
        </VirtualList>
      )}
    </section>
  );
}

const NONE: readonly TaskCard[] = [];

const listOf = (key: string): readonly string[] => (query.value.get(key) ?? '').split(',').filter(Boolean);

/** Empty columns and cancelled tasks fold; a click on the head opens or folds, and the address keeps it. */
const isFoldedNow = (status: TaskStatus, count: number): boolean =>
  count === 0 || (FOLDED.has(status) ? !listOf('open').includes(status) : listOf('fold').includes(status));

function toggle(status: TaskStatus): void {
  const key = FOLDED.has(status) ? 'open' : 'fold';
  const list = listOf(key);
  const next = list.includes(status) ? list.filter((each) => each !== status) : [...list, status];
  setQuery({ [key]: next.join(',') });
}

interface HeadProps {
  readonly status: TaskStatus;
  readonly count: number;
  readonly isFolded: boolean;
}

function ColumnHead({ status, count, isFolded }: HeadProps) {
  const total = overview.value?.counts[status] ?? count;
  const shown = count >= total ? String(count) : `${count}/${total}`;
  return (
    <h2>
      <button
        type="button"
        class="plain"
        aria-expanded={!isFolded}
        disabled={count === 0}
        onClick={() => toggle(status)}
      >
        <span class="name">{STATUS_NAMES[status]}</span> <span class="count">{shown}</span>
      </button>
    </h2>
  );
}

/** Says what a drop would do, before it is done. */
function DragHint({ card, over }: { readonly card: TaskCard | undefined; readonly over: TaskStatus | undefined }) {
  if (card === undefined || over === undefined || over === card.status) return null;
  const move = moveOf(card.status, over);
  const isRefused = move.how === 'refused';
  return (
    <p class={isRefused ? 'drag-hint bad' : 'drag-hint'} role="status">
      {isRefused ? `Not to ${STATUS_NAMES[over]}: ${move.why}.` : `Drop to move it to ${STATUS_NAMES[over]}.`}
    </p>
  );
}

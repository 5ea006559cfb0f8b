import { useSignal } from '@preact/signals';
import { moveTask, movesOf } from '../move-task.ts';
import { Ago, Countdown, PriorityMark, STATUS_NAMES } from '../parts/labels.tsx';
import { Empty, Failure } from '../parts/loading.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { query, setQuery } from '../place.ts';
import { agents, allTasks, byStatus, failure, isLoading, overview } from '../tasks.ts';
import type { TaskCard, TaskStatus } from '../types.ts';

const COLUMNS = ['backlog', 'ready', 'in-progress', 'blocked', 'review', 'done', 'cancelled', 'deadletter'] as const;
const ROW_HEIGHT = 112;

export function TasksView() {
  const dragged = useSignal<TaskCard | undefined>(undefined);
  const shown = (query.value.get('status') ?? 'ready') as TaskStatus;
  if (failure.value !== undefined && allTasks.value.length === 0) return <Failure error={failure.value} />;
  if (!isLoading.value && allTasks.value.length === 0) return <NoTasks />;
  return (
    <>
      <Filters />
      <label class="narrow-only">
        Column
        <select value={shown} onChange={(event) => setQuery({ status: event.currentTarget.value })}>
          {COLUMNS.map((status) => (
            <option key={status} value={status}>
              {STATUS_NAMES[status]} ({byStatus.value.get(status)?.length ?? 0})
            </option>
          ))}
        </select>
      </label>
      <div class={dragged.value === undefined ? 'columns' : 'columns dragging'}>
        {COLUMNS.map((status) => (
          <Column
            key={status}
            status={status}
            isShown={status === shown}
            dragged={dragged.value}
            onDrag={(card) => (dragged.value = card)}
          />
        ))}
      </div>
    </>
  );
}

function NoTasks() {
  return (
    <Empty title="No tasks yet">
      <p>
        Create one with <code>baton task new "Fix the login page"</code>; it appears here at once.
      </p>
    </Empty>
  );
}

function Filters() {
  const params = query.value;
  const isFiltered = ['q', 'agent', 'priority'].some((key) => params.has(key));
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <label>
        <span class="sr-only">Search tasks</span>
        <input
          type="search"
          id="search"
          placeholder="Search ( / )"
          value={params.get('q') ?? ''}
          onInput={(event) => setQuery({ q: event.currentTarget.value })}
        />
      </label>
      <Choice name="agent" label="Agent" options={agents.value} value={params.get('agent')} />
      <Choice
        name="priority"
        label="Priority"
        options={['critical', 'high', 'normal', 'low']}
        value={params.get('priority')}
      />
      {isFiltered && (
        <button
          type="button"
          class="plain"
          onClick={() => setQuery({ q: undefined, agent: undefined, priority: undefined })}
        >
          Clear
        </button>
      )}
    </form>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly string[];
  readonly value: string | null;
}

const Choice = ({ name, label, options, value }: ChoiceProps) => (
  <label>
    <span class="sr-only">{label}</span>
    <select value={value ?? ''} onChange={(event) => setQuery({ [name]: event.currentTarget.value })}>
      <option value="">{label}: all</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  </label>
);

interface ColumnProps {
  readonly status: TaskStatus;
  readonly isShown: boolean;
  readonly dragged: TaskCard | undefined;
  readonly onDrag: (card: TaskCard | undefined) => void;
}

function Column({ status, isShown, dragged, onDrag }: ColumnProps) {
  const tasks = byStatus.value.get(status) ?? [];
  const total = overview.value?.counts[status] ?? tasks.length;
  const isTarget = dragged !== undefined && dragged.status !== status;
  const fits = isTarget && movesOf(dragged.status).includes(status);
  const classes = [
    'column',
    status,
    isShown ? 'shown' : '',
    tasks.length === 0 ? 'vacant' : '',
    isTarget ? (fits ? 'fits' : 'refuses') : '',
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <section
      class={classes}
      aria-label={`${STATUS_NAMES[status]}, ${tasks.length} tasks`}
      data-status={status}
      onDragOver={(event) => isTarget && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (dragged !== undefined) void moveTask(dragged, status);
        onDrag(undefined);
      }}
    >
      <h2>
        {STATUS_NAMES[status]}{' '}
        <span class="count">{tasks.length === total ? total : `${tasks.length} of ${total}`}</span>
      </h2>
      {tasks.length === 0 ? (
        <p class="nothing">nothing here</p>
      ) : (
        <VirtualList items={tasks} rowHeight={ROW_HEIGHT} label={STATUS_NAMES[status]} keyOf={(card) => card.id}>
          {(card) => <Card card={card} onDrag={onDrag} />}
        </VirtualList>
      )}
    </section>
  );
}

function Card({ card, onDrag }: { readonly card: TaskCard; readonly onDrag: (card: TaskCard | undefined) => void }) {
  return (
    <article
      class="card"
      draggable
      data-task={card.id}
      onDragStart={(event) => {
        event.dataTransfer?.setData('text/plain', card.id);
        onDrag(card);
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <a href={`/tasks/${encodeURIComponent(card.id)}`} draggable={false}>
        {card.title}
      </a>
      <p class="facts">
        <span class="id" title={card.id}>
          {shortId(card.id)}
        </span>
        <PriorityMark priority={card.priority} />
        {card.agent !== undefined && <span class={card.isHeld ? 'agent held' : 'agent'}>{card.agent}</span>}
      </p>
      <p class="facts">
        {card.block !== undefined ? (
          <span class="reason" title={card.block.reason}>
            {card.block.reason}
          </span>
        ) : (
          <Ago at={card.updatedAt} />
        )}
        {card.isHeld && card.leaseUntil !== undefined && (
          <span class="lease">
            lease <Countdown to={card.leaseUntil} />
          </span>
        )}
      </p>
      <MoveMenu card={card} />
    </article>
  );
}

/** The date and number alone: the rest is the same on every card. */
const shortId = (id: string): string => id.replace(/^TASK-\d{4}-/, '');

/** The same as dragging, for a keyboard, a screen reader or a phone. */
export function MoveMenu({ card }: { readonly card: TaskCard }) {
  const moves = movesOf(card.status);
  if (moves.length === 0) return null;
  return (
    <select
      class="move"
      aria-label={`Move ${card.id}`}
      value=""
      onChange={(event) => {
        const to = moves.find((status) => status === event.currentTarget.value);
        event.currentTarget.value = '';
        if (to !== undefined) void moveTask(card, to);
      }}
    >
      <option value="">Move…</option>
      {moves.map((status) => (
        <option key={status} value={status}>
          {STATUS_NAMES[status]}
        </option>
      ))}
    </select>
  );
}

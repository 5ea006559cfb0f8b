import { useSignal, type Signal } from '@preact/signals';
import { get } from '../api.ts';
import { span } from '../clock.ts';
import { describe } from '../describe.ts';
import { EventList } from '../parts/event-list.tsx';
import { Loaded, useLoaded } from '../parts/loading.tsx';
import { Section } from '../parts/section.tsx';
import { TraceLanes } from '../parts/trace-lanes.tsx';
import { taskHref } from '../place.ts';
import { cards } from '../tasks.ts';
import type { TraceStep, TraceView as Trace } from '../types.ts';

export function TraceView({ id }: { readonly id: string }) {
  const state = useLoaded<Trace>(
    id,
    () => get(`/v1/traces/${encodeURIComponent(id)}`),
    () => true,
  );
  return <Loaded state={state}>{(trace) => <Story trace={trace} />}</Loaded>;
}

const ZOOMS = [1, 2, 4, 8, 16] as const;

function Story({ trace: { id, events } }: { readonly trace: Trace }) {
  const zoom = useSignal(0);
  const times = events.map(({ timestamp }) => Date.parse(timestamp));
  const tasks = [...new Set(events.flatMap(({ taskId }) => taskId ?? []))];
  const length = times.length === 0 ? 0 : Math.max(...times) - Math.min(...times);
  return (
    <div class="page">
      <h1>{cards.value.get(tasks[0] ?? '')?.title ?? `Trace ${id.slice(0, 8)}`}</h1>
      <p class="lead">
        {events.length} events over {span(length)}, trace <code>{id}</code>
      </p>
      <ul class="links inline" aria-label="Tasks">
        {tasks
          .flatMap((task) => cards.value.get(task) ?? [])
          .map((card) => (
            <li key={card.id}>
              <a class="chip" href={taskHref(card.id)}>
                {card.title}
              </a>
            </li>
          ))}
      </ul>
      <Section title="Timeline">
        <Zoom zoom={zoom} />
        <TraceLanes events={events} zoom={ZOOMS[zoom.value] ?? 1} />
      </Section>
      <Section title="Events" count={events.length}>
        <EventList label="Events of this trace" rows={events.map(toRow)} />
      </Section>
    </div>
  );
}

const Zoom = ({ zoom }: { readonly zoom: Signal<number> }) => (
  <p class="zoom">
    <button type="button" disabled={zoom.value === 0} onClick={() => (zoom.value -= 1)} aria-label="Zoom out">
      −
    </button>
    <button
      type="button"
      disabled={zoom.value === ZOOMS.length - 1}
      onClick={() => (zoom.value += 1)}
      aria-label="Zoom in"
    >
      +
    </button>
    <span class="legend">
      <span class="accent">work</span>
      <span class="good">output, commit</span>
      <span class="warn">audit</span>
      <span class="bad">failure</span>
    </span>
  </p>
);

const toRow = (event: TraceStep, index: number) => ({
  key: `${event.timestamp}${index}`,
  at: event.timestamp,
  source: event.source,
  type: event.type,
  actor: event.actor,
  taskId: event.taskId,
  text: describe(event.type, event.details),
});

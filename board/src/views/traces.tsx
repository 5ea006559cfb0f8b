import { get } from '../api.ts';
import { describe } from '../describe.ts';
import { EventList } from '../parts/event-list.tsx';
import { Ago } from '../parts/labels.tsx';
import { Empty, Loaded, useLoaded } from '../parts/loading.tsx';
import type { TraceStep, TraceSummary, TraceView as Trace } from '../types.ts';

export function TracesView() {
  const state = useLoaded<{ readonly traces: readonly TraceSummary[] }>(
    'traces',
    () => get('/v1/traces'),
    () => true,
  );
  return (
    <Loaded state={state}>
      {({ traces }) =>
        traces.length === 0 ? (
          <Empty title="No traces yet">
            <p>One id leads through tasks, handoffs, audit, output and commits. It begins with a task.</p>
          </Empty>
        ) : (
          <div class="page">
            <h1>Traces</h1>
            <ul class="links tall">
              {traces.map((trace) => (
                <li key={trace.id}>
                  <a href={`/traces/${encodeURIComponent(trace.id)}`}>{trace.title}</a>
                  <small>
                    {trace.tasks} {trace.tasks === 1 ? 'task' : 'tasks'}, <Ago at={trace.updatedAt} />
                  </small>
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </Loaded>
  );
}

export function TraceView({ id }: { readonly id: string }) {
  const state = useLoaded<Trace>(
    id,
    () => get(`/v1/traces/${encodeURIComponent(id)}`),
    () => true,
  );
  return <Loaded state={state}>{(trace) => <Timeline id={trace.id} events={trace.events} />}</Loaded>;
}

const SOURCES = ['tasks', 'documents', 'audit', 'outputs', 'commits'] as const;
const WIDTH = 760;
const LEFT = 96;
const LANE = 30;

function Timeline({ id, events }: { readonly id: string; readonly events: readonly TraceStep[] }) {
  const times = events.map(({ timestamp }) => Date.parse(timestamp));
  const start = Math.min(...times);
  const length = Math.max(1, Math.max(...times) - start);
  const lanes = SOURCES.filter((source) => events.some((event) => event.source === source));
  const x = (timestamp: string): number => LEFT + ((Date.parse(timestamp) - start) / length) * (WIDTH - LEFT - 20);
  return (
    <div class="page">
      <h1>
        Trace <code>{id}</code>
      </h1>
      <svg
        class="axis"
        viewBox={`0 0 ${WIDTH} ${lanes.length * LANE + 24}`}
        role="img"
        aria-label={`${events.length} events over ${length} ms`}
      >
        {lanes.map((source, lane) => (
          <g key={source}>
            <text x={0} y={lane * LANE + 20}>
              {source}
            </text>
            <line class="lane" x1={LEFT} x2={WIDTH - 20} y1={lane * LANE + 16} y2={lane * LANE + 16} />
            {events
              .filter((event) => event.source === source)
              .map((event, index) => (
                <circle
                  key={`${event.timestamp}${index}`}
                  class={source}
                  cx={x(event.timestamp)}
                  cy={lane * LANE + 16}
                  r={5}
                >
                  <title>{`${event.type}: ${describe(event.type, event.details)}`}</title>
                </circle>
              ))}
          </g>
        ))}
        <text class="tick" x={LEFT} y={lanes.length * LANE + 18}>
          {new Date(start).toLocaleTimeString()}
        </text>
        <text class="tick" x={WIDTH - 20} y={lanes.length * LANE + 18} text-anchor="end">
          +{(length / 1000).toFixed(1)} s
        </text>
      </svg>
      <section class="part">
        <EventList
          label="Events of this trace"
          rows={events.map((event, index) => ({
            key: `${event.timestamp}${index}`,
            at: event.timestamp,
            source: event.source,
            type: event.type,
            actor: event.actor,
            taskId: event.taskId,
            text: describe(event.type, event.details),
          }))}
        />
      </section>
    </div>
  );
}

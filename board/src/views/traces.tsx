import { get } from '../api.ts';
import { span } from '../clock.ts';
import { Grid } from '../parts/grid.tsx';
import { Ago } from '../parts/labels.tsx';
import { Empty, Loaded, useLoaded } from '../parts/loading.tsx';
import type { TraceSummary } from '../types.ts';

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
          <Empty view="Traces" title="No traces yet">
            <p>One id leads through tasks, handoffs, audit, output and commits. It begins with a task.</p>
          </Empty>
        ) : (
          <div class="page">
            <h1>Traces</h1>
            <p class="lead">One story each: everything that came of a task, across agents.</p>
            <Grid label="Traces" heads={['Began with', 'State', 'Agents', 'Took', 'Changed']}>
              {traces.map((trace) => (
                <Row key={trace.id} trace={trace} />
              ))}
            </Grid>
          </div>
        )
      }
    </Loaded>
  );
}

const Row = ({ trace }: { readonly trace: TraceSummary }) => (
  <tr>
    <td>
      <a href={`/traces/${encodeURIComponent(trace.id)}`}>{trace.title}</a>
    </td>
    <td class="number">
      {trace.open === 0 ? (
        <span class="status done">finished</span>
      ) : (
        <span class="status in-progress">
          {trace.open} of {trace.tasks} open
        </span>
      )}
    </td>
    <td>{trace.agents.join(', ')}</td>
    <td class="number">{span(Date.parse(trace.updatedAt) - Date.parse(trace.startedAt))}</td>
    <td>
      <Ago at={trace.updatedAt} />
    </td>
  </tr>
);

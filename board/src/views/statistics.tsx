import { get } from '../api.ts';
import { fineSpan } from '../clock.ts';
import { Loaded, useLoaded } from '../parts/loading.tsx';
import { Plot } from '../parts/plots.tsx';
import { Fact, Section } from '../parts/section.tsx';
import { query, setQuery } from '../place.ts';
import type { ProjectView, StatisticsView as Statistics } from '../types.ts';

const SPANS = [7, 30, 90] as const;

export function StatisticsView() {
  const days = SPANS.find((each) => String(each) === query.value.get('days')) ?? 30;
  const state = useLoaded<Statistics>(
    `statistics ${days}`,
    () => get(`/v1/statistics?days=${days}`),
    ({ type }) => type === 'task.transitioned' || type === 'task.created',
  );
  return (
    <div class="page">
      <h1>Statistics</h1>
      <div class="tabs" role="group" aria-label="Days">
        {SPANS.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === days}
            onClick={() => setQuery({ days: String(each) })}
          >
            {each} days
          </button>
        ))}
      </div>
      <Loaded state={state}>{(statistics) => <Plots statistics={statistics} />}</Loaded>
      <Savings />
    </div>
  );
}

const whole = (value: number): string => (Number.isInteger(value) ? value.toLocaleString() : '');

function Plots({ statistics }: { readonly statistics: Statistics }) {
  const { total, days } = statistics;
  const names = days.map(({ day }) => day.slice(5));
  return (
    <>
      <dl class="facts-list tiles">
        <Fact name="Done">{total.done.toLocaleString()}</Fact>
        <Fact name="Failed attempts">{total.failed.toLocaleString()}</Fact>
        <Fact name="Median, creation to done">{total.medianMs === undefined ? '–' : fineSpan(total.medianMs)}</Fact>
        <Fact name="9 of 10 within">{total.p90Ms === undefined ? '–' : fineSpan(total.p90Ms)}</Fact>
      </dl>
      <Section title="Throughput">
        <Plot
          label="Tasks per day"
          kind="bars"
          names={names}
          format={whole}
          series={[
            { name: 'created', tone: 'soft', values: days.map(({ created }) => created) },
            { name: 'done', tone: 'good', values: days.map(({ done }) => done) },
            { name: 'failed attempts', tone: 'bad', values: days.map(({ failed }) => failed) },
          ]}
        />
      </Section>
      <Section title="Cycle time">
        <Plot
          label="From creation to done"
          kind="lines"
          names={names}
          format={fineSpan}
          series={[
            { name: '9 of 10 within', tone: 'soft', values: days.map(({ p90Ms }) => p90Ms) },
            { name: 'median', tone: 'accent', values: days.map(({ medianMs }) => medianMs) },
          ]}
        />
      </Section>
    </>
  );
}

/** What reading in layers spares, by what a session sets out to do. */
function Savings() {
  const state = useLoaded<ProjectView | null>('savings', () => get('/v1/project'));
  const project = state.kind === 'there' ? state.value : null;
  if (project === null || project.scenarios.length === 0) return null;
  return (
    <Section title="Tokens saved">
      <Plot
        label={`Tokens to read the project state (${project.method})`}
        kind="bars"
        names={project.scenarios.map(({ name }) => name)}
        format={whole}
        series={[
          { name: 'all files', tone: 'soft', values: project.scenarios.map(({ full }) => full) },
          { name: 'in layers', tone: 'good', values: project.scenarios.map(({ layered }) => layered) },
        ]}
      />
    </Section>
  );
}

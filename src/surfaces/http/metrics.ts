import { setTimeout as sleep } from 'node:timers/promises';
import type { FleetState, Platform, StoreOutage, TaskStore } from '../../kernel/ports/index.ts';
import { TASK_STATUSES } from '../../kernel/tasks.ts';

/** Numbers for Prometheus. Gauges are read when somebody asks, counters and timings are kept. */
export interface Metrics {
  count(name: string, labels?: Labels): void;
  observe(name: string, seconds: number, labels?: Labels): void;
  render(gauges: readonly Gauge[]): string;
}

type Labels = Readonly<Record<string, string>>;

export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly values: readonly { readonly labels?: Labels; readonly value: number }[];
}

export interface MetricRow {
  readonly name: string;
  readonly help: string;
  readonly kind: 'counter' | 'histogram';
}

const BUCKETS_S = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10] as const;

interface Series {
  count: number;
  sum: number;
  readonly buckets: number[];
}

export function createMetrics(table: readonly MetricRow[]): Metrics {
  const series = new Map<string, Map<string, Series>>(table.map(({ name }) => [name, new Map()]));
  const seriesOf = (name: string, labels: Labels): Series => {
    const rows = series.get(name) ?? new Map<string, Series>();
    const key = renderLabels(labels);
    const found = rows.get(key) ?? { count: 0, sum: 0, buckets: BUCKETS_S.map(() => 0) };
    series.set(name, rows.set(key, found));
    return found;
  };
  return {
    count(name, labels = {}) {
      seriesOf(name, labels).count += 1;
    },
    observe(name, seconds, labels = {}) {
      const one = seriesOf(name, labels);
      one.count += 1;
      one.sum += seconds;
      BUCKETS_S.forEach((limit, index) => {
        if (seconds <= limit) one.buckets[index] = (one.buckets[index] ?? 0) + 1;
      });
    },
    render: (gauges) =>
      [...table.map((row) => renderRow(row, series.get(row.name) ?? new Map())), ...gauges.map(renderGauge)].join(''),
  };
}

function renderRow({ name, help, kind }: MetricRow, rows: ReadonlyMap<string, Series>): string {
  const lines = [...rows].flatMap(([labels, one]) =>
    kind === 'counter' ? [`${name}${wrap(labels)} ${one.count}`] : renderHistogram(name, labels, one),
  );
  return `${head(name, help, kind)}${lines.map((line) => `${line}\n`).join('')}`;
}

function renderHistogram(name: string, labels: string, { count, sum, buckets }: Series): string[] {
  const limits = [...BUCKETS_S.map((limit, index) => [String(limit), buckets[index] ?? 0] as const), ['+Inf', count]];
  return [
    ...limits.map(
      ([limit, value]) => `${name}_bucket${wrap([labels, `le="${limit}"`].filter(Boolean).join(','))} ${value}`,
    ),
    `${name}_sum${wrap(labels)} ${sum}`,
    `${name}_count${wrap(labels)} ${count}`,
  ];
}

const renderGauge = ({ name, help, values }: Gauge): string =>
  head(name, help, 'gauge') +
  values.map(({ labels = {}, value }) => `${name}${wrap(renderLabels(labels))} ${value}\n`).join('');

const head = (name: string, help: string, kind: string): string => `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n`;

const wrap = (labels: string): string => (labels === '' ? '' : `{${labels}}`);

const renderLabels = (labels: Labels): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`)
    .join(',');

/** A scrape does not wait longer: it gets the numbers of the last one. */
const LIMIT_MS = 100;

/** Numbers from the store that are there at once, also while it is slow or away. */
export function createStoreGauges(
  platform: Pick<Platform, 'tasks'>,
  findOutage: () => StoreOutage | undefined,
): () => Promise<readonly Gauge[]> {
  let last: readonly Gauge[] = [];
  let reading: Promise<void> | undefined;
  const read = async (): Promise<void> => {
    try {
      last = await readGauges(await platform.tasks());
    } catch {
      // The gauge of the store says that it is away; the others stay as they were.
    } finally {
      reading = undefined;
    }
  };
  return async () => {
    if (findOutage() === undefined) {
      reading ??= read();
      // The first time there is nothing else to give.
      await (last.length === 0 ? reading : Promise.race([reading, sleep(LIMIT_MS)]));
    }
    return last;
  };
}

async function readGauges(store: TaskStore): Promise<readonly Gauge[]> {
  const counts = await store.count();
  return [
    ...(await readFleetGauges(store)),
    {
      name: 'baton_tasks',
      help: 'Tasks by status.',
      values: TASK_STATUSES.map((status) => ({ labels: { status }, value: counts[status] })),
    },
  ];
}

const one = (name: string, help: string, value: number): Gauge => ({ name, help, values: [{ value }] });

/** What `baton fleet` shows, as numbers. Absent over files. */
async function readFleetGauges({ droppedEvents, fleet, server }: TaskStore): Promise<readonly Gauge[]> {
  if (fleet === undefined || server === undefined) return [];
  const state = await fleet.inspect();
  const { version } = await server.describe();
  return [
    one('baton_fleet_machines', 'Daemons that are alive.', state.machines.filter(({ isAlive }) => isAlive).length),
    one('baton_fleet_leaders', 'Daemons that lead; one in a fleet that works.', countLeaders(state)),
    ...perMachine(state),
    one('baton_outbox_events', 'Events that nobody has delivered yet.', state.undelivered),
    one('baton_outbox_lag_seconds', 'How long the oldest of them has waited.', state.lagMs / 1_000),
    one('baton_unnumbered_events', 'Events that have no place in the log yet.', state.unnumbered),
    one('baton_dropped_events', 'Events that this daemon told to nobody.', droppedEvents ?? 0),
    one('baton_schema_version', 'Version of the tables.', version),
    {
      name: 'baton_store_connections',
      help: 'Connections to the database server.',
      values: Object.entries(state.connections).map(([of, value]) => ({ labels: { of }, value })),
    },
  ];
}

const countLeaders = ({ machines }: FleetState): number =>
  machines.filter(({ isAlive, leads }) => isAlive && leads).length;

function perMachine({ machines }: FleetState): readonly Gauge[] {
  const labelled = machines.map((machine) => ({
    machine,
    labels: { machine: machine.report.host ?? machine.report.id, version: machine.report.version ?? 'unknown' },
  }));
  const gauge = (name: string, help: string, read: (machine: (typeof machines)[number]) => number): Gauge => ({
    name,
    help,
    values: labelled.map(({ machine, labels }) => ({ labels, value: read(machine) })),
  });
  return [
    gauge(
      'baton_machine_silent_seconds',
      'Since the last sign of life of a daemon.',
      ({ silentMs }) => silentMs / 1_000,
    ),
    gauge(
      'baton_machine_skew_seconds',
      "How much the database's clock is ahead.",
      ({ report }) => (report.skewMs ?? 0) / 1_000,
    ),
    gauge('baton_machine_runs', 'Runs that a daemon sees.', ({ report }) => report.runs.length),
    gauge('baton_machine_slots', 'Places for agents on a machine.', ({ report }) =>
      report.agents.reduce((sum, { executor, concurrency }) => sum + (executor === 'pull' ? 0 : concurrency), 0),
    ),
  ];
}

/** Numbers for Prometheus. Gauges are read when somebody asks, counters and timings are kept. */
export interface Metrics {
  count(name: string, labels?: Labels): void;
  observe(name: string, seconds: number, labels?: Labels): void;
  render(gauges: readonly Gauge[]): string;
}

export type Labels = Readonly<Record<string, string>>;

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

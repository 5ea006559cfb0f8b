/** Small plots as SVG: they follow the colours and the width of the page, and every value can be read out. */
import { Measured } from './measured.tsx';

const HEIGHT = 180;
const LEFT = 44;
const BOTTOM = 22;
const TOP = 10;
const MAX_BAR = 36;
/** The least room for the name of a value. */
const NAME = 58;

export interface Series {
  readonly name: string;
  readonly tone: 'good' | 'bad' | 'accent' | 'soft';
  readonly values: readonly (number | undefined)[];
}

interface PlotProps {
  readonly label: string;
  /** One per value. */
  readonly names: readonly string[];
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
  readonly kind: 'bars' | 'lines';
}

export const Plot = (props: PlotProps) => (
  <figure class="plot">
    <Caption label={props.label} series={props.series} />
    <Measured>{(width) => <Picture {...props} width={width} />}</Measured>
  </figure>
);

function Picture({ label, names, series, format, kind, width }: PlotProps & { readonly width: number }) {
  const most = niceMost(Math.max(1, ...series.flatMap(({ values }) => values.flatMap((value) => value ?? []))));
  const step = (width - LEFT - 8) / Math.max(1, names.length);
  const x = (index: number): number => LEFT + (index + 0.5) * step;
  const y = (value: number): number => TOP + (1 - value / most) * (HEIGHT - TOP - BOTTOM);
  const nth = Math.max(1, Math.ceil(NAME / step));
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={describe(label, names, series, format)}>
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <line class="lane" x1={LEFT} x2={width - 8} y1={y(most * share)} y2={y(most * share)} />
          <text class="tick" x={LEFT - 6} y={y(most * share) + 4} text-anchor="end">
            {format(most * share)}
          </text>
        </g>
      ))}
      {names.map(
        (name, index) =>
          index % nth === 0 && (
            <text key={name} class="tick" x={x(index)} y={HEIGHT - 6} text-anchor="middle">
              {name}
            </text>
          ),
      )}
      {series.map((each, at) =>
        kind === 'bars' ? (
          <Bars key={each.name} {...{ each, at, of: series.length, step, names, format, x, y }} />
        ) : (
          <Line key={each.name} {...{ each, names, format, x, y }} />
        ),
      )}
    </svg>
  );
}

const Caption = ({ label, series }: { readonly label: string; readonly series: readonly Series[] }) => (
  <figcaption>
    {label}
    <span class="legend">
      {series.map(({ name, tone }) => (
        <span key={name} class={tone}>
          {name}
        </span>
      ))}
    </span>
  </figcaption>
);

interface DrawProps {
  readonly each: Series;
  readonly names: readonly string[];
  readonly format: (value: number) => string;
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
}

function Bars({ each, at, of, step, names, format, x, y }: DrawProps & { at: number; of: number; step: number }) {
  const width = Math.max(2, Math.min(MAX_BAR, (step * 0.8) / of));
  return (
    <>
      {each.values.map((value, index) =>
        value === undefined || value === 0 ? null : (
          <rect
            key={names[index]}
            class={each.tone}
            x={x(index) - (width * of) / 2 + width * at}
            y={y(value)}
            width={width - 1}
            height={Math.max(1, y(0) - y(value))}
            rx={1.5}
          >
            <title>{`${names[index] ?? ''}: ${each.name} ${format(value)}`}</title>
          </rect>
        ),
      )}
    </>
  );
}

function Line({ each, names, format, x, y }: DrawProps) {
  const points = each.values.flatMap((value, index) => (value === undefined ? [] : [{ index, value }]));
  return (
    <>
      <polyline class={each.tone} points={points.map(({ index, value }) => `${x(index)},${y(value)}`).join(' ')} />
      {points.map(({ index, value }) => (
        <circle key={index} class={each.tone} cx={x(index)} cy={y(value)} r={3.5}>
          <title>{`${names[index] ?? ''}: ${each.name} ${format(value)}`}</title>
        </circle>
      ))}
    </>
  );
}

/** A round number above it, which has a round half. */
function niceMost(value: number): number {
  const size = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 3, 4, 6, 8, 10].find((step) => step * size >= value) ?? 10) * size;
}

const describe = (label: string, names: readonly string[], series: readonly Series[], format: PlotProps['format']) =>
  `${label}. ${series
    .map(({ name, values }) => {
      const said = values.flatMap((value, index) =>
        value === undefined || value === 0 ? [] : [`${names[index] ?? ''} ${format(value)}`],
      );
      return `${name}: ${said.length === 0 ? 'none' : said.join(', ')}`;
    })
    .join('. ')}`;

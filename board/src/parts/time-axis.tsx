/** Runs as bars and heartbeats as ticks on one axis of time. */
import type { PlaneEvent, RunRecord } from '../types.ts';
import { Measured } from './measured.tsx';

const ROW = 26;
const LEFT = 160;
const NARROW = 480;
const TOP = 8;

interface Props {
  readonly runs: readonly RunRecord[];
  readonly events: readonly PlaneEvent[];
  readonly nowMs: number;
}

const COLOURS: Readonly<Record<RunRecord['status'], string>> = {
  running: 'live',
  completed: 'good',
  failed: 'bad',
  expired: 'warn',
};

export const TimeAxis = (props: Props) =>
  props.runs.length === 0 ? (
    <p class="nothing">no runs yet</p>
  ) : (
    <Measured>{(width) => <Axis {...props} width={width} />}</Measured>
  );

function Axis({ runs, events, nowMs, width }: Props & { readonly width: number }) {
  // Narrow screens leave out the status beside the name: the bar has its colour, and the list below says it.
  const left = width < NARROW ? 90 : LEFT;
  const start = Math.min(...runs.map((run) => Date.parse(run.startedAt)));
  const end = Math.max(
    start + 1_000,
    ...runs.map((run) => (run.endedAt === undefined ? nowMs : Date.parse(run.endedAt))),
  );
  const x = (ms: number): number => left + ((Math.min(ms, end) - start) / (end - start)) * (width - left - 4);
  const height = TOP + runs.length * ROW + 22;
  return (
    <svg class="axis" width={width} height={height} role="img" aria-label={describe(runs)}>
      {runs.map((run, row) => {
        const from = x(Date.parse(run.startedAt));
        const to = x(run.endedAt === undefined ? nowMs : Date.parse(run.endedAt));
        const y = TOP + row * ROW;
        return (
          <g key={run.runId}>
            <text x={0} y={y + 13}>
              {`${run.attempt}. ${run.agentId}`.slice(0, 14)}{' '}
              {width >= NARROW && <tspan class="sub">{run.status}</tspan>}
            </text>
            <rect class={COLOURS[run.status]} x={from} y={y} width={Math.max(3, to - from)} height={16} rx={4}>
              <title>{`${run.status}, ${run.startedAt} – ${run.endedAt ?? 'now'}`}</title>
            </rect>
            {beatsOf(run, events).map((ms) => (
              <line key={ms} class="beat" x1={x(ms)} x2={x(ms)} y1={y + 2} y2={y + 14} />
            ))}
          </g>
        );
      })}
      <text x={left} y={height - 4} class="tick">
        {new Date(start).toLocaleTimeString()}
      </text>
      <text x={width - 4} y={height - 4} class="tick" text-anchor="end">
        {new Date(end).toLocaleTimeString()}
      </text>
    </svg>
  );
}

const beatsOf = (run: RunRecord, events: readonly PlaneEvent[]): number[] =>
  events
    .filter(({ type, runId }) => type === 'lease.renewed' && runId === run.runId)
    .map(({ timestamp }) => Date.parse(timestamp));

const describe = (runs: readonly RunRecord[]): string =>
  `${runs.length} runs: ${runs.map((run) => `${run.attempt} by ${run.agentId}, ${run.status}`).join('; ')}`;

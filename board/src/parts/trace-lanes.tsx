/** A trace as lanes, one per agent: bars for runs, marks for the rest. Marks that would overlap become one. */
import { describe } from '../describe.ts';
import type { TraceStep } from '../types.ts';
import { Measured } from './measured.tsx';

const LEFT = 170;
const LANE = 40;
/** The least room for a time below the lanes. */
const TICK = 130;
const NARROW = 560;
const NEAR = 14;

interface Bar {
  readonly from: number;
  to: number;
  tone: 'live' | 'good' | 'bad';
  readonly task: string;
}

interface Mark {
  readonly x: number;
  readonly tone: string;
  readonly steps: TraceStep[];
}

interface LanesProps {
  readonly events: readonly TraceStep[];
  /** 1 fits the page. */
  readonly zoom: number;
}

export const TraceLanes = ({ events, zoom }: LanesProps) =>
  events.length === 0 ? (
    <p class="nothing">nothing happened yet</p>
  ) : (
    <Measured>{(width) => <Lanes events={events} zoom={zoom} width={width} />}</Measured>
  );

/** Narrow screens have the name above its lane instead of beside it. */
function Lanes({ events, zoom, width }: LanesProps & { readonly width: number }) {
  const times = events.map(({ timestamp }) => Date.parse(timestamp));
  const [start, end] = [Math.min(...times), Math.max(...times)];
  const left = width < NARROW ? 10 : LEFT;
  const wide = left + (width - left) * zoom;
  const x = (ms: number): number => left + ((ms - start) / Math.max(1, end - start)) * (wide - left - 24);
  const actors = [...new Set(events.map(laneOf))];
  const height = actors.length * LANE + 26;
  return (
    <div class="picture plain" tabIndex={0} role="region" aria-label="Timeline of the trace">
      <svg
        class="lanes"
        width={wide}
        height={height}
        role="img"
        aria-label={`${events.length} events of ${actors.join(', ')}`}
      >
        {actors.map((actor, row) => (
          <Lane
            key={actor}
            actor={actor}
            y={row * LANE}
            left={left}
            wide={wide}
            x={x}
            events={events.filter((event) => laneOf(event) === actor)}
            end={end}
          />
        ))}
        <Ticks start={start} end={end} count={Math.max(1, Math.floor((wide - left) / TICK))} x={x} y={height - 6} />
      </svg>
    </div>
  );
}

/** What Baton itself does is told in one lane; a run belongs to the agent that holds the task. */
function laneOf({ actor, source, type, details }: TraceStep): string {
  if (source === 'commits') return 'commits';
  if (source === 'audit') return 'audit log';
  const agent = details['agent'] ?? details['agentId'];
  if (type.startsWith('lease.') && typeof agent === 'string') return agent;
  return actor ?? source;
}

const ticks = (start: number, end: number, count: number): number[] =>
  Array.from({ length: count + 1 }, (_, at) => Math.round(start + ((end - start) * at) / count));

interface TicksProps {
  readonly start: number;
  readonly end: number;
  /** How many parts they divide the time into. */
  readonly count: number;
  readonly x: (ms: number) => number;
  readonly y: number;
}

const Ticks = ({ start, end, count, x, y }: TicksProps) => (
  <>
    {ticks(start, end, count).map((ms) => (
      <text key={ms} class="tick" x={x(ms)} y={y} text-anchor={ms === start ? 'start' : ms === end ? 'end' : 'middle'}>
        {new Date(ms).toLocaleTimeString()}
      </text>
    ))}
  </>
);

interface LaneProps {
  readonly actor: string;
  readonly y: number;
  readonly left: number;
  readonly wide: number;
  readonly x: (ms: number) => number;
  readonly events: readonly TraceStep[];
  readonly end: number;
}

function Lane({ actor, y, left, wide, x, events, end }: LaneProps) {
  const isBeside = left === LEFT;
  const middle = y + (isBeside ? LANE / 2 : LANE - 12);
  return (
    <g>
      <text x={0} y={isBeside ? middle + 4 : y + 12}>
        {isBeside && actor.length > 24 ? `${actor.slice(0, 23)}…` : actor}
      </text>
      <line class="lane" x1={left} x2={wide - 24} y1={middle} y2={middle} />
      {findBars(events, end).map(({ from, to, tone, task }) => (
        <rect
          key={`${task}${from}`}
          class={tone}
          x={x(from)}
          y={middle - 8}
          width={Math.max(4, x(to) - x(from))}
          height={16}
          rx={4}
        >
          <title>{`${actor} worked on ${task}`}</title>
        </rect>
      ))}
      {findMarks(events, x).map(({ x: at, tone, steps }) => (
        <g key={at} class="mark">
          <circle class={tone} cx={at} cy={middle} r={steps.length > 1 ? 8 : 5}>
            <title>{steps.map(({ type, details }) => describe(type, details)).join('\n')}</title>
          </circle>
          {steps.length > 1 && (
            <text class="inside" x={at} y={middle + 3.5} text-anchor="middle">
              {steps.length > 99 ? '99+' : steps.length}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

const ENDINGS: Readonly<Record<string, Bar['tone']>> = {
  'task.completed': 'good',
  'lease.expired': 'bad',
  'lease.released': 'good',
  'task.reclaimed': 'bad',
  'dispatch.failed': 'bad',
  'dispatch.ended': 'bad',
  'run.stopped': 'bad',
};

/** From a claim to the first event that ends it; what has no end goes on. */
function findBars(events: readonly TraceStep[], end: number): readonly Bar[] {
  const bars: Bar[] = [];
  const open = new Map<string, Bar>();
  for (const { type, taskId = '', timestamp } of events) {
    const at = Date.parse(timestamp);
    const known = open.get(taskId);
    if (type === 'lease.acquired') {
      const bar: Bar = { from: at, to: end, tone: 'live', task: taskId };
      bars.push(bar);
      open.set(taskId, bar);
    } else if (known !== undefined && ENDINGS[type] !== undefined) {
      known.to = at;
      known.tone = ENDINGS[type];
      open.delete(taskId);
    }
  }
  return bars;
}

/** Neighbours that are nearer than a finger become one mark with their number. */
function findMarks(events: readonly TraceStep[], x: (ms: number) => number): readonly Mark[] {
  const marks: Mark[] = [];
  for (const step of events) {
    if (step.type === 'lease.acquired' || step.type === 'lease.renewed') continue;
    const at = x(Date.parse(step.timestamp));
    const last = marks.at(-1);
    if (last !== undefined && at - last.x < NEAR && last.tone === toneOf(step)) last.steps.push(step);
    else
      marks.push({
        x: last !== undefined && at - last.x < NEAR ? last.x + NEAR : at,
        tone: toneOf(step),
        steps: [step],
      });
  }
  return marks;
}

function toneOf({ source, type }: TraceStep): string {
  if (/(?:rejected|failed|expired|silent|deadlettered|stopped|reclaimed)$/.test(type)) return 'bad';
  if (source === 'audit') return 'warn';
  return source === 'outputs' || source === 'commits' ? 'good' : 'accent';
}

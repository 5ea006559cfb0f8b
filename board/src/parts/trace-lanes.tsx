/** A trace as lanes, one per agent: bars for runs, marks for the rest. Marks that would overlap become one. */
import { describe } from '../describe.ts';
import type { TraceStep } from '../types.ts';

const WIDTH = 900;
const LEFT = 150;
const LANE = 40;
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

export function TraceLanes({ events, zoom }: { readonly events: readonly TraceStep[]; readonly zoom: number }) {
  if (events.length === 0) return <p class="nothing">nothing happened yet</p>;
  const times = events.map(({ timestamp }) => Date.parse(timestamp));
  const [start, end] = [Math.min(...times), Math.max(...times)];
  const wide = LEFT + (WIDTH - LEFT) * zoom;
  const x = (ms: number): number => LEFT + ((ms - start) / Math.max(1, end - start)) * (wide - LEFT - 24);
  const actors = [...new Set(events.map(laneOf))];
  const height = actors.length * LANE + 26;
  return (
    <div class="picture plain" tabIndex={0} role="region" aria-label="Timeline of the trace">
      <svg
        class="lanes"
        width={wide}
        height={height}
        viewBox={`0 0 ${wide} ${height}`}
        role="img"
        aria-label={`${events.length} events of ${actors.join(', ')}`}
      >
        {actors.map((actor, row) => (
          <Lane
            key={actor}
            actor={actor}
            y={row * LANE}
            wide={wide}
            x={x}
            events={events.filter((event) => laneOf(event) === actor)}
            end={end}
          />
        ))}
        <Ticks start={start} end={end} zoom={zoom} x={x} y={height - 6} />
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

const ticks = (start: number, end: number, zoom: number): number[] => {
  const count = 4 * zoom;
  return Array.from({ length: count + 1 }, (_, at) => Math.round(start + ((end - start) * at) / count));
};

interface TicksProps {
  readonly start: number;
  readonly end: number;
  readonly zoom: number;
  readonly x: (ms: number) => number;
  readonly y: number;
}

const Ticks = ({ start, end, zoom, x, y }: TicksProps) => (
  <>
    {ticks(start, end, zoom).map((ms) => (
      <text key={ms} class="tick" x={x(ms)} y={y} text-anchor={ms === start ? 'start' : ms === end ? 'end' : 'middle'}>
        {new Date(ms).toLocaleTimeString()}
      </text>
    ))}
  </>
);

interface LaneProps {
  readonly actor: string;
  readonly y: number;
  readonly wide: number;
  readonly x: (ms: number) => number;
  readonly events: readonly TraceStep[];
  readonly end: number;
}

function Lane({ actor, y, wide, x, events, end }: LaneProps) {
  const middle = y + LANE / 2;
  return (
    <g>
      <text x={0} y={middle + 4}>
        {actor.length > 20 ? `${actor.slice(0, 19)}…` : actor}
      </text>
      <line class="lane" x1={LEFT} x2={wide - 24} y1={middle} y2={middle} />
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

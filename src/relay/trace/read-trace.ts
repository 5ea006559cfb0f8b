/** A trace as its hops: who handed to whom, at what cost, whether it passed, and how long it was on its way. */

import { BatonError } from '../../kernel/errors/index.ts';
import type { Json } from '../../kernel/json.ts';
import { documentTraceSource } from './append-trace.ts';
import { findFullId, timeOf, type TraceEvent, type TracePlatform, type TraceSource } from './find-full-id.ts';
import { renderTraceparent } from './otlp.ts';
import { auditTraceSource, commitTraceSource, taskTraceSource } from './sources.ts';

/** Everything that knows a part of a trace. */
const SOURCES: readonly TraceSource[] = [
  // First, as it tells the id of a handoff from that of a trace, which look the same.
  auditTraceSource,
  documentTraceSource,
  taskTraceSource,
  commitTraceSource,
];

/** Everything that happened under one trace id. */
export interface Trace {
  readonly trace_id: string;
  /** For the next hop, or another tracing system. */
  readonly traceparent: string;
  /** In the order of their time. */
  readonly events: readonly TraceEvent[];
  readonly hops: readonly Hop[];
  readonly skipped: number;
}

/** One trace across everything that recorded it. `id`: a trace, or something that belongs to one. */
export async function readTrace(
  platform: TracePlatform,
  id: string,
  sources: readonly TraceSource[] = SOURCES,
): Promise<Trace> {
  const traceId = await findTraceId(platform, id, sources);
  const readings = traceId === undefined ? [] : await Promise.all(sources.map((one) => one.read(platform, traceId)));
  const events = readings.flatMap((reading) => reading.events).sort((a, b) => timeOf(a) - timeOf(b));
  if (traceId === undefined || events.length === 0) {
    throw new BatonError('TRACE_NOT_FOUND', `nothing is recorded under ${id}`, { id });
  }
  const newestSpan = events.findLast(({ span_id }) => span_id !== '')?.span_id ?? traceId;
  return {
    trace_id: traceId,
    traceparent: renderTraceparent(traceId, newestSpan),
    events,
    hops: planChain(events),
    skipped: readings.reduce((sum, reading) => sum + reading.skipped, 0),
  };
}

async function findTraceId(
  platform: TracePlatform,
  id: string,
  sources: readonly TraceSource[],
): Promise<string | undefined> {
  for (const source of sources) {
    const found = await source.findTraceId?.(platform, id);
    if (found !== undefined) return found;
  }
  return (await findFullId(platform, id))?.traceId;
}

/** One pass of work from an agent to the next. */
export interface Hop {
  readonly from: string;
  readonly to: string;
  readonly tokens: number | null;
  readonly validation: 'passed' | 'failed' | 'not validated';
  /** From the sending to the receipt; null while nobody has received it. */
  readonly latency_ms: number | null;
  /** The whole chain if the document has a shortened one. */
  readonly chain: readonly string[];
}

/** The receiver works under a span whose parent is the sender's: that is how the two ends of a hop find each other. */
function planChain(events: readonly TraceEvent[]): Hop[] {
  const sent = events.filter(({ event_type }) => event_type === 'handoff_created');
  return sent.map((created) => {
    const ofSender = events.filter(({ span_id }) => span_id === created.span_id);
    const ofReceiver = events.filter(({ parent_span_id }) => parent_span_id === created.span_id);
    const left = find(ofSender, 'handoff_transmitted') ?? created;
    const arrived = find(ofReceiver, 'handoff_received');
    const checked = find(ofReceiver, 'handoff_validated') ?? find(ofSender, 'handoff_validated');
    return {
      from: created.workflow,
      to: textOf(created.details['target']),
      tokens: numberOf(created.details['token_count']),
      validation: verdictOf(checked),
      latency_ms: arrived === undefined ? null : Math.max(0, timeOf(arrived) - timeOf(left)),
      chain: listOf(created.details['handoff_chain']),
    };
  });
}

const find = (events: readonly TraceEvent[], type: string): TraceEvent | undefined =>
  events.find(({ event_type }) => event_type === type);

function verdictOf(event: TraceEvent | undefined): Hop['validation'] {
  if (event === undefined) return 'not validated';
  return event.details['validation'] === 'passed' ? 'passed' : 'failed';
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const numberOf = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);
const listOf = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

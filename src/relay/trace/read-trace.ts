import { BatonError } from '../../kernel/errors/index.ts';
import { planChain, type Hop } from './chain-view.ts';
import { auditTraceSource } from './audit-source.ts';
import { commitTraceSource } from './commit-source.ts';
import { documentTraceSource } from './document-source.ts';
import { findFullId } from './find-full-id.ts';
import { timeOf, type TraceEvent, type TracePlatform, type TraceSource } from './event.ts';
import { taskTraceSource } from './task-source.ts';
import { renderTraceparent } from './otlp.ts';

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

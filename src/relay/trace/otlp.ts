/** A trace as OTLP JSON (OpenTelemetry protocol over HTTP): spans out of events that share a span id. */
import { sha256Hex } from '../../kernel/hash.ts';
import type { Json } from '../../kernel/json.ts';
import { VERSION } from '../../kernel/version.ts';
import { timeOf, type TraceEvent } from './find-full-id.ts';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue: string } | { readonly intValue: string } | { readonly boolValue: boolean };
}

export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly events: readonly {
    readonly timeUnixNano: string;
    readonly name: string;
    readonly attributes: readonly Attribute[];
  }[];
  readonly status: { readonly code: number };
}

/** A trace in the JSON form of OpenTelemetry (OTLP). */
export interface OtlpTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string; readonly version: string };
      readonly spans: readonly OtlpSpan[];
    }[];
  }[];
}

/** One resource per workflow, as each is a service of its own to a tracing system. */
export function renderOtlp(events: readonly TraceEvent[]): OtlpTraces {
  const byWorkflow = groupBy(events, ({ workflow }) => workflow);
  return {
    resourceSpans: Array.from(byWorkflow, ([workflow, ofWorkflow]) => ({
      resource: { attributes: [attribute('service.name', workflow === '' ? 'baton' : workflow)] },
      scopeSpans: [{ scope: { name: 'agent-baton', version: VERSION }, spans: renderSpans(ofWorkflow) }],
    })),
  };
}

const renderSpans = (events: readonly TraceEvent[]): OtlpSpan[] =>
  Array.from(groupBy(events, spanKey), ([key, ofSpan]) => renderSpan(key, ofSpan));

/** An event without a span is a span of its own. */
const spanKey = (event: TraceEvent): string =>
  event.span_id === '' ? `${event.timestamp} ${event.event_type}` : event.span_id;

const KIND_INTERNAL = 1;
const STATUS = { unset: 0, error: 2 } as const;

function renderSpan(key: string, events: readonly TraceEvent[]): OtlpSpan {
  const [first] = events;
  const starts = events.map((event) => timeOf(event) - (event.duration_ms ?? 0));
  const parent = first?.parent_span_id ?? null;
  return {
    traceId: traceIdHex(first?.trace_id ?? ''),
    spanId: spanIdHex(key),
    ...(parent === null ? {} : { parentSpanId: spanIdHex(parent) }),
    name: nameOf(events),
    kind: KIND_INTERNAL,
    startTimeUnixNano: nanoseconds(Math.min(...starts)),
    endTimeUnixNano: nanoseconds(Math.max(...events.map(timeOf))),
    attributes: first === undefined || first.phase === '' ? [] : [attribute('baton.phase', first.phase)],
    events: events.map((event) => ({
      timeUnixNano: nanoseconds(timeOf(event)),
      name: event.event_type,
      attributes: Object.entries(event.details).map(([name, value]) => attribute(`baton.${name}`, value)),
    })),
    status: { code: events.some(({ event_type }) => event_type === 'error') ? STATUS.error : STATUS.unset },
  };
}

function nameOf(events: readonly TraceEvent[]): string {
  const created = events.find(({ event_type }) => event_type === 'handoff_created');
  const target = created?.details['target'];
  return typeof target === 'string' ? `handoff to ${target}` : (events[0]?.event_type ?? 'span');
}

const nanoseconds = (epochMs: number): string => `${Math.max(0, Math.round(epochMs))}000000`;

function attribute(key: string, value: Json): Attribute {
  if (typeof value === 'boolean') return { key, value: { boolValue: value } };
  if (typeof value === 'number' && Number.isSafeInteger(value)) return { key, value: { intValue: String(value) } };
  return { key, value: { stringValue: typeof value === 'string' ? value : JSON.stringify(value) } };
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** Ids in the forms other tracing systems use. */

const HEX_32 = /^[0-9a-f]{32}$/;
const HEX_16 = /^[0-9a-f]{16}$/;
const NOTHING = /^0+$/;

/** The 32 hex digits of a trace id; text that is no UUID is hashed to as many. */
function traceIdHex(traceId: string): string {
  const hex = traceId.toLowerCase().replaceAll('-', '');
  return HEX_32.test(hex) && !NOTHING.test(hex) ? hex : sha256Hex(traceId).slice(0, 32);
}

/** The 16 hex digits of a span id; longer ids of other tools (a UUID) are hashed to as many. */
function spanIdHex(spanId: string): string {
  const hex = spanId.toLowerCase();
  return HEX_16.test(hex) && !NOTHING.test(hex) ? hex : sha256Hex(spanId).slice(0, 16);
}

/** W3C Trace Context, version 00, sampled. */
export const renderTraceparent = (traceId: string, spanId: string): string =>
  `00-${traceIdHex(traceId)}-${spanIdHex(spanId)}-01`;

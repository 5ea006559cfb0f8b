/** What handoffs leave in the trace. A trace that cannot be written never stops the work. */
import { createRandomHex } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import { FAILURES, type HandoffDocument } from '../../protocols/document/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { appendTrace, type HandoffEvent, type TraceEvent } from '../trace/index.ts';

export const createSpanId = (platform: Pick<Platform, 'random'>): string => createRandomHex(platform.random, 8);

export interface SpanEvent {
  readonly type: HandoffEvent;
  readonly details: JsonObject;
  readonly durationMs?: number;
}

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly workflow: string;
  readonly phase: string;
}

/** Returns the warning to show if the trace could not be written. */
export async function recordEvents(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
  span: Span,
  events: readonly SpanEvent[],
): Promise<string | undefined> {
  const timestamp = renderIsoTime(platform.clock.now());
  const lines = events.map(({ type, details, durationMs }): TraceEvent => ({
    trace_id: span.traceId,
    span_id: span.spanId,
    parent_span_id: span.parentSpanId,
    timestamp,
    event_type: type,
    workflow: span.workflow,
    phase: span.phase,
    details,
    duration_ms: durationMs ?? null,
  }));
  try {
    await appendTrace(platform, lines);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `${FAILURES.traceWrite.failure}: ${reason}. ${FAILURES.traceWrite.recovery}.`;
  }
}

export const senderSpan = ({ handoff }: HandoffDocument): string | null => handoff.tracing?.parent_span_id ?? null;

import { given } from '../../kernel/given.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { AuditEntry, AuditReceipt } from '../../kernel/ports/index.ts';
import type { TraceEvent, TraceSource } from './event.ts';

/** What the audit log has on record. Knows a trace by a governed handoff of it. */
export const auditTraceSource: TraceSource = {
  name: 'audit log',
  async findTraceId({ audit }, id) {
    if (!isUuid(id)) return undefined;
    for await (const { traceId } of audit.entries({ handoffId: id.toLowerCase() }))
      if (traceId !== undefined) return traceId;
    return undefined;
  },
  async read({ audit }, traceId) {
    const events: TraceEvent[] = [];
    for await (const entry of audit.entries({ traceId })) events.push(toEvent(traceId, entry));
    return { events, skipped: 0 };
  },
};

function toEvent(traceId: string, entry: AuditEntry & AuditReceipt): TraceEvent {
  const { at, kind, body, handoffId, ref } = entry;
  const source = body['source'] ?? body['agent'];
  return {
    trace_id: traceId,
    span_id: sha256Hex(handoffId ?? ref).slice(0, 16),
    parent_span_id: null,
    timestamp: at,
    event_type: `audit.${kind}`,
    workflow: typeof source === 'string' ? source : 'audit',
    phase: 'audit',
    details: { ref, ...given({ handoff_id: handoffId }), ...pick(body) },
    duration_ms: null,
  };
}

/** The document itself stays in the log: a trace says what became of it. */
const KEYS = ['source', 'target', 'accepted', 'code', 'suggested_target', 'policy', 'agent', 'reason', 'task'] as const;

const pick = (body: JsonObject): JsonObject =>
  Object.fromEntries(KEYS.flatMap((key) => (body[key] === undefined || body[key] === null ? [] : [[key, body[key]]])));

import { isJsonObject, type Json } from '../../../kernel/json.ts';
import { findAt, withValueAt } from '../pointer.ts';

/** A legacy document without a trace id gets this one; any other stays the same value. */
export function withTraceId(document: Json, traceId: string): Json {
  const handoff = findAt(document, '/handoff');
  if (!isJsonObject(handoff) || Object.hasOwn(handoff, 'trace_id')) return document;
  return withValueAt(document, '/handoff/trace_id', traceId);
}

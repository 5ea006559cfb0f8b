export { appendTrace } from './append-trace.ts';
export type { Hop } from './chain-view.ts';
export { documentTraceSource } from './document-source.ts';
export { HANDOFF_EVENTS, parseTraceLine, type HandoffEvent, type TraceEvent, type TraceSource } from './event.ts';
export { exportTrace } from './export-trace.ts';
export { findFullId } from './find-full-id.ts';
export { renderOtlp, renderTraceparent, type OtlpTraces } from './otlp.ts';
export { readTrace, type Trace } from './read-trace.ts';

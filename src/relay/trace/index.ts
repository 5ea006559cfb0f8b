export { appendTrace } from './append-trace.ts';
export type { Hop } from './chain-view.ts';
export { documentTraceSource } from './document-source.ts';
export { HANDOFF_EVENTS, parseTraceLine, type HandoffEvent, type TraceEvent } from './event.ts';
export { exportTrace } from './export-trace.ts';
export { renderOtlp, type OtlpTraces } from './otlp.ts';
export { readTrace, type Trace } from './read-trace.ts';
export type { SourceReading, TraceSource } from './source.ts';
export { renderTraceparent } from './w3c.ts';

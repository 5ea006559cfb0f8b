export { appendTrace, documentTraceSource } from './append-trace.ts';
export { type Hop, readTrace, type Trace } from './read-trace.ts';
export {
  HANDOFF_EVENTS,
  parseTraceLine,
  type HandoffEvent,
  type TraceEvent,
  type TraceSource,
  findFullId,
} from './find-full-id.ts';
export { exportTrace } from './export-trace.ts';
export { renderOtlp, renderTraceparent, type OtlpTraces } from './otlp.ts';

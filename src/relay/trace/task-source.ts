import { sha256Hex } from '../../kernel/hash.ts';
import { isTaskId } from '../../kernel/ids.ts';
import type { PlaneEvent } from '../../kernel/tasks.ts';
import type { TraceEvent } from './event.ts';
import type { SourceReading, TraceSource } from './source.ts';
import { findAnswer, findWhole } from './task-answers.ts';

/** What the task plane knows: the story of every task of a trace, or of one task and its children, and their answers. */
export const taskTraceSource: TraceSource = {
  name: 'tasks',
  async findTraceId(platform, id) {
    const store = await platform.tasks();
    // A trace may be called anything: the exact name goes before a beginning of another one.
    if (!isTaskId(id)) return (await store.findTraced(id)).length > 0 ? id : undefined;
    const entry = await findWhole(store, id);
    return entry === undefined ? undefined : (entry.task.metadata.traceId ?? id);
  },
  async read(platform, traceId): Promise<SourceReading> {
    const store = await platform.tasks();
    const told: PlaneEvent[] = [];
    const answers: TraceEvent[] = [];
    for (const taskId of await store.findTraced(traceId)) {
      for await (const event of store.readEvents(undefined, { taskId })) told.push(event);
      const answer = await findAnswer(store, traceId, taskId);
      if (answer !== undefined) answers.push(answer);
    }
    told.sort((a, b) => (a.id < b.id ? -1 : 1));
    return { events: [...told.map((event) => toTraceEvent(traceId, event)), ...answers], skipped: 0 };
  },
};

const toTraceEvent = (traceId: string, event: PlaneEvent): TraceEvent => ({
  trace_id: traceId,
  // One span per run; what happens outside of runs belongs to the task.
  span_id: sha256Hex(event.runId ?? event.taskId ?? '').slice(0, 16),
  parent_span_id: event.runId === undefined ? null : sha256Hex(event.taskId ?? '').slice(0, 16),
  timestamp: event.timestamp,
  event_type: event.type,
  workflow: event.taskId ?? '',
  phase: event.actor,
  details: event.payload,
  duration_ms: null,
});

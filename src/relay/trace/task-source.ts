import { isTaskId, sha256Hex, type PlaneEvent } from '../../kernel/index.ts';
import type { Platform } from '../platform.ts';
import type { TraceEvent } from './event.ts';
import type { SourceReading, TraceSource } from './source.ts';

/** What the task plane knows: the story of every task of a trace, or of one task and its children. */
export const taskTraceSource: TraceSource = {
  name: 'tasks',
  async findTraceId(platform, id) {
    if (!isTaskId(id)) return undefined;
    const entry = await (await platform.tasks()).find(id);
    return entry === undefined ? undefined : (entry.task.metadata.traceId ?? id);
  },
  async read(platform, traceId): Promise<SourceReading> {
    const events: PlaneEvent[] = [];
    for await (const event of (await platform.tasks()).readEvents()) events.push(event);
    const ids = await findTasks(platform, traceId, events);
    return {
      events: events
        .filter(({ taskId }) => taskId !== undefined && ids.has(taskId))
        .map((event) => toTraceEvent(traceId, event)),
      skipped: 0,
    };
  },
};

/** The tasks of a trace with all that was handed on from them. */
async function findTasks(platform: Platform, traceId: string, events: readonly PlaneEvent[]): Promise<Set<string>> {
  const ids = new Set<string>(isTaskId(traceId) ? [traceId] : []);
  const tasks = await (
    await platform.tasks()
  ).list({ statuses: ['backlog', 'ready', 'in-progress', 'blocked', 'review', 'done', 'cancelled', 'deadletter'] });
  for (const { id, metadata } of tasks) if (metadata.traceId === traceId) ids.add(id);
  for (const { type, taskId, payload } of events) {
    const { parentId, traceId: named } = payload;
    if (taskId === undefined) continue;
    if (named === traceId) ids.add(taskId);
    if (
      (type === 'delegation.requested' || type === 'task.created') &&
      typeof parentId === 'string' &&
      ids.has(parentId)
    )
      ids.add(taskId);
  }
  return ids;
}

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

import { isBatonError } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import { isTaskId } from '../../kernel/ids.ts';
import type { TaskStore } from '../../kernel/ports/index.ts';
import type { PlaneEvent, TaskEntry } from '../../kernel/tasks.ts';
import type { SourceReading, TraceEvent, TraceSource } from './event.ts';

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

/** What the agent of a task that carries the trace answered: the summary, and where the rest of it is kept. */
async function findAnswer(store: TaskStore, traceId: string, id: string): Promise<TraceEvent | undefined> {
  const { task, result } = (await findWhole(store, id)) ?? {};
  if (task?.metadata.traceId !== traceId || result === undefined) return undefined;
  const kept = await store.listArtifacts(id);
  return {
    trace_id: traceId,
    span_id: sha256Hex(result.runId).slice(0, 16),
    parent_span_id: sha256Hex(task.id).slice(0, 16),
    timestamp: result.completedAt,
    event_type: 'output.answered',
    workflow: task.id,
    phase: result.agentId,
    details: {
      outcome: result.outcome,
      ...given({ summary: result.notes }),
      files: kept.filter((path) => path.startsWith('outputs/')),
    },
    duration_ms: null,
  };
}

/** Undefined if the file of a finished task is gone or broken: what happened is on record all the same. */
async function findWhole(store: TaskStore, id: string): Promise<TaskEntry | undefined> {
  try {
    return await store.find(id);
  } catch (error) {
    if (isBatonError(error, 'TASK_FILE_MISSING') || isBatonError(error, 'TASK_FILE_INVALID')) return undefined;
    throw error;
  }
}

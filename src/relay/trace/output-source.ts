import { given } from '../../kernel/given.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import { TASK_STATUSES, type TaskEntry } from '../../kernel/tasks.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import type { TraceEvent } from './event.ts';
import type { TraceSource } from './source.ts';

/** What agents answered: the summary, and where the rest of it is kept. */
export const outputTraceSource: TraceSource = {
  name: 'outputs',
  async read(platform, traceId) {
    const store = await platform.tasks();
    const tasks = (await store.list({ statuses: TASK_STATUSES })).filter(
      ({ metadata }) => metadata.traceId === traceId,
    );
    const events: TraceEvent[] = [];
    for (const { id } of tasks) {
      const entry = await store.find(id);
      if (entry?.result !== undefined) events.push(await toEvent(platform, traceId, entry, entry.result));
    }
    return { events, skipped: 0 };
  },
};

async function toEvent(
  platform: Pick<Platform, 'tasks'>,
  traceId: string,
  { task }: TaskEntry,
  result: NonNullable<TaskEntry['result']>,
): Promise<TraceEvent> {
  const kept = await (await platform.tasks()).listArtifacts(task.id);
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

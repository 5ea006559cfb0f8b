import { given } from '../../kernel/given.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import type { TaskStore } from '../../kernel/ports/index.ts';
import type { TaskEntry } from '../../kernel/tasks.ts';
import type { TraceEvent } from './event.ts';

/** What the agent of a task that carries the trace answered: the summary, and where the rest of it is kept. */
export async function findAnswer(store: TaskStore, traceId: string, id: string): Promise<TraceEvent | undefined> {
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
export async function findWhole(store: TaskStore, id: string): Promise<TaskEntry | undefined> {
  try {
    return await store.find(id);
  } catch (error) {
    if (isBatonError(error, 'TASK_FILE_MISSING') || isBatonError(error, 'TASK_FILE_INVALID')) return undefined;
    throw error;
  }
}

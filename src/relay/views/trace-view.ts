import { isTaskId } from '../../kernel/ids.ts';
import { isFinished, TASK_STATUSES, type TaskRecord } from '../../kernel/tasks.ts';
import { readTrace, type TraceEvent } from '../trace/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import type { TraceStep, TraceSummary, TraceView } from './types.ts';

const MAX_TRACES = 500;

/** Every trace, finished ones too, the one that changed last first. */
export async function viewTraces(platform: Pick<Platform, 'tasks'>): Promise<readonly TraceSummary[]> {
  const store = await platform.tasks();
  const byId = new Map<string, TaskRecord[]>();
  for (const task of await store.list({ statuses: TASK_STATUSES })) {
    const { traceId } = task.metadata;
    if (traceId === undefined) continue;
    const known = byId.get(traceId);
    if (known === undefined) byId.set(traceId, [task]);
    else known.push(task);
  }
  return [...byId]
    .map(([id, tasks]) => summarize(id, tasks))
    .toSorted((a, b) => (a.updatedAt > b.updatedAt ? -1 : 1))
    .slice(0, MAX_TRACES);
}

function summarize(id: string, tasks: readonly TaskRecord[]): TraceSummary {
  const root = tasks.find(({ parentId }) => parentId === undefined) ?? tasks[0];
  const agents = tasks.flatMap(
    ({ lease, metadata, routing }) => lease?.agent ?? metadata.handoff?.to ?? routing.agent ?? [],
  );
  return {
    id,
    title: root?.title ?? id,
    startedAt: tasks.map(({ createdAt }) => createdAt).toSorted()[0] ?? '',
    updatedAt:
      tasks
        .map(({ updatedAt }) => updatedAt)
        .toSorted()
        .at(-1) ?? '',
    tasks: tasks.length,
    open: tasks.filter(({ status }) => !isFinished(status)).length,
    agents: [...new Set(agents)],
  };
}

/** One trace, every source of it on one line of time. `id`: a trace, or something that belongs to one. */
export async function viewTrace(
  platform: Pick<Platform, 'audit' | 'disk' | 'files' | 'project' | 'tasks'>,
  id: string,
): Promise<TraceView> {
  const { trace_id, events, skipped } = await readTrace(platform, id);
  return { id: trace_id, events: events.map(toStep), skipped };
}

function toStep(event: TraceEvent): TraceStep {
  const { timestamp, event_type, workflow, phase, details, duration_ms } = event;
  // The task plane names the task where others name the workflow, and the actor where they name the phase.
  const ofTask = isTaskId(workflow);
  const actor = ofTask ? phase : workflow;
  return {
    timestamp,
    source: sourceOf(event),
    type: event_type,
    ...(actor === '' ? {} : { actor }),
    ...(ofTask ? { taskId: workflow } : {}),
    ...(duration_ms === null ? {} : { durationMs: duration_ms }),
    details,
  };
}

/** Each source writes its own kinds of events. */
function sourceOf({ event_type }: TraceEvent): string {
  if (/^(?:task|lease|delegation|dependency|protocol|dispatch|notice|run)\./.test(event_type)) return 'tasks';
  if (event_type.startsWith('audit')) return 'audit';
  if (event_type.startsWith('output')) return 'outputs';
  return event_type.startsWith('commit') ? 'commits' : 'documents';
}

import { isTaskId } from '../../kernel/ids.ts';
import { readTrace, type TraceEvent } from '../trace/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import type { TraceStep, TraceSummary, TraceView } from './types.ts';

const MAX_TRACES = 500;

/** Traces of the tasks that are under way, the one that changed last first. */
export async function viewTraces(platform: Pick<Platform, 'tasks'>): Promise<readonly TraceSummary[]> {
  const store = await platform.tasks();
  const byId = new Map<string, TraceSummary>();
  for (const { metadata, title, updatedAt } of await store.list({})) {
    if (metadata.traceId === undefined) continue;
    const known = byId.get(metadata.traceId);
    byId.set(metadata.traceId, {
      id: metadata.traceId,
      title: known?.title ?? title,
      updatedAt: known === undefined || known.updatedAt < updatedAt ? updatedAt : known.updatedAt,
      tasks: (known?.tasks ?? 0) + 1,
    });
  }
  return [...byId.values()].toSorted((a, b) => (a.updatedAt > b.updatedAt ? -1 : 1)).slice(0, MAX_TRACES);
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

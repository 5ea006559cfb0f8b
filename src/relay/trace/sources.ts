import { isBatonError } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import { isTaskId, isUuid } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { AuditEntry, AuditReceipt, TaskStore } from '../../kernel/ports/index.ts';
import type { PlaneEvent, TaskEntry } from '../../kernel/tasks.ts';
import { findIsoTime, renderIsoTime } from '../../kernel/time.ts';
import { TRACE_TRAILER } from '../project/index.ts';
import type { SourceReading, TraceEvent, TraceSource } from './find-full-id.ts';

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
    const taskIds = await store.findTraced(traceId);
    for await (const event of store.readEvents(undefined, { taskIds })) told.push(event);
    for (const taskId of taskIds) {
      const answer = await findAnswer(store, traceId, taskId);
      if (answer !== undefined) answers.push(answer);
    }
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

/** What the audit log has on record. Knows a trace by a governed handoff of it. */
export const auditTraceSource: TraceSource = {
  name: 'audit log',
  async findTraceId({ audit }, id) {
    if (!isUuid(id)) return undefined;
    for await (const { traceId } of audit.entries({ handoffId: id.toLowerCase() }))
      if (traceId !== undefined) return traceId;
    return undefined;
  },
  async read({ audit }, traceId) {
    const events: TraceEvent[] = [];
    for await (const entry of audit.entries({ traceId })) events.push(toEvent(traceId, entry));
    return { events, skipped: 0 };
  },
};

function toEvent(traceId: string, entry: AuditEntry & AuditReceipt): TraceEvent {
  const { at, kind, body, handoffId, ref } = entry;
  const source = body['source'] ?? body['agent'];
  return {
    trace_id: traceId,
    span_id: sha256Hex(handoffId ?? ref).slice(0, 16),
    parent_span_id: null,
    timestamp: at,
    event_type: `audit.${kind}`,
    workflow: typeof source === 'string' ? source : 'audit',
    phase: 'audit',
    details: { ref, ...given({ handoff_id: handoffId }), ...pick(body) },
    duration_ms: null,
  };
}

/** The document itself stays in the log: a trace says what became of it. */
const KEYS = ['source', 'target', 'accepted', 'code', 'suggested_target', 'policy', 'agent', 'reason', 'task'] as const;

const pick = (body: JsonObject): JsonObject =>
  Object.fromEntries(KEYS.flatMap((key) => (body[key] === undefined || body[key] === null ? [] : [[key, body[key]]])));

const FIELDS = ['%H', '%cI', '%an', '%s', '%D'];

/** Commits whose message names the trace, in any branch. */
export const commitTraceSource: TraceSource = {
  name: 'commits',
  async read({ project }, traceId) {
    const repo = await project.findRepo();
    if (repo === undefined || (await repo.head()) === undefined) return { events: [], skipped: 0 };
    const { stdout } = await repo.run([
      'log',
      '--all',
      '--fixed-strings',
      `--grep=${TRACE_TRAILER}: ${traceId}`,
      `--format=${FIELDS.join('%x1f')}`,
    ]);
    const rows = stdout.toString().split('\n');
    const events = rows.flatMap((row) => (row === '' ? [] : eventOfCommit(traceId, row)));
    return { events, skipped: rows.filter((row) => row !== '').length - events.length };
  },
};

function eventOfCommit(traceId: string, row: string): TraceEvent[] {
  const [commit = '', at = '', author = '', subject = '', refs = ''] = row.split('\u001F');
  const time = findIsoTime(at);
  if (time === undefined) return [];
  const tags = refs.split(', ').flatMap((ref) => (ref.startsWith('tag: ') ? [ref.slice(5)] : []));
  return [
    {
      trace_id: traceId,
      span_id: sha256Hex(commit).slice(0, 16),
      parent_span_id: null,
      timestamp: renderIsoTime(time.epochMs),
      event_type: 'commit.made',
      workflow: author,
      phase: 'handoff',
      details: { commit, subject, ...(tags.length === 0 ? {} : { tags }) },
      duration_ms: null,
    },
  ];
}

/** One line of a trace: what happened, where, when, and under which span. */

import { BatonError } from '../../kernel/errors/index.ts';
import { isTaskId, isUlid, isUuid } from '../../kernel/ids.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../kernel/json.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { findIsoTime } from '../../kernel/time.ts';

/** What traces are recorded in. */
export type TracePlatform = Pick<Platform, 'audit' | 'disk' | 'files' | 'project' | 'tasks'>;

/**
 * Something that knows a part of a trace: the log of handoffs, tasks, the audit log, commits. Each part of
 * Baton that records by trace id adds one to the list in read-trace.ts.
 */
export interface TraceSource {
  readonly name: string;
  /** The trace that an id of this source's own kind (a task, a handoff file) belongs to; undefined if it is not one. */
  findTraceId?(platform: TracePlatform, id: string): Promise<string | undefined>;
  read(platform: TracePlatform, traceId: string): Promise<SourceReading>;
}

export interface SourceReading {
  readonly events: readonly TraceEvent[];
  /** Lines or records that could not be read. */
  readonly skipped: number;
}

/** What the handoff protocol records. Other sources may add kinds of their own. */
export const HANDOFF_EVENTS = [
  'workflow_started',
  'phase_started',
  'phase_completed',
  'handoff_created',
  'handoff_validated',
  'handoff_transmitted',
  'handoff_received',
  'handoff_processed',
  'error',
  'workflow_completed',
] as const;
export type HandoffEvent = (typeof HANDOFF_EVENTS)[number];

/** One thing that happened, from whichever record it was read. */
export interface TraceEvent {
  readonly trace_id: string;
  /** 16 hex digits. */
  readonly span_id: string;
  readonly parent_span_id: string | null;
  readonly timestamp: string;
  readonly event_type: string;
  readonly workflow: string;
  readonly phase: string;
  readonly details: JsonObject;
  readonly duration_ms: number | null;
}

export const renderTraceLine = (event: TraceEvent): string => `${JSON.stringify(event)}\n`;

const MAX_LINE_BYTES = 1024 * 1024;

/** Undefined for a line that is torn, or no event of a trace. Lines of other tools may lack what can be defaulted. */
export function parseTraceLine(line: string): TraceEvent | undefined {
  const value = findObject(line);
  if (value === undefined) return undefined;
  const text = (name: string): string | undefined => {
    const found = value[name];
    return typeof found === 'string' ? found : undefined;
  };
  const details = isJsonObject(value['details']) ? value['details'] : {};
  // Older tools call it `event`.
  const eventType = text('event_type') ?? text('event');
  const [traceId, timestamp] = [text('trace_id'), text('timestamp')];
  if (traceId === undefined || eventType === undefined) return undefined;
  if (timestamp === undefined || findIsoTime(timestamp) === undefined) return undefined;
  const duration = value['duration_ms'] ?? details['duration_ms'];
  return {
    trace_id: traceId,
    span_id: text('span_id') ?? '',
    parent_span_id: text('parent_span_id') ?? null,
    timestamp,
    event_type: eventType,
    workflow: text('workflow') ?? '',
    phase: text('phase') ?? (typeof details['phase'] === 'string' ? details['phase'] : ''),
    details,
    duration_ms: typeof duration === 'number' ? duration : null,
  };
}

function findObject(line: string): JsonObject | undefined {
  try {
    const value = parseJson(line, { maxBytes: MAX_LINE_BYTES });
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const timeOf = (event: TraceEvent): number => findIsoTime(event.timestamp)?.epochMs ?? 0;

/** An id that something was recorded under, and the trace it belongs to. */
interface KnownId {
  readonly id: string;
  readonly kind: 'trace' | 'run' | 'handoff';
  readonly traceId: string | undefined;
}

const BEGINNING = /^[\da-z][\da-z-]{3,}$/i;
const MAX_SHOWN = 10;

/**
 * The trace, run or handoff whose id begins so. Undefined for a whole id, for what cannot be the beginning of one, and if
 * nothing fits. Fails with TASK_ID_AMBIGUOUS, which lists what it could be.
 */
export async function findFullId(
  platform: Pick<Platform, 'audit' | 'tasks'>,
  text: string,
  kinds: readonly KnownId['kind'][] = ['trace', 'run', 'handoff'],
): Promise<KnownId | undefined> {
  if (!BEGINNING.test(text) || isTaskId(text) || isUlid(text) || isUuid(text)) return undefined;
  const found = new Map<string, KnownId>();
  const add = (known: KnownId): void => {
    if (kinds.includes(known.kind) && known.id.toLowerCase().startsWith(text.toLowerCase())) found.set(known.id, known);
  };
  await gatherTasks(platform, add);
  await gatherHandoffs(platform, add);
  const [only, ...others] = found.values();
  if (others.length === 0) return only;
  const ids = [...found.keys()].sort().slice(0, MAX_SHOWN);
  const more = found.size > MAX_SHOWN ? ' and others' : '';
  throw new BatonError('TASK_ID_AMBIGUOUS', `${text} could be ${ids.join(', ')}${more}`, { ids });
}

async function gatherTasks({ tasks }: Pick<Platform, 'tasks'>, add: (known: KnownId) => void): Promise<void> {
  const store = await tasks();
  const traces = new Map<string, string | undefined>();
  for (const { id, traceId } of await store.listLinks()) {
    traces.set(id, traceId);
    if (traceId !== undefined) add({ id: traceId, kind: 'trace', traceId });
  }
  for await (const { type, runId, taskId = '' } of store.readEvents())
    if (type === 'lease.acquired' && runId !== undefined)
      add({ id: runId, kind: 'run', traceId: traces.get(taskId) ?? taskId });
}

async function gatherHandoffs({ audit }: Pick<Platform, 'audit'>, add: (known: KnownId) => void): Promise<void> {
  for await (const { handoffId, traceId } of audit.entries({})) {
    if (handoffId !== undefined) add({ id: handoffId, kind: 'handoff', traceId });
    if (traceId !== undefined) add({ id: traceId, kind: 'trace', traceId });
  }
}

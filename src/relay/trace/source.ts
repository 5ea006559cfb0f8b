import type { Platform } from '../../kernel/ports/index.ts';
import type { TraceEvent } from './event.ts';

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

import type { RunHeartbeat, RunRecord, TaskEntry, TaskLease } from '../../kernel/tasks.ts';

/** A run as commands and tools show it: spelled as in its own files, with what its lease and its last beat say. */
export interface RunDescription extends Pick<RunRecord, 'runId' | 'agentId' | 'attempt' | 'status'> {
  readonly sessionId: string | null;
  readonly fence: TaskLease['fence'] | null;
  readonly expiresAt: string | null;
  readonly beatCount: number;
  readonly checkpoint: NonNullable<RunHeartbeat['checkpoint']> | null;
}

/** Null for a task that never ran. */
export function describeRun({ run, heartbeat, task, checkpoint }: TaskEntry): RunDescription | null {
  if (run === undefined) return null;
  const { runId, agentId, attempt, status, sessionId = null } = run;
  return {
    runId,
    agentId,
    sessionId,
    attempt,
    fence: task.lease?.fence ?? null,
    status,
    expiresAt: task.lease?.expiresAt ?? null,
    beatCount: heartbeat?.beatCount ?? 0,
    checkpoint: heartbeat?.checkpoint ?? checkpoint ?? null,
  };
}

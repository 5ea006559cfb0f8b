import type { PlaneEvent, RunRecord } from '../../kernel/tasks.ts';

/** Every run of a task, oldest first, as its events tell it; the last one as it is on record. */
export function planRuns(taskId: string, events: readonly PlaneEvent[], current: RunRecord | undefined): RunRecord[] {
  const runs = new Map<string, RunRecord>();
  for (const event of events) {
    if (event.runId === undefined) continue;
    const known = runs.get(event.runId);
    if (event.type === 'lease.acquired') runs.set(event.runId, begin(taskId, event, event.runId, runs.size + 1));
    else if (known !== undefined) runs.set(event.runId, follow(known, event));
  }
  if (current !== undefined) runs.set(current.runId, current);
  return [...runs.values()];
}

function begin(taskId: string, { timestamp, payload, actor }: PlaneEvent, runId: string, attempt: number): RunRecord {
  const agentId = typeof payload['agent'] === 'string' ? payload['agent'] : actor;
  return { taskId, runId, agentId, attempt, startedAt: timestamp, status: 'running', artifactPaths: [] };
}

const ENDINGS: Readonly<Record<string, RunRecord['status']>> = {
  'task.completed': 'completed',
  'lease.expired': 'expired',
  'task.reclaimed': 'expired',
  'dispatch.failed': 'failed',
  'dispatch.silent': 'failed',
  'dispatch.ended': 'failed',
  'lease.released': 'failed',
};

/** The first thing said about an ending counts: a released lease after a report is no failure. */
function follow(run: RunRecord, { type, timestamp }: PlaneEvent): RunRecord {
  const status = ENDINGS[type];
  return status === undefined || run.status !== 'running' ? run : { ...run, status, endedAt: timestamp };
}

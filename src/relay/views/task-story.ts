import { createUlidAfter } from '../../kernel/ids.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import type { PlaneEvent, RunRecord, TaskRecord } from '../../kernel/tasks.ts';
import { DAY_MS } from '../../kernel/time.ts';

/** The latest ones are shown; how many came before is said. */
const MAX_EVENTS = 500;

export interface TaskStory {
  readonly events: readonly PlaneEvent[];
  readonly earlier: number;
}

/** What happened to one task, oldest first. */
export async function readTaskStory(platform: Pick<Platform, 'tasks'>, task: TaskRecord): Promise<TaskStory> {
  const store = await platform.tasks();
  const events: PlaneEvent[] = [];
  let earlier = 0;
  for await (const event of store.readEvents(firstId(task.createdAt), { taskId: task.id })) {
    events.push(event);
    if (events.length <= MAX_EVENTS) continue;
    events.shift();
    earlier += 1;
  }
  return { events, earlier };
}

/** No event of a task is older than the task. A day more, as clocks of several machines differ. */
const firstId = (createdAt: string): string =>
  createUlidAfter(undefined, Math.max(0, Date.parse(createdAt) - DAY_MS), { bytes: (size) => new Uint8Array(size) });

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

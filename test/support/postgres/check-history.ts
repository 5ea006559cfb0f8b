import type { PlaneEvent, TaskEntry } from '../../../src/kernel/tasks.ts';

/** What a process was told to have happened. */
export type Acknowledged =
  | { readonly op: 'create'; readonly id: string }
  | { readonly op: 'claim' | 'complete'; readonly id: string; readonly runId: string };

interface Story {
  status: string;
  holder: string | undefined;
  fence: number;
  readonly runs: Set<string>;
  completions: number;
}

/**
 * Replays the event log and compares it with what processes were told and with what the store says now. Each finding
 * is a sentence; none means: no acknowledged change is missing, no task was in two states, no run was doubled, none began
 * before what it waits for had ended.
 */
export function checkHistory(
  events: readonly PlaneEvent[],
  entries: readonly TaskEntry[],
  acknowledged: readonly Acknowledged[],
): string[] {
  const findings: string[] = [];
  const stories = new Map<string, Story>();
  const ids = new Set<string>();
  const waitsFor = new Map(entries.map(({ task }) => [task.id, task.dependsOn]));
  for (const event of events) {
    if (ids.has(event.id)) findings.push(`event ${event.id} twice`);
    ids.add(event.id);
    if (event.type === 'lease.acquired')
      for (const id of waitsFor.get(event.taskId ?? '') ?? [])
        if (stories.get(id)?.status !== 'done') findings.push(`${event.taskId} began before ${id} was done`);
    if (event.taskId !== undefined) tell(stories, event.taskId, event, findings);
  }
  if (events.some((event, i) => i > 0 && event.id <= (events[i - 1]?.id ?? ''))) findings.push('event ids do not grow');
  for (const { task } of entries) compare(task.id, task.status, task.lease?.runId, stories, findings);
  if (entries.length !== stories.size) findings.push(`${entries.length} tasks, ${stories.size} in the log`);
  for (const one of acknowledged) if (!isInLog(one, events)) findings.push(`missing: ${JSON.stringify(one)}`);
  return findings;
}

/** Tasks that nobody is given although all they wait for is done. */
export function findLeftWaiting(entries: readonly TaskEntry[], claimable: ReadonlySet<string>): string[] {
  const done = new Set(entries.flatMap(({ task }) => (task.status === 'done' ? [task.id] : [])));
  return entries.flatMap(({ task: { id, status, dependsOn } }) =>
    status === 'ready' && dependsOn.every((on) => done.has(on)) && !claimable.has(id) ? [`${id} is left waiting`] : [],
  );
}

function tell(stories: Map<string, Story>, id: string, { type, payload, runId }: PlaneEvent, findings: string[]): void {
  if (type === 'task.created') {
    if (stories.has(id)) findings.push(`${id} was made twice`);
    stories.set(id, {
      status: String(payload['status']),
      holder: undefined,
      fence: 0,
      runs: new Set(),
      completions: 0,
    });
    return;
  }
  const story = stories.get(id);
  // A message that makes a task is received before the task is there.
  if (story === undefined && type.startsWith('protocol.')) return;
  if (story === undefined) {
    findings.push(`${id}: ${type} before it was made`);
    return;
  }
  if (type === 'task.transitioned') {
    if (payload['from'] !== story.status)
      findings.push(`${id} left ${String(payload['from'])} but was ${story.status}`);
    story.status = String(payload['to']);
    if (story.status === 'done' && ++story.completions > 1) findings.push(`${id} was done twice`);
  } else if (type === 'lease.acquired') {
    const fence = Number(payload['fence']);
    if (story.holder !== undefined) findings.push(`${id} was leased to ${runId} while ${story.holder} held it`);
    if (fence <= story.fence) findings.push(`${id}: fence ${fence} after ${story.fence}`);
    if (story.runs.has(runId ?? '')) findings.push(`${id}: run ${runId} began twice`);
    story.runs.add(runId ?? '');
    story.fence = fence;
    story.holder = runId;
  } else if (type === 'lease.released' || type === 'lease.expired') {
    if (story.holder !== runId) findings.push(`${id}: ${runId} let go of what ${story.holder} held`);
    story.holder = undefined;
  }
}

function compare(
  id: string,
  status: string,
  holder: string | undefined,
  stories: ReadonlyMap<string, Story>,
  findings: string[],
): void {
  const story = stories.get(id);
  if (story === undefined) findings.push(`${id} is not in the log`);
  else if (story.status !== status) findings.push(`${id} is ${status}, the log says ${story.status}`);
  else if (story.holder !== holder) findings.push(`${id} is held by ${holder}, the log says ${story.holder}`);
}

const TYPES = { create: 'task.created', claim: 'lease.acquired', complete: 'task.completed' } as const;

const isInLog = (one: Acknowledged, events: readonly PlaneEvent[]): boolean =>
  events.some(
    ({ type, taskId, runId }) =>
      type === TYPES[one.op] && taskId === one.id && (one.op === 'create' || runId === one.runId),
  );

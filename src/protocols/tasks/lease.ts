import { BatonError } from '../../kernel/errors/index.ts';
import { given, whenGiven } from '../../kernel/given.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { ClaimTerms, TaskChange } from '../../kernel/ports/index.ts';
import { mayStillRun, type EarlierRun, type TaskEntry, type TaskRecord } from '../../kernel/tasks.ts';
import { cutText } from '../../kernel/text.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import { TaskEdit, type Acting } from './task-edit.ts';

export type ClaimRequest = ClaimTerms;

/** Why this agent cannot claim the task; undefined if it can. */
export function findClaimObstacle(task: TaskRecord, agent: string): string | undefined {
  const { handoff } = task.metadata;
  if (handoff !== undefined && handoff.to !== agent) return `it was handed to ${handoff.to}`;
  if (task.routing.agent !== undefined && task.routing.agent !== agent) return `it is meant for ${task.routing.agent}`;
  return undefined;
}

/** Gives the task to a run. The caller has made sure that its dependencies are done. */
export function planClaim(entry: TaskEntry, request: ClaimRequest): TaskChange<TaskEntry> {
  const { task } = entry;
  if (task.status === 'in-progress') {
    throw new BatonError(
      'LEASE_HELD',
      `${task.id} is held by ${task.lease?.agent ?? 'somebody'} until ${task.lease?.expiresAt ?? 'it is done'}`,
      {
        id: task.id,
        agent: task.lease?.agent,
        expiresAt: task.lease?.expiresAt,
        ...(task.lease?.agent === request.agent
          ? { hint: `${request.agent} holds it already: baton task show ${task.id} prints its text` }
          : {}),
      },
    );
  }
  const obstacle =
    task.status === 'ready'
      ? (findClaimObstacle(task, request.agent) ?? findLiveProgram(entry))
      : `it is ${task.status}, not ready`;
  if (obstacle !== undefined) {
    throw new BatonError('TASK_NOT_CLAIMABLE', `${request.agent} cannot claim ${task.id}: ${obstacle}`, {
      id: task.id,
    });
  }
  const edit = startRun(entry, request);
  return edit.toChange(edit.entry);
}

const findLiveProgram = ({ run }: TaskEntry): string | undefined =>
  mayStillRun(run) ? `the program of run ${run?.runId ?? ''} on ${run?.machine ?? ''} has not ended yet` : undefined;

/** Of the run before, only its progress and how it ended are kept. */
function startRun(before: TaskEntry, request: ClaimRequest): TaskEdit {
  const { task, heartbeat, checkpoint: kept } = before;
  const { agent, runId, now, ttlMs, machine } = request;
  const earlier = earlierRuns(before);
  const fence = (task.metadata.fence ?? 0) + 1;
  const expiresAt = renderIsoTime(now + ttlMs);
  const checkpoint = heartbeat?.checkpoint ?? kept;
  const edit = new TaskEdit({ task, ...given({ checkpoint }) }, request);
  const acquiredAt = edit.nowIso;
  return edit
    .setRun({
      run: {
        taskId: task.id,
        runId,
        agentId: agent,
        attempt: fence,
        startedAt: acquiredAt,
        status: 'running',
        artifactPaths: [],
        ...given({ machine }),
        ...(earlier.length === 0 ? {} : { earlier }),
      },
      heartbeat: { taskId: task.id, runId, agentId: agent, lastHeartbeat: acquiredAt, beatCount: 0, expiresAt },
    })
    .move('in-progress')
    .set({ lease: { runId, agent, acquiredAt, expiresAt, fence } })
    .setMetadata({ fence, unroutable: undefined })
    .log('lease.acquired', { agent, expiresAt, fence });
}

export interface HeartbeatRequest extends Acting {
  readonly runId: string;
  readonly ttlMs: number;
  readonly checkpoint?: JsonObject | string;
  /** What the executor knows the work by, if it has just learned it. */
  readonly sessionId?: string;
}

const MAX_CHECKPOINT_BYTES = 64 * 1024;

/** Renews lease and heartbeat in one change. A run that lapsed but was not taken back may still come. */
export function planHeartbeat(entry: TaskEntry, request: HeartbeatRequest): TaskChange<TaskEntry> {
  assertHolder(entry, request.runId);
  const { lease } = entry.task;
  const { run, heartbeat } = entry;
  if (lease === undefined || run === undefined) throw notYours(entry, request.runId);
  const checkpoint = request.checkpoint ?? heartbeat?.checkpoint;
  if (checkpoint !== undefined && Buffer.byteLength(JSON.stringify(checkpoint)) > MAX_CHECKPOINT_BYTES) {
    throw new BatonError('INPUT_TOO_LARGE', `a checkpoint may have ${MAX_CHECKPOINT_BYTES} bytes`, {
      maxBytes: MAX_CHECKPOINT_BYTES,
    });
  }
  const expiresAt = renderIsoTime(Math.max(request.now + request.ttlMs, Date.parse(lease.expiresAt)));
  const beatCount = (heartbeat?.beatCount ?? 0) + 1;
  const edit = new TaskEdit(entry, request);
  edit
    .setRun({
      heartbeat: {
        taskId: entry.task.id,
        runId: run.runId,
        agentId: run.agentId,
        lastHeartbeat: edit.nowIso,
        beatCount,
        expiresAt,
        ...given({ checkpoint }),
      },
    })
    .set({ lease: { ...lease, expiresAt } })
    .log('lease.renewed', { agent: lease.agent, expiresAt, beatCount });
  return edit.toChange(edit.entry);
}

/** Every write of a run names it: those of an older run must not touch what a newer one does. */
function assertHolder(entry: TaskEntry, runId: string): void {
  if (entry.task.lease?.runId !== runId) throw notYours(entry, runId);
}

function notYours({ task, run }: TaskEntry, runId: string): BatonError {
  const now =
    task.lease === undefined ? `${task.id} is ${task.status} and held by nobody` : `${task.id} is held by another run`;
  const ended = run?.runId === runId ? run.endedBy : undefined;
  const wasIts =
    run?.runId !== runId
      ? ''
      : ended === undefined
        ? ' any more'
        : ` any more, as ${ended.by} ended it${ended.reason === undefined ? '' : ` (${ended.reason})`}`;
  return new BatonError('LEASE_NOT_YOURS', `run ${runId} does not hold ${task.id}${wasIts}: ${now}`, {
    id: task.id,
    runId,
  });
}

const MAX_EARLIER = 3;
const MAX_NOTES = 2_000;

/** What the next run is told about earlier runs, newest first: the last one in full, and what that one was told. */
function earlierRuns({ run, result }: TaskEntry): readonly EarlierRun[] {
  if (run === undefined) return [];
  const { runId, agentId, attempt, status, exit, endedBy, earlier = [] } = run;
  const last: EarlierRun = {
    runId,
    agentId,
    attempt,
    status,
    ...given({
      outcome: result?.outcome,
      notes: whenGiven(result?.notes, (notes) => cutText(notes, MAX_NOTES)),
      blockers: result?.blockers,
      how: exit?.how,
      lastOutput: exit?.lastOutput,
      endedBy,
    }),
  };
  return [last, ...earlier].slice(0, MAX_EARLIER);
}

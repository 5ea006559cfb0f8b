import { given } from '../../kernel/given.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { mayStillRun, type TaskEntry } from '../../kernel/tasks.ts';
import { planRework, planStop } from '../../protocols/tasks/index.ts';
import { readAgents, withoutUnapproved } from './agents/agents.ts';
import { assertOperator, assertPerson, changeOrPreview, type PersonRequest } from './change-task.ts';
import { endProgram, stopRemote, type ProgramEnd } from './runs/end-program.ts';
import { DAEMON_LOCK } from './schedule/daemon-lock.ts';
import { toRules } from './schedule/rules.ts';

interface StopTaskRequest extends PersonRequest {
  readonly reason?: string;
}

export interface StoppedTask {
  readonly entry: TaskEntry;
  /** Null: there was no program, or nothing was done in a dry run. */
  readonly program: ProgramEnd | null;
}

/** Takes a task from its run, and ends the run with everything it started. */
export async function stopTask(
  platform: EndPlatform & Pick<Platform, 'facts'>,
  request: StopTaskRequest,
): Promise<StoppedTask> {
  assertPerson(request, 'stop a task');
  const store = await platform.tasks();
  const { id, by, reason } = request;
  const before = await store.find(id);
  const taken = assertOperator(platform, before);
  const parentId = before?.task.parentId;
  const ids = parentId === undefined ? [id] : [id, parentId];
  const stop = { actor: by, now: platform.clock.now(), ...given({ reason, taken }) };
  const entry = await changeOrPreview(store, request)(ids, (lookup) => planStop(lookup, id, stop));
  if (request.dryRun === true) return { entry, program: null };
  const program = (await endLeftProgram(platform, entry)) ?? null;
  return { entry: (await store.find(id)) ?? entry, program };
}

interface ReworkTaskRequest extends PersonRequest {
  readonly reason: string;
}

/** Sends a task in review, or one that is done, back to be done again; the next run is told why. */
export async function reworkTask(
  platform: EndPlatform & Pick<Platform, 'facts'>,
  request: ReworkTaskRequest,
): Promise<TaskEntry> {
  assertPerson(request, 'send a task back');
  const store = await platform.tasks();
  const { id, by } = request;
  const taken = assertOperator(platform, await store.find(id));
  const reason = taken === undefined ? request.reason : `${request.reason}; ${taken}`;
  const rework = { actor: by, now: platform.clock.now(), reason };
  const entry = await changeOrPreview(store, request)([id], (lookup) => planRework(lookup, id, rework));
  if (request.dryRun === true) return entry;
  await endLeftProgram(platform, entry);
  return (await store.find(id)) ?? entry;
}

export type EndPlatform = Pick<Platform, 'clock' | 'executors' | 'files' | 'project' | 'remark' | 'tasks'>;

/**
 * After a task was taken from a run: ends what that run started, here or through its channel. Until nothing of it is
 * left the task cannot run again. Undefined if there is nothing to end.
 */
export async function endLeftProgram(platform: EndPlatform, { task, run }: TaskEntry): Promise<ProgramEnd | undefined> {
  if (run === undefined || task.lease?.runId === run.runId) return undefined;
  const isBehindGateway = run.machine === undefined && run.sessionId !== undefined && run.status !== 'completed';
  if (!mayStillRun(run) && !isBehindGateway) return undefined;
  // A gateway that only the repository names is not contacted, not even to end something.
  const { agents, teamLimits } = await withoutUnapproved(platform, await readAgents(platform));
  const rules = toRules(platform.project.settings.values, teamLimits);
  const means = { clock: platform.clock, executors: platform.executors, tasks: () => platform.tasks(), rules };
  const { runId, agentId, sessionId } = run;
  if (isBehindGateway && sessionId !== undefined)
    return await describeStop(
      platform,
      task.id,
      agentId,
      await stopRemote(platform, agents, { taskId: task.id, runId, agentId, sessionId }),
    );
  const session = sessionId === undefined ? {} : { sessionId };
  return await endProgram(means, agents, { taskId: task.id, runId, agentId, ...session });
}

/** A remote agent that goes on is never left without a word. */
async function describeStop(
  platform: EndPlatform,
  taskId: string,
  agentId: string,
  end: ProgramEnd,
): Promise<ProgramEnd> {
  if (end.kind !== 'unreached') return end;
  const hasDaemon = (await platform.project.locks.inspect(DAEMON_LOCK)) !== undefined;
  const then = hasDaemon ? 'the daemon will stop it' : RUNS_ON;
  platform.remark(`${taskId}: agent ${agentId} could not be told to stop from here (${end.reason}); ${then}`);
  return { ...end, hasDaemon };
}

const RUNS_ON =
  'it runs on, and no daemon is there to stop it: see to what is missing and type `baton tick`, or start `baton serve`';

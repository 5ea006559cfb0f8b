import type { Platform } from '../../../kernel/ports/index.ts';
import { mayStillRun, type TaskEntry } from '../../../kernel/tasks.ts';
import { readAgents, withoutUnapproved } from '../agents/agents.ts';
import { endProgram, type ProgramEnd } from '../runs/end-program.ts';
import { stopRemote } from '../runs/stop-remote.ts';
import { DAEMON_LOCK } from '../schedule/daemon-lock.ts';
import { toRules } from '../schedule/rules.ts';

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

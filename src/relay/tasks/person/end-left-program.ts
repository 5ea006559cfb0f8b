import type { Platform } from '../../../kernel/ports/index.ts';
import { mayStillRun, type TaskEntry } from '../../../kernel/tasks.ts';
import { readAgents } from '../agents/agents.ts';
import { withoutUnapproved } from '../agents/approved-agents.ts';
import { endProgram, type ProgramEnd } from '../runs/end-program.ts';
import { stopRemote } from '../runs/stop-remote.ts';
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
    return await stopRemote(platform, agents, { taskId: task.id, runId, agentId, sessionId });
  const session = sessionId === undefined ? {} : { sessionId };
  return await endProgram(means, agents, { taskId: task.id, runId, agentId, ...session });
}

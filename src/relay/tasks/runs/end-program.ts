import type { RunExit } from '../../../kernel/tasks.ts';
import { planAction, type SchedulerRules } from '../../../protocols/tasks/index.ts';
import type { KnownAgent } from '../agents/agents.ts';
import { describeAgent, findExecutor, type FoundExecutor, type RunMeans } from './run-means.ts';

export interface ProgramRef {
  readonly taskId: string;
  readonly runId: string;
  readonly agentId: string;
  readonly sessionId?: string;
}

export type ProgramEnd =
  /** Nothing of it is left, and the task may run again. */
  | { readonly kind: 'ended'; readonly exit?: RunExit }
  /** It is on another machine, or behind a gateway: it was told, or will be by the daemon there. */
  | { readonly kind: 'told' }
  /** It could not be told from here; `hasDaemon`: one runs on this data dir and will try. */
  | { readonly kind: 'unreached'; readonly reason: string; readonly hasDaemon?: boolean }
  /** Even the last signal did not end it in time. */
  | { readonly kind: 'alive' };

/** Ends the program of a run with everything it started, and records that it is gone. */
export async function endProgram(
  means: RunMeans & { readonly rules: SchedulerRules },
  agents: readonly KnownAgent[],
  run: ProgramRef,
): Promise<ProgramEnd> {
  const found = (await findByTicket(means, agents, run)) ?? findExecutor(means.executors, agents, run.agentId);
  if (found === undefined) return { kind: 'told' };
  const { executor, agent } = found;
  const session = run.sessionId === undefined ? {} : { sessionId: run.sessionId };
  const state = await executor.stop({ runId: run.runId, ...agent, ...session });
  if (state.kind === 'alive' || state.kind === 'unreached') return state;
  if (state.kind === 'unknown' || state.kind === 'absent') return { kind: 'told' };
  const exit = state.kind === 'ended' ? { exit: state.exit } : {};
  await closeRun(means, { taskId: run.taskId, runId: run.runId, ...exit });
  await executor.forget?.(run.runId);
  return { kind: 'ended', ...exit };
}

/** Records that nothing of a run is left; false if that was known, or the run is not the task's last one. */
export async function closeRun(
  means: RunMeans & { readonly rules: SchedulerRules },
  closed: { readonly taskId: string; readonly runId: string; readonly exit?: RunExit },
): Promise<boolean> {
  const store = await means.tasks();
  const context = { now: means.clock.now(), rules: means.rules, review: 'follow-table' as const };
  return await store.change([closed.taskId], (lookup) => planAction(lookup, { kind: 'close-run', ...closed }, context));
}

/** The daemon that started it knows it, even if the agent was removed or changed since. */
async function findByTicket(
  { executors }: RunMeans,
  agents: readonly KnownAgent[],
  { runId, agentId }: ProgramRef,
): Promise<FoundExecutor | undefined> {
  for (const executor of executors.values()) {
    const tickets = (await executor.list?.()) ?? [];
    if (!tickets.some((ticket) => ticket.runId === runId)) continue;
    return { executor, agent: describeAgent(agents, agentId) };
  }
  return undefined;
}

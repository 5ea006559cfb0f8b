import type { Clock, Executor, TaskStore } from '../../../kernel/ports/index.ts';
import type { KnownAgent } from '../agents/agents.ts';

/** What is needed to look after programs. */
export interface RunMeans {
  readonly clock: Clock;
  readonly executors: ReadonlyMap<string, Executor>;
  tasks(): Promise<TaskStore>;
}

/** The executor that an agent is started with, and what that has to know; undefined for one that claims by itself. */
export function findExecutor(
  executors: RunMeans['executors'],
  agents: readonly KnownAgent[],
  agentId: string,
): { readonly executor: Executor; readonly settings: KnownAgent['settings'] } | undefined {
  const agent = agents.find(({ id }) => id === agentId);
  const executor = agent === undefined ? undefined : executors.get(agent.executor);
  return agent === undefined || executor === undefined ? undefined : { executor, settings: agent.settings };
}

import { given } from '../../../kernel/given.ts';
import type { Clock, Executor, SessionRef, TaskStore } from '../../../kernel/ports/index.ts';
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
): FoundExecutor | undefined {
  const agent = agents.find(({ id }) => id === agentId);
  const executor = agent === undefined ? undefined : executors.get(agent.executor);
  return executor === undefined ? undefined : { executor, agent: describeAgent(agents, agentId) };
}

export interface FoundExecutor {
  readonly executor: Executor;
  readonly agent: Pick<SessionRef, 'agentId' | 'settings' | 'publicKey'>;
}

/** What an executor needs to know about an agent; one that was removed since has only its name. */
export function describeAgent(agents: readonly KnownAgent[], agentId: string): FoundExecutor['agent'] {
  const { settings = {}, publicKey } = agents.find(({ id }) => id === agentId) ?? {};
  return { agentId, settings, ...given({ publicKey }) };
}

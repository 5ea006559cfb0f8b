import { given } from '../../../kernel/given.ts';
import type { Clock, Executor, RunTicket, SessionRef, SessionState, TaskStore } from '../../../kernel/ports/index.ts';
import type { TaskEntry } from '../../../kernel/tasks.ts';
import type { Program, RunFacts } from '../../../protocols/tasks/index.ts';
import type { KnownAgent } from '../agents/agents.ts';

/** A program that was started from this data dir, as it was seen a moment ago. */
export interface SeenProgram {
  readonly ticket: RunTicket;
  readonly executor: Executor;
  readonly state: SessionState;
}

/** Everything that was started from this data dir and is not forgotten. */
export async function lookAtPrograms(
  { executors }: Pick<RunMeans, 'executors'>,
  agents: readonly KnownAgent[],
): Promise<readonly SeenProgram[]> {
  const seen: SeenProgram[] = [];
  for (const executor of executors.values()) {
    for (const ticket of (await executor.list?.()) ?? []) {
      const agent = describeAgent(agents, ticket.agentId);
      seen.push({ ticket, executor, state: await executor.look({ runId: ticket.runId, ...agent }) });
    }
  }
  return seen;
}

/** The same with what has become of their tasks, which was read later: what a program did before its end is in there. */
export async function toPrograms(
  { tasks }: Pick<RunMeans, 'tasks'>,
  seen: readonly SeenProgram[],
  running: readonly TaskEntry[],
): Promise<readonly Program[]> {
  const known = new Map(running.map((entry) => [entry.task.id, entry]));
  const programs: Program[] = [];
  for (const { ticket, state } of seen) {
    const { runId, taskId, agentId: agent, resource } = ticket;
    const entry = known.get(taskId) ?? (await (await tasks()).find(taskId));
    programs.push({
      runId,
      taskId,
      agent,
      facts: toFacts(state),
      entry,
      ...given({ resource }),
    });
  }
  return programs;
}

/** Nothing noted of a run means something only on the machine that would have noted it. */
export function toFacts(state: SessionState, isOwn = false): RunFacts {
  if (state.kind === 'ended') return { session: 'ended', exit: state.exit };
  if (state.kind === 'absent') return { session: isOwn ? 'unstarted' : 'unknown' };
  return { session: state.kind };
}

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

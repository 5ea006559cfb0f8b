import type { RunTicket, SessionState } from '../../../kernel/ports/index.ts';
import type { TaskEntry } from '../../../kernel/tasks.ts';
import type { Program, RunFacts } from '../../../protocols/tasks/index.ts';
import type { KnownAgent } from '../agents/agents.ts';
import type { RunMeans } from './run-means.ts';

/** Everything that was started from this data dir and is not forgotten, with what has become of its task. */
export async function gatherPrograms(
  means: RunMeans,
  agents: readonly KnownAgent[],
  running: readonly TaskEntry[],
): Promise<readonly Program[]> {
  const known = new Map(running.map((entry) => [entry.task.id, entry]));
  const programs: Program[] = [];
  for (const executor of means.executors.values()) {
    for (const ticket of (await executor.list?.()) ?? []) {
      const settings = agents.find(({ id }) => id === ticket.agentId)?.settings ?? {};
      const state = await executor.look({ runId: ticket.runId, settings });
      const entry = known.get(ticket.taskId) ?? (await (await means.tasks()).find(ticket.taskId));
      programs.push(toProgram(ticket, toFacts(state), entry));
    }
  }
  return programs;
}

function toProgram({ runId, taskId, agentId, resource }: RunTicket, facts: RunFacts, entry: TaskEntry | undefined) {
  return { runId, taskId, agent: agentId, facts, entry, ...(resource === undefined ? {} : { resource }) };
}

/** Nothing noted of a run means something only on the machine that would have noted it. */
export function toFacts(state: SessionState, isOwn = false): RunFacts {
  if (state.kind === 'ended') return { session: 'ended', exit: state.exit };
  if (state.kind === 'absent') return { session: isOwn ? 'unstarted' : 'unknown' };
  return { session: state.kind };
}

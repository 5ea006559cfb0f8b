import type { Platform, TaskStore } from '../../kernel/ports/index.ts';
import { isFinished, type TaskEntry, type TaskRecord, type TaskStatus } from '../../kernel/tasks.ts';
import {
  explainWait,
  matches,
  readLoad,
  type AgentProfile,
  type Occupant,
  type Wait,
  type WaitFacts,
} from '../../protocols/tasks/index.ts';
import { readAgents, type KnownAgent } from './agents/agents.ts';
import { isAgentApproved } from './agents/approved-agents.ts';
import { lookAtPrograms } from './runs/gather-programs.ts';
import { toRules } from './schedule/rules.ts';
import { DAEMON_LOCK } from './schedule/daemon-lock.ts';

export type ExplainPlatform = Pick<Platform, 'clock' | 'executors' | 'files' | 'project' | 'tasks'>;

/** Up to this many tasks, their files are checked, too: more would make a list slow. */
const MAX_INSPECTED = 500;

/** Why tasks do not move, by id; those that are being worked on, or finished, are not in it. */
export async function explainTasks(
  platform: ExplainPlatform,
  tasks: readonly TaskRecord[],
): Promise<ReadonlyMap<string, Wait>> {
  const wanted = new Set(tasks.filter(({ status }) => !isFinished(status)).map(({ id }) => id));
  if (wanted.size === 0) return new Map();
  const store = await platform.tasks();
  const live = await store.listEntries({});
  const facts = await gatherFacts(platform, store, live, wanted);
  const waits = new Map<string, Wait>();
  for (const entry of live) {
    const wait = wanted.has(entry.task.id) ? explainWait(entry, facts) : undefined;
    if (wait !== undefined) waits.set(entry.task.id, wait);
  }
  return waits;
}

async function gatherFacts(
  platform: ExplainPlatform,
  store: TaskStore,
  live: readonly TaskEntry[],
  wanted: ReadonlySet<string>,
): Promise<WaitFacts> {
  const book = await readAgents(platform);
  const others = (await store.fleet?.readOthers('')) ?? [];
  const agents: readonly AgentProfile[] = [...book.agents, ...others.flatMap((daemon) => daemon.agents)];
  const rules = toRules(platform.project.settings.values, book.teamLimits);
  const now = platform.clock.now();
  const { running } = await store.survey({ now, perRoute: 0 });
  const occupants = await readOccupants(platform, book.agents, others);
  const statuses = await readStatuses(store, live, wanted);
  return {
    now,
    agents,
    load: readLoad(running, occupants, agents, rules),
    maxAttempts: rules.maxAttempts,
    statusOf: (id) => statuses.get(id),
    openChildrenOf: (id) =>
      live.filter(({ task }) => task.parentId === id && task.status !== 'deadletter').map(({ task }) => task.id),
    hasScheduler: others.length > 0 || (await platform.project.locks.inspect(DAEMON_LOCK)) !== undefined,
    broken: await readBroken(store, live),
    findUnapproved: await gatherUnapproved(platform, book.agents),
  };
}

/** Agents that Baton would have to start and that nobody on this machine has approved. */
async function gatherUnapproved(
  platform: ExplainPlatform,
  agents: readonly KnownAgent[],
): Promise<NonNullable<WaitFacts['findUnapproved']>> {
  const refused = new Set<string>();
  for (const agent of agents)
    if (agent.executor !== 'pull' && !(await isAgentApproved(platform, agent))) refused.add(agent.id);
  return (task) => {
    const fitting = agents.filter((agent) => matches(task, agent));
    if (fitting.length === 0 || fitting.some(({ id }) => !refused.has(id))) return undefined;
    return `${fitting.map(({ id }) => id).join(', ')} may not be started here`;
  };
}

async function readOccupants(
  platform: ExplainPlatform,
  agents: Parameters<typeof lookAtPrograms>[1],
  others: readonly {
    readonly programs?: readonly { runId: string; taskId: string; agentId: string; resource?: string }[];
  }[],
): Promise<readonly Occupant[]> {
  const seen = (await lookAtPrograms(platform, agents)).filter(({ state }) => state.kind === 'alive');
  const tickets = [...seen.map(({ ticket }) => ticket), ...others.flatMap(({ programs = [] }) => programs)];
  return tickets.map(({ runId, taskId, agentId: agent, resource }) => ({
    runId,
    taskId,
    agent,
    ...(resource === undefined ? {} : { resource }),
  }));
}

/** Of the tasks that are waited for; most of those are finished. */
async function readStatuses(
  store: TaskStore,
  live: readonly TaskEntry[],
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, TaskStatus | undefined>> {
  const known = new Map<string, TaskStatus | undefined>(live.map(({ task }) => [task.id, task.status]));
  const missing = new Set<string>();
  for (const { task } of live)
    if (wanted.has(task.id)) for (const id of task.dependsOn) if (!known.has(id)) missing.add(id);
  if (missing.size === 0) return known;
  const found = await store.preview([], (lookup) => ({
    result: [...missing].map((id) => [id, lookup.statusOf(id)] as const),
  }));
  for (const [id, status] of found) known.set(id, status);
  return known;
}

async function readBroken(store: TaskStore, live: readonly TaskEntry[]): Promise<ReadonlyMap<string, string>> {
  if (live.length > MAX_INSPECTED) return new Map();
  const { broken } = await store.inspect();
  return new Map(
    broken.flatMap(({ path, reason }) => {
      const id = /(TASK-\d{4}-\d\d-\d\d-\d{3,})\.md$/.exec(path)?.[1];
      return id === undefined ? [] : [[id, reason] as const];
    }),
  );
}

import { given } from '../../kernel/given.ts';
import type { Platform, TaskStore } from '../../kernel/ports/index.ts';
import { isFinished, type TaskEntry, type TaskRecord, type TaskStatus } from '../../kernel/tasks.ts';
import {
  explainWait,
  matches,
  openChildrenOf,
  readLoad,
  type AgentProfile,
  type Occupant,
  type Wait,
  type WaitFacts,
} from '../../protocols/tasks/index.ts';
import { isAgentApproved, readAgents, type KnownAgent } from './agents/agents.ts';
import { lookAtPrograms } from './runs/gather-programs.ts';
import { DAEMON_LOCK } from './schedule/daemon-lock.ts';
import { toRules } from './schedule/rules.ts';

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
  const entries = await readEntries(store, wanted);
  const facts = await gatherFacts(platform, store, entries);
  const waits = new Map<string, Wait>();
  for (const entry of entries) {
    const wait = explainWait(entry, facts);
    if (wait !== undefined) waits.set(entry.task.id, wait);
  }
  return waits;
}

/** So few that asking for each is less than reading all. */
const FEW = 20;

async function readEntries(store: TaskStore, wanted: ReadonlySet<string>): Promise<readonly TaskEntry[]> {
  if (wanted.size > FEW) return (await store.listEntries({})).filter(({ task }) => wanted.has(task.id));
  const found = [];
  for (const id of wanted) found.push(await store.find(id));
  return found.filter((entry) => entry !== undefined);
}

async function gatherFacts(
  platform: ExplainPlatform,
  store: TaskStore,
  entries: readonly TaskEntry[],
): Promise<WaitFacts> {
  const book = await readAgents(platform);
  const others = (await store.fleet?.readOthers('')) ?? [];
  const agents: readonly AgentProfile[] = [...book.agents, ...others.flatMap((daemon) => daemon.agents)];
  const rules = toRules(platform.project.settings.values, book.teamLimits);
  const now = platform.clock.now();
  // Only a task that could start waits for a place.
  const isAnyReady = entries.some(({ task }) => task.status === 'ready');
  const { running } = isAnyReady ? await store.survey({ now, perRoute: 0 }) : { running: [] };
  const occupants = isAnyReady ? await readOccupants(platform, book.agents, others) : [];
  const { statuses, openChildren } = await readRelatives(store, entries);
  return {
    now,
    agents,
    load: readLoad(running, occupants, agents, rules),
    maxAttempts: rules.maxAttempts,
    statusOf: (id) => statuses.get(id),
    openChildrenOf: (id) => openChildren.get(id) ?? [],
    hasScheduler: others.length > 0 || (await platform.project.locks.inspect(DAEMON_LOCK)) !== undefined,
    broken: await readBroken(store, entries),
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
  if (refused.size === 0) return () => undefined;
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
    ...given({ resource }),
  }));
}

interface Relatives {
  /** Of the tasks that are waited for. */
  readonly statuses: ReadonlyMap<string, TaskStatus | undefined>;
  /** Of the tasks that have reported. */
  readonly openChildren: ReadonlyMap<string, readonly string[]>;
}

async function readRelatives(store: TaskStore, entries: readonly TaskEntry[]): Promise<Relatives> {
  const awaited = new Set(entries.flatMap(({ task }) => task.dependsOn));
  const reported = entries.filter(({ task, result }) => task.status === 'in-progress' && result !== undefined);
  if (awaited.size + reported.length === 0) return { statuses: new Map(), openChildren: new Map() };
  return await store.preview([], (lookup) => ({
    result: {
      statuses: new Map([...awaited].map((id) => [id, lookup.statusOf(id)] as const)),
      openChildren: new Map(reported.map(({ task: { id } }) => [id, openChildrenOf(lookup, id)] as const)),
    },
  }));
}

async function readBroken(store: TaskStore, entries: readonly TaskEntry[]): Promise<ReadonlyMap<string, string>> {
  if (entries.length > MAX_INSPECTED) return new Map();
  const { broken } = await store.inspect(entries.map(({ task }) => task.id));
  return new Map(
    broken.flatMap(({ path, reason }) => {
      const id = /(TASK-\d{4}-\d\d-\d\d-\d{3,})\.md$/.exec(path)?.[1];
      return id === undefined ? [] : [[id, reason] as const];
    }),
  );
}

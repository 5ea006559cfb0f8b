import type { AgentProfile, ConnectionCounts, MachineState, Platform } from '../../kernel/ports/index.ts';
import type { TaskEntry } from '../../kernel/tasks.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import { VERSION } from '../../kernel/version.ts';

/** Who works on the tasks: machines, agents, runs, and how the store keeps up. */
export interface FleetView {
  readonly store: 'files' | 'postgres';
  /** Of this program. */
  readonly version: string;
  readonly server: { readonly software: string; readonly schema: number; readonly wanted: number } | null;
  /** The machine that does what belongs to none; null if no daemon is alive. */
  readonly leader: string | null;
  readonly machines: readonly MachineView[];
  /** Events that nobody has delivered as notices yet. */
  readonly outbox: number;
  /** Events that have no place in the log yet. */
  readonly unnumbered: number;
  readonly lagSeconds: number;
  readonly connections: ConnectionCounts | null;
  readonly running: number;
}

export interface MachineView {
  readonly name: string;
  readonly pid: number | null;
  readonly alive: boolean;
  readonly leads: boolean;
  readonly lastSeen: string;
  readonly version: string | null;
  readonly skewMs: number | null;
  readonly agents: readonly AgentView[];
  /** Programs that it sees. */
  readonly runs: readonly RunView[];
  readonly notifies: boolean;
}

export interface AgentView {
  readonly id: string;
  readonly executor: AgentProfile['executor'];
  readonly slots: number;
  /** Taken on all machines together. */
  readonly taken: number;
}

export interface RunView {
  readonly run: string;
  readonly task: string | null;
  readonly agent: string | null;
}

export async function viewFleet(platform: Pick<Platform, 'clock' | 'project' | 'tasks'>): Promise<FleetView> {
  const store = await platform.tasks();
  const state = await store.server?.describe();
  const fleet = await store.fleet?.inspect();
  const now = platform.clock.now();
  const { running } = await store.survey({ now, perRoute: 1 });
  const entries = running.map(({ entry }) => entry);
  const machines = (fleet?.machines ?? []).map((machine) => toView(machine, entries, now));
  return {
    store: store.server === undefined ? 'files' : 'postgres',
    version: VERSION,
    server: state === undefined ? null : { software: state.software, schema: state.version, wanted: state.wanted },
    leader: machines.find(({ leads }) => leads)?.name ?? (await store.fleet?.findLeader()) ?? null,
    machines,
    outbox: fleet?.undelivered ?? 0,
    unnumbered: fleet?.unnumbered ?? 0,
    lagSeconds: Math.round((fleet?.lagMs ?? 0) / 1_000),
    connections: fleet?.connections ?? null,
    running: entries.length,
  };
}

function toView(
  { report, silentMs, isAlive, leads }: MachineState,
  running: readonly TaskEntry[],
  now: number,
): MachineView {
  const { agents, host, id, notifies, pid, programs = [], runs, skewMs, version } = report;
  const holderOf = (runId: string): TaskEntry | undefined => running.find(({ task }) => task.lease?.runId === runId);
  const seen = [...new Set([...programs.map((program) => program.runId), ...runs])];
  return {
    name: host ?? id.split(' ')[0] ?? id,
    pid: pid ?? null,
    alive: isAlive,
    leads,
    lastSeen: renderIsoTime(now - silentMs),
    version: version ?? null,
    skewMs: skewMs ?? null,
    agents: agents.map(({ id: agent, executor, concurrency }) => ({
      id: agent,
      executor,
      slots: concurrency,
      taken: running.filter(({ task }) => task.lease?.agent === agent).length,
    })),
    runs: seen.map((runId) => {
      const program = programs.find((one) => one.runId === runId);
      const entry = holderOf(runId);
      return {
        run: runId,
        task: program?.taskId ?? entry?.task.id ?? null,
        agent: program?.agentId ?? entry?.task.lease?.agent ?? null,
      };
    }),
    notifies,
  };
}

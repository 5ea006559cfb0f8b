import type { AgentProfile, Survey } from '../../kernel/ports/index.ts';
import type { RunResult, TaskEntry, TaskRecord } from '../../kernel/tasks.ts';

export type { AgentProfile } from '../../kernel/ports/index.ts';

export interface SchedulerRules {
  readonly maxRunning: number;
  readonly teamLimits: Readonly<Record<string, number>>;
  readonly maxAttempts: number;
  readonly backoffMs: number;
  readonly leaseMs: number;
  /** From the start of a run to its first sign of life. */
  readonly graceMs: number;
  readonly onDependencyEnd: 'block' | 'skip' | 'fail';
}

/** What is known from outside the store about a run whose time may be over. */
export interface RunFacts {
  /** What its executor says; `unknown` where it has none or cannot say. */
  readonly session: 'alive' | 'ended' | 'unknown';
  /** How the session ended, where the executor saw it. */
  readonly ending?: string;
  /** A result file that did not come through Baton. */
  readonly found?:
    | { readonly kind: 'valid'; readonly result: RunResult }
    | { readonly kind: 'invalid'; readonly reason: string };
}

/** What is known of the daemons of other machines. */
export interface FleetView {
  /** True for one of all: what belongs to no machine is its business. */
  readonly leads: boolean;
  readonly agents: readonly AgentProfile[];
  /** Ids of runs that others look after. */
  readonly runs: ReadonlySet<string>;
}

const ALONE: FleetView = { leads: true, agents: [], runs: new Set() };

export interface SchedulerState {
  readonly survey: Survey;
  /** Those of this machine: the ones it starts. */
  readonly agents: readonly AgentProfile[];
  /** Absent: there are no other machines. */
  readonly fleet?: FleetView | undefined;
  /** By run id; absent means unknown. */
  readonly runs: ReadonlyMap<string, RunFacts>;
  readonly rules: SchedulerRules;
}

export type Action =
  | { readonly kind: 'renew' | 'settle'; readonly taskId: string; readonly runId: string }
  | { readonly kind: 'adopt-result'; readonly taskId: string; readonly runId: string; readonly result: RunResult }
  | { readonly kind: 'refuse-result'; readonly taskId: string; readonly runId: string; readonly reason: string }
  | {
      readonly kind: 'reclaim' | 'fail-silent' | 'fail-ended';
      readonly taskId: string;
      readonly runId: string;
      readonly reason: string;
    }
  | {
      readonly kind: 'end-dependency';
      readonly taskId: string;
      readonly effect: 'block' | 'skip' | 'fail';
      readonly ended: Survey['troubled'][number]['ended'];
    }
  | { readonly kind: 'unblock'; readonly taskId: string; readonly reason: string }
  | { readonly kind: 'report-overdue' | 'report-unroutable' | 'unpark'; readonly taskId: string }
  | { readonly kind: 'dispatch'; readonly taskId: string; readonly agent: string };

/**
 * What is to be done now. The same state and time give the same actions in the same order: nothing here is random,
 * and nothing depends on the order in which a disk lists its files.
 */
export function decide(state: SchedulerState, now: number): readonly Action[] {
  const { leads } = state.fleet ?? ALONE;
  return [
    ...state.survey.running.flatMap(({ entry, openChildren }) => decideRun(entry, openChildren, state, now)),
    ...(leads ? decideWaiting(state) : []),
    ...decideDispatch(state),
  ];
}

/** About tasks that nobody works on. */
function decideWaiting(state: SchedulerState): Action[] {
  const { survey, rules } = state;
  const agents = everyAgent(state);
  return [
    ...survey.troubled.map(({ entry, ended }) => ({
      kind: 'end-dependency' as const,
      taskId: entry.task.id,
      effect: entry.task.metadata.onDependencyEnd ?? rules.onDependencyEnd,
      ended,
    })),
    ...survey.unblockable.map(({ task }) => ({
      kind: 'unblock' as const,
      taskId: task.id,
      reason: unblockReason(task),
    })),
    ...survey.overdue.map(({ task }) => ({ kind: 'report-overdue' as const, taskId: task.id })),
    ...survey.parked
      .filter(({ task }) => isRoutable(task, agents))
      .map(({ task }) => ({ kind: 'unpark' as const, taskId: task.id })),
  ];
}

const everyAgent = ({ agents, fleet = ALONE }: SchedulerState): readonly AgentProfile[] => [...fleet.agents, ...agents];

const unblockReason = ({ metadata }: TaskRecord): string =>
  metadata.block?.kind === 'dependency' ? 'its dependencies are done' : 'it is time to try again';

function decideRun(
  entry: TaskEntry,
  openChildren: readonly string[],
  { runs, rules, fleet = ALONE }: SchedulerState,
  now: number,
): Action[] {
  const { lease } = entry.task;
  if (lease === undefined) return [];
  const about = { taskId: entry.task.id, runId: lease.runId };
  const facts = runs.get(lease.runId) ?? { session: 'unknown' };
  if (entry.result !== undefined) {
    const waits = entry.result.outcome === 'done' && openChildren.length > 0;
    return waits || !fleet.leads ? [] : [{ kind: 'settle', ...about }];
  }
  // Whoever started it sees it and renews it: from here it can only look dead.
  if (fleet.runs.has(lease.runId)) return [];
  const isExpired = Date.parse(lease.expiresAt) <= now;
  if (isExpired || facts.session === 'ended') {
    if (facts.found?.kind === 'valid') return [{ kind: 'adopt-result', ...about, result: facts.found.result }];
    if (facts.found?.kind === 'invalid') return [{ kind: 'refuse-result', ...about, reason: facts.found.reason }];
  }
  if (facts.session === 'ended') {
    return [{ kind: 'fail-ended', ...about, reason: facts.ending ?? 'the session ended without a report' }];
  }
  // A session that is seen to live needs no heartbeat of its own: long work is never killed for being long.
  if (facts.session === 'alive') return isDueForRenewal(lease, rules, now) ? [{ kind: 'renew', ...about }] : [];
  if (!fleet.leads) return [];
  if (isSilent(entry, rules, now))
    return [{ kind: 'fail-silent', ...about, reason: 'it was started but gave no sign of life' }];
  return isExpired ? [{ kind: 'reclaim', ...about, reason: 'its lease lapsed without a heartbeat' }] : [];
}

/** Renewed in good time, but not at every look. */
const isDueForRenewal = (lease: { readonly expiresAt: string }, rules: SchedulerRules, now: number): boolean =>
  Date.parse(lease.expiresAt) - now <= rules.leaseMs / 2;

/** Started by an executor that cannot see it, and never heard of. */
const isSilent = ({ run, heartbeat }: TaskEntry, rules: SchedulerRules, now: number): boolean =>
  run?.sessionId !== undefined && (heartbeat?.beatCount ?? 0) === 0 && Date.parse(run.startedAt) + rules.graceMs <= now;

function decideDispatch(state: SchedulerState): Action[] {
  const { survey, agents, rules, fleet = ALONE } = state;
  const everybody = everyAgent(state);
  const load = new Load(survey, everybody, rules);
  const sorted = [...agents].sort((a, b) => (a.id < b.id ? -1 : 1));
  const actions: Action[] = [];
  for (const { task } of survey.claimable) {
    if (!isRoutable(task, everybody)) {
      if (fleet.leads) actions.push({ kind: 'report-unroutable', taskId: task.id });
      continue;
    }
    const agent = sorted.find(
      (candidate) => candidate.executor !== 'pull' && matches(task, candidate) && load.hasRoom(candidate, task),
    );
    if (agent === undefined) continue;
    load.add(agent.id, agent.team, task);
    actions.push({ kind: 'dispatch', taskId: task.id, agent: agent.id });
  }
  return actions;
}

/** How much runs already, and how much may. */
class Load {
  readonly #rules: SchedulerRules;
  readonly #agents = new Map<string, number>();
  readonly #teams = new Map<string, number>();
  readonly #resources = new Set<string>();
  #total = 0;

  constructor(survey: Survey, agents: readonly AgentProfile[], rules: SchedulerRules) {
    this.#rules = rules;
    const teams = new Map(agents.map(({ id, team }) => [id, team]));
    for (const { entry } of survey.running) {
      // It has reported and only waits for its children: nobody works on it.
      if (entry.result !== undefined) continue;
      const agent = entry.task.lease?.agent ?? '';
      this.add(agent, teams.get(agent), entry.task);
    }
  }

  hasRoom(agent: AgentProfile, { metadata }: TaskRecord): boolean {
    const teamLimit = agent.team === undefined ? undefined : this.#rules.teamLimits[agent.team];
    return (
      this.#total < this.#rules.maxRunning &&
      (this.#agents.get(agent.id) ?? 0) < agent.concurrency &&
      (teamLimit === undefined || (this.#teams.get(agent.team ?? '') ?? 0) < teamLimit) &&
      (metadata.resource === undefined || !this.#resources.has(metadata.resource))
    );
  }

  add(agent: string, team: string | undefined, { metadata }: TaskRecord): void {
    this.#total += 1;
    this.#agents.set(agent, (this.#agents.get(agent) ?? 0) + 1);
    if (team !== undefined) this.#teams.set(team, (this.#teams.get(team) ?? 0) + 1);
    if (metadata.resource !== undefined) this.#resources.add(metadata.resource);
  }
}

/** A task without routing is for whoever asks. */
export const isRoutable = (task: TaskRecord, agents: readonly AgentProfile[]): boolean =>
  isForAnybody(task) || agents.some((agent) => matches(task, agent));

const isForAnybody = ({ routing, metadata }: TaskRecord): boolean =>
  routing.agent === undefined &&
  routing.role === undefined &&
  routing.team === undefined &&
  routing.tags.length === 0 &&
  metadata.handoff === undefined;

export function matches({ routing, metadata }: TaskRecord, agent: AgentProfile): boolean {
  if (metadata.handoff !== undefined && metadata.handoff.to !== agent.id) return false;
  return (
    (routing.agent === undefined || routing.agent === agent.id) &&
    (routing.role === undefined || routing.role === agent.role) &&
    (routing.team === undefined || routing.team === agent.team) &&
    routing.tags.every((tag) => agent.tags.includes(tag))
  );
}

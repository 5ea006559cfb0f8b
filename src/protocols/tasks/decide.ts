import { given } from '../../kernel/given.ts';
import type { AgentProfile, Survey } from '../../kernel/ports/index.ts';
import { mayStillRun, type RunExit, type RunResult, type TaskEntry, type TaskRecord } from '../../kernel/tasks.ts';
import { cutText } from '../../kernel/text.ts';
import { isRoutable, matches, readLoad, resourceOf, type Load } from './load.ts';

/** What the settings say about starting, retrying and giving up. */
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
  /** What its executor says; `unknown` if it has none or cannot say, `unstarted` if its program never ran. */
  readonly session: 'alive' | 'ended' | 'unstarted' | 'unknown';
  /** How its program ended, if the executor knows. */
  readonly exit?: RunExit;
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
  /** Programs on other machines whose runs are over. */
  readonly occupants: readonly Occupant[];
}

const ALONE: FleetView = { leads: true, agents: [], runs: new Set(), occupants: [] };

/** A program that still takes the place of its agent. */
export interface Occupant {
  readonly runId: string;
  readonly taskId: string;
  readonly agent: string;
  readonly resource?: string;
}

/** A program that was started here, with what has become of its task. */
export interface Program extends Occupant {
  readonly facts: RunFacts;
  /** Undefined if there is no such task any more. */
  readonly entry: TaskEntry | undefined;
}

/** Everything the scheduler decides by. */
export interface SchedulerState {
  readonly survey: Survey;
  /** Those of this machine: the ones it starts. */
  readonly agents: readonly AgentProfile[];
  /** Absent: there are no other machines. */
  readonly fleet?: FleetView | undefined;
  /** By run id; absent means unknown. */
  readonly runs: ReadonlyMap<string, RunFacts>;
  /** All that this machine has started and not forgotten. */
  readonly programs?: readonly Program[];
  readonly rules: SchedulerRules;
  /** When the store came back, if that was a moment ago: a machine without a sign of life may only have been cut off. */
  readonly backSince?: number;
}

/** Something the scheduler wants done. */
export type Action =
  | { readonly kind: 'renew' | 'settle'; readonly taskId: string; readonly runId: string }
  | { readonly kind: 'adopt-result'; readonly taskId: string; readonly runId: string; readonly result: RunResult }
  | { readonly kind: 'refuse-result'; readonly taskId: string; readonly runId: string; readonly reason: string }
  | {
      readonly kind: 'reclaim' | 'fail-silent' | 'fail-ended' | 'give-back';
      readonly taskId: string;
      readonly runId: string;
      readonly reason: string;
      readonly exit?: RunExit;
    }
  /** Its program still runs, but the task is no longer its own. */
  | { readonly kind: 'stop-program'; readonly taskId: string; readonly runId: string; readonly reason: string }
  /** Nothing of its program is left. */
  | { readonly kind: 'close-run'; readonly taskId: string; readonly runId: string; readonly exit?: RunExit }
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
 * What to do now. The same state and time give the same actions in the same order: nothing here is random,
 * and nothing depends on the order in which a disk lists its files.
 */
export function decide(state: SchedulerState, now: number): readonly Action[] {
  const { leads } = state.fleet ?? ALONE;
  return [
    ...(state.programs ?? []).flatMap(decideProgram),
    ...state.survey.running.flatMap(({ entry, openChildren }) => decideRun(entry, openChildren, state, now)),
    ...(leads ? decideWaiting(state) : []),
    ...decideDispatch(state),
  ];
}

/** Its run still holds the task and has not reported: what becomes of it is decided with the task. */
const isAtWork = ({ runId, entry }: Program): boolean =>
  entry?.task.lease?.runId === runId && entry.result === undefined;

/**
 * A program whose run is over. One that reported may finish in peace; one from which the task was taken, or whose task
 * is to run again, is ended.
 */
function decideProgram(program: Program): Action[] {
  const { runId, taskId, entry, facts } = program;
  if (isAtWork(program) || facts.session === 'unknown') return [];
  if (facts.session !== 'alive') return [{ kind: 'close-run', taskId, runId, ...given({ exit: facts.exit }) }];
  const reason = findSuperseded(runId, entry);
  return reason === undefined ? [] : [{ kind: 'stop-program', taskId, runId, reason }];
}

/** Why a program must not go on; undefined if it may. */
function findSuperseded(runId: string, entry: TaskEntry | undefined): string | undefined {
  if (entry === undefined) return 'its task is gone';
  const { task, run } = entry;
  if (run?.runId !== runId) return `${task.id} belongs to run ${run?.runId ?? 'nobody'}`;
  if (task.lease?.runId === runId) return undefined;
  if (task.status === 'ready' || task.status === 'cancelled' || task.status === 'deadletter')
    return `${task.id} is ${task.status}`;
  // It said itself that it is blocked, or done: it may come to its end.
  return run.endedBy === undefined ? undefined : (run.endedBy.reason ?? `${run.endedBy.by} took ${task.id} from it`);
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
      .filter(({ task, run }) => !mayStillRun(run) && isRoutable(task, agents))
      .map(({ task }) => ({ kind: 'unpark' as const, taskId: task.id })),
  ];
}

const everyAgent = ({ agents, fleet = ALONE }: SchedulerState): readonly AgentProfile[] => [...fleet.agents, ...agents];

const unblockReason = ({ metadata }: TaskRecord): string =>
  metadata.block?.kind === 'dependency' ? 'its dependencies are done' : 'it is time to try again';

function decideRun(
  entry: TaskEntry,
  openChildren: readonly string[],
  { runs, rules, fleet = ALONE, backSince = -Infinity }: SchedulerState,
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
  // The daemon that started it sees it and renews it: from here it can only look dead.
  if (fleet.runs.has(lease.runId)) return [];
  const isExpired = Date.parse(lease.expiresAt) <= now;
  if (facts.session === 'unstarted') return [{ kind: 'give-back', ...about, reason: 'its agent was never started' }];
  const exit = facts.exit === undefined ? {} : { exit: facts.exit };
  if (isExpired || facts.session === 'ended') {
    if (facts.found?.kind === 'valid') return [{ kind: 'adopt-result', ...about, result: facts.found.result }];
    if (facts.found?.kind === 'invalid') return [{ kind: 'refuse-result', ...about, reason: facts.found.reason }];
  }
  if (facts.session === 'ended') {
    return [{ kind: 'fail-ended', ...about, reason: describeExit(facts.exit), ...exit }];
  }
  // A session that is seen to live needs no heartbeat of its own: long work is never killed for being long.
  if (facts.session === 'alive') return isDueForRenewal(lease, rules, now) ? [{ kind: 'renew', ...about }] : [];
  const wasCutOff = Date.parse(entry.run?.startedAt ?? '') < backSince;
  if (!fleet.leads || wasCutOff) return [];
  if (isSilent(entry, rules, now))
    return [{ kind: 'fail-silent', ...about, reason: 'it was started but showed no sign of life' }];
  return isExpired ? [{ kind: 'reclaim', ...about, reason: 'its lease expired without a heartbeat' }] : [];
}

/** Renewed in good time, but not at every look. */
const isDueForRenewal = (lease: { readonly expiresAt: string }, rules: SchedulerRules, now: number): boolean =>
  Date.parse(lease.expiresAt) - now <= rules.leaseMs / 2;

/** Started by an executor that cannot see it, and never heard of. */
const isSilent = ({ run, heartbeat }: TaskEntry, rules: SchedulerRules, now: number): boolean =>
  run?.sessionId !== undefined && (heartbeat?.beatCount ?? 0) === 0 && Date.parse(run.startedAt) + rules.graceMs <= now;

/** Without a report it has failed, whatever its program said with its exit code. */
function describeExit(exit: RunExit | undefined): string {
  if (exit === undefined) return 'the session ended without a report';
  const last = exit.lastOutput?.trimEnd().split('\n').at(-1)?.trim() ?? '';
  return `its program ended without a report: ${exit.how}${last === '' ? '' : ` ("${cutText(last, 200)}")`}`;
}

/** What takes places now, on this machine and on the others. */
const loadOf = (state: SchedulerState): Load =>
  readLoad(state.survey.running, occupantsOf(state), everyAgent(state), state.rules);

export const occupantsOf = ({ programs = [], fleet = ALONE }: SchedulerState): readonly Occupant[] => [
  ...fleet.occupants,
  ...programs.flatMap(({ facts, runId, taskId, agent, resource }) =>
    facts.session === 'alive' ? [{ runId, taskId, agent, ...given({ resource }) }] : [],
  ),
];

function decideDispatch(state: SchedulerState): Action[] {
  const { survey, agents, fleet = ALONE } = state;
  const everybody = everyAgent(state);
  const load = loadOf(state);
  const sorted = [...agents].sort((a, b) => (a.id < b.id ? -1 : 1));
  const actions: Action[] = [];
  for (const { task } of survey.claimable) {
    if (!isRoutable(task, everybody)) {
      if (fleet.leads) actions.push({ kind: 'report-unroutable', taskId: task.id });
      continue;
    }
    const agent = sorted.find(
      (candidate) =>
        candidate.executor !== 'pull' && matches(task, candidate) && load.findFull(candidate, task) === undefined,
    );
    if (agent === undefined) continue;
    load.add({ agent: agent.id, taskId: task.id, ...resourceOf(task) });
    actions.push({ kind: 'dispatch', taskId: task.id, agent: agent.id });
  }
  return actions;
}

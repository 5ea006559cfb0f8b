import { findNearest } from '../../kernel/nearest.ts';
import type { AgentProfile } from '../../kernel/ports/index.ts';
import { mayStillRun, type TaskEntry, type TaskRecord, type TaskStatus } from '../../kernel/tasks.ts';
import { cutText } from '../../kernel/text.ts';
import { isForAnybody, isRoutable, matches, type FullPlace, type Load } from './load.ts';
import { findAnswer, isStopped } from './person.ts';

/** Why a task is not moving: a kind for programs, a sentence for people. */
export interface Wait {
  readonly kind:
    | 'dependency'
    | 'dependency-ended'
    | 'children'
    | 'slot'
    | 'resource'
    | 'nobody'
    | 'retry'
    | 'dead'
    | 'person'
    | 'answered'
    | 'stopped'
    | 'review'
    | 'stopping'
    | 'broken'
    | 'unapproved'
    | 'agent'
    | 'scheduler'
    | 'backlog';
  readonly text: string;
  /** False: this is how it should be for now, and nobody has to do anything. */
  readonly needsPerson: boolean;
}

/** What has to be known of the rest to say why one task waits. */
export interface WaitFacts {
  readonly now: number;
  readonly agents: readonly AgentProfile[];
  readonly load: Load;
  readonly maxAttempts: number;
  statusOf(id: string): TaskStatus | undefined;
  openChildrenOf(id: string): readonly string[];
  /** Somebody runs passes of the scheduler. */
  readonly hasScheduler: boolean;
  /** Why the file of a task is broken; by id. */
  readonly broken?: ReadonlyMap<string, string>;
  /** What a person on this machine has not approved yet, in words. */
  findUnapproved?(task: TaskRecord): string | undefined;
}

/** Undefined for a task that is finished or being worked on. */
export function explainWait(entry: TaskEntry, facts: WaitFacts): Wait | undefined {
  const { task } = entry;
  const broken = facts.broken?.get(task.id);
  if (broken !== undefined) return wait('broken', `broken file: ${broken}`, true);
  switch (task.status) {
    case 'done':
    case 'cancelled':
      return undefined;
    case 'backlog':
      return wait('backlog', `in the backlog until somebody moves it: baton task move ${task.id} ready`, false);
    case 'deadletter':
      return explainDead(entry);
    case 'review':
      return wait('review', `waits for a person to review it${said(entry.result?.notes)}`, true);
    case 'blocked':
      return explainBlock(entry, facts);
    case 'in-progress':
      return explainHeld(entry, facts);
    case 'ready':
      return explainReady(entry, facts);
  }
}

const wait = (kind: Wait['kind'], text: string, needsPerson: boolean): Wait => ({ kind, text, needsPerson });

const said = (text: string | undefined): string =>
  text === undefined || text.trim() === '' ? '' : ` ("${cutText(text.trim().replaceAll(/\s+/g, ' '), 160, '…')}")`;

/** What the last attempt said last. */
function lastWords({ run, task }: TaskEntry): string {
  const exit = run?.exit;
  const line = exit?.lastOutput?.trimEnd().split('\n').at(-1);
  return said(line === undefined || line.trim() === '' ? (task.metadata.block?.reason ?? run?.endedBy?.reason) : line);
}

function explainDead(entry: TaskEntry): Wait {
  const { task, run } = entry;
  const attempts = task.metadata.attempts ?? 0;
  const tries = attempts === 0 ? 'no attempt' : attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  const exit = run?.exit === undefined ? '' : `, last: ${run.exit.how}`;
  return wait('dead', `given up after ${tries}${exit}${lastWords(entry)}; baton task move ${task.id} ready`, true);
}

function explainBlock(entry: TaskEntry, facts: WaitFacts): Wait {
  const { task, run } = entry;
  const { block } = task.metadata;
  if (block?.retryAt !== undefined) {
    const seconds = Math.max(0, Math.ceil((Date.parse(block.retryAt) - facts.now) / 1_000));
    const after = run?.exit === undefined ? said(block.reason) : ` after ${run.exit.how}${lastWords(entry)}`;
    const attempt = `attempt ${(task.metadata.attempts ?? 0) + 1} of ${facts.maxAttempts}`;
    return wait(
      'retry',
      `retry in ${renderSpan(seconds)}, ${attempt},${after === '' ? ' after a failure' : after}`,
      false,
    );
  }
  if (block?.kind === 'dependency') return wait('dependency-ended', block.reason, true);
  if (block?.kind === 'subtasks') return wait('children', block.reason, false);
  if (block !== undefined && isStopped(entry))
    return wait('stopped', `${block.reason}; baton task move ${task.id} ready`, true);
  const answer = findAnswer(entry);
  if (answer !== undefined)
    return wait('answered', `answered${said(answer)}, not ready yet; baton task move ${task.id} ready`, true);
  return wait(
    'person',
    `waits for a person${said(block?.reason)}; baton task move ${task.id} ready --reason ANSWER`,
    true,
  );
}

function explainHeld({ task, result }: TaskEntry, facts: WaitFacts): Wait | undefined {
  const open = result === undefined ? [] : facts.openChildrenOf(task.id);
  if (open.length > 0) return wait('children', `has reported and waits for ${open.join(', ')}`, false);
  const isOver = task.lease !== undefined && Date.parse(task.lease.expiresAt) <= facts.now;
  const what =
    result !== undefined ? 'has reported' : isOver ? `${task.lease?.agent ?? ''} has lost its lease` : undefined;
  if (what === undefined || facts.hasScheduler) return undefined;
  return wait('scheduler', `${what}, and waits for a scheduler: run baton serve, or baton tick`, true);
}

function explainReady(entry: TaskEntry, facts: WaitFacts): Wait | undefined {
  const { task, run } = entry;
  if (mayStillRun(run))
    return wait('stopping', `waits until the program of its last run on ${run?.machine ?? ''} has ended`, false);
  const unapproved = facts.findUnapproved?.(task);
  if (unapproved !== undefined) return wait('unapproved', `unapproved: ${unapproved}; baton approve`, true);
  return explainDependencies(task, facts) ?? explainRouting(task, facts);
}

function explainDependencies(task: TaskRecord, facts: WaitFacts): Wait | undefined {
  const { dependsOn, metadata } = task;
  const open = dependsOn.filter((id) => facts.statusOf(id) !== 'done' && metadata.skipped?.includes(id) !== true);
  if (open.length === 0) return undefined;
  const ended = open.filter((id) => ['cancelled', 'deadletter', undefined].includes(facts.statusOf(id)));
  const names = (ids: readonly string[]): string =>
    ids.map((id) => `${id} (${facts.statusOf(id) ?? 'missing'})`).join(', ');
  return ended.length > 0
    ? wait('dependency-ended', `waits for ${names(ended)}, which will not be done`, true)
    : wait('dependency', `waits for ${names(open)}`, false);
}

function explainRouting(task: TaskRecord, facts: WaitFacts): Wait | undefined {
  const { agents } = facts;
  // In a list of thousands most are for anybody: the same agents and the same words for each.
  const fitting = isForAnybody(task) ? agents : agents.filter((agent) => matches(task, agent));
  if (fitting.length === 0 && !isRoutable(task, agents)) return wait('nobody', describeNobody(task, agents), true);
  const started = fitting.filter(({ executor }) => executor !== 'pull');
  if (started.length === 0) return waitForClaim(fitting);
  if (!facts.hasScheduler) return wait('scheduler', 'waits for a scheduler: run baton serve, or baton tick', true);
  const full = started.map((agent) => facts.load.findFull(agent, task));
  const [first] = full;
  if (first === undefined || full.includes(undefined)) return wait('scheduler', 'is about to be started', false);
  return wait(first.kind === 'resource' ? 'resource' : 'slot', describeFull(first), false);
}

const claimWaits = new WeakMap<readonly AgentProfile[], Wait>();

function waitForClaim(agents: readonly AgentProfile[]): Wait {
  const known = claimWaits.get(agents);
  if (known !== undefined) return known;
  const names = agents.map(({ id }) => id).join(', ');
  const made = wait('agent', `waits for ${names === '' ? 'any agent' : names} to claim it`, false);
  claimWaits.set(agents, made);
  return made;
}

function describeFull({ kind, name, limit, taskIds }: FullPlace): string {
  const ids = [...new Set(taskIds)];
  const held = ` (${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ', …' : ''})`;
  if (kind === 'resource') return `waits for ${name}, which is in use${held}`;
  if (kind === 'total') return `waits for a slot: ${limit} of ${limit} tasks run (tasks.maxRunning)`;
  return `waits for a slot of ${kind === 'team' ? `team ${name}` : name}: ${limit} of ${limit} taken${held}`;
}

const near = (name: string, known: readonly (string | undefined)[]): string => {
  const best = findNearest(name, new Set(known.filter((one) => one !== undefined)));
  return best === undefined ? '' : `; did you mean ${best}?`;
};

/** Whom it asks for, and the known name that comes closest. */
function describeNobody({ routing, metadata }: TaskRecord, agents: readonly AgentProfile[]): string {
  const agent = metadata.handoff?.to ?? routing.agent;
  if (agent !== undefined && !agents.some(({ id }) => id === agent))
    return `nobody can take it: there is no agent ${agent}${near(
      agent,
      agents.map(({ id }) => id),
    )}`;
  const { role, team } = routing;
  if (role !== undefined && !agents.some((one) => one.role === role))
    return `nobody can take it: no agent has the role ${role}${near(
      role,
      agents.map((one) => one.role),
    )}`;
  if (team !== undefined && !agents.some((one) => one.team === team))
    return `nobody can take it: no agent is in the team ${team}${near(
      team,
      agents.map((one) => one.team),
    )}`;
  const wanted = [agent, role, team, ...routing.tags].filter((word) => word !== undefined);
  return `nobody can take it: no agent fits ${wanted.join(', ')}`;
}

/** `40 s`, `3 min`, `2 h`. */
function renderSpan(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}

import type { AgentProfile, Survey } from '../../kernel/ports/index.ts';
import type { TaskRecord } from '../../kernel/tasks.ts';
import type { Occupant, SchedulerRules } from './decide.ts';

/** Why there is no place for a task at an agent, and what takes it. */
export interface FullPlace {
  readonly kind: 'agent' | 'team' | 'total' | 'resource';
  /** Of the agent, the team or the resource; empty for the total. */
  readonly name: string;
  readonly limit: number;
  /** Tasks whose programs take the places. */
  readonly taskIds: readonly string[];
}

/** A run takes a place until its program is gone: that it has reported makes no room. */
export class Load {
  readonly #rules: SchedulerRules;
  readonly #teams: ReadonlyMap<string, string | undefined>;
  readonly #places: Omit<Occupant, 'runId'>[] = [];

  constructor(agents: readonly AgentProfile[], rules: SchedulerRules) {
    this.#rules = rules;
    this.#teams = new Map(agents.map(({ id, team }) => [id, team]));
  }

  add(place: Omit<Occupant, 'runId'>): void {
    this.#places.push(place);
  }

  /** Undefined if there is room. */
  findFull(agent: AgentProfile, { metadata: { resource } }: TaskRecord): FullPlace | undefined {
    const { maxRunning, teamLimits } = this.#rules;
    const teamLimit = agent.team === undefined ? undefined : teamLimits[agent.team];
    return (
      this.#full('total', '', maxRunning, () => true) ??
      this.#full('agent', agent.id, agent.concurrency, (place) => place.agent === agent.id) ??
      (teamLimit === undefined || agent.team === undefined
        ? undefined
        : this.#full('team', agent.team, teamLimit, (place) => this.#teams.get(place.agent) === agent.team)) ??
      (resource === undefined ? undefined : this.#full('resource', resource, 1, (place) => place.resource === resource))
    );
  }

  #full(
    kind: FullPlace['kind'],
    name: string,
    limit: number,
    takes: (place: Omit<Occupant, 'runId'>) => boolean,
  ): FullPlace | undefined {
    const taken = this.#places.filter(takes);
    return taken.length < limit ? undefined : { kind, name, limit, taskIds: taken.map(({ taskId }) => taskId) };
  }
}

export const resourceOf = ({ metadata: { resource } }: TaskRecord): { readonly resource?: string } =>
  resource === undefined ? {} : { resource };

/** What runs now: tasks that are held and not reported, and programs that outlive their report. */
export function readLoad(
  running: Survey['running'],
  occupants: readonly Occupant[],
  agents: readonly AgentProfile[],
  rules: SchedulerRules,
): Load {
  const load = new Load(agents, rules);
  const counted = new Set<string>();
  for (const { entry } of running) {
    const { task, result } = entry;
    // It has reported and only waits for its children; if its program still lives, that is an occupant.
    if (result !== undefined || task.lease === undefined) continue;
    counted.add(task.lease.runId);
    load.add({ agent: task.lease.agent, taskId: task.id, ...resourceOf(task) });
  }
  for (const { runId, ...place } of occupants) if (!counted.has(runId)) load.add(place);
  return load;
}

/** A task without routing is for any agent that asks. */
export const isRoutable = (task: TaskRecord, agents: readonly AgentProfile[]): boolean =>
  isForAnybody(task) || agents.some((agent) => matches(task, agent));

export const isForAnybody = ({ routing, metadata }: TaskRecord): boolean =>
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

/** The registry as a graph: who may hand to whom, and why. */
import { listAgents, readBoundaries, type Evidence } from '../evidence.ts';
import type { AgentType, RegisteredAgent } from '../schema.ts';

export interface GovernanceGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

export interface GraphNode {
  readonly id: string;
  readonly type: AgentType;
  readonly name: string;
  readonly isBlocked: boolean;
  /** Only vouched handoffs reach it. */
  readonly isHeld: boolean;
}

/**
 * `names`: the boundaries of `from` name `to`. `part`: `to` is a part of the archetype `from`; both directions are open.
 * What an orchestrator may do holds for everybody and is not drawn edge by edge.
 */
export interface GraphEdge {
  readonly kind: 'names' | 'part';
  readonly from: string;
  readonly to: string;
  readonly percent?: number;
}

export function planGraph(
  evidence: Evidence,
  blocked: ReadonlySet<string> = new Set(),
  held: ReadonlySet<string> = new Set(),
): GovernanceGraph {
  const agents = listAgents(evidence).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const known = new Set(agents.map(({ id }) => id));
  return {
    nodes: agents.map(({ id, type, name }) => ({ id, type, name, isBlocked: blocked.has(id), isHeld: held.has(id) })),
    edges: agents.flatMap((agent) => edgesOf(evidence, agent)).filter(({ to }) => known.has(to)),
  };
}

function edgesOf(evidence: Evidence, agent: RegisteredAgent): GraphEdge[] {
  if (agent.type === 'orchestrator') return [];
  const parts = [...agent.composition].map(([to, percent]): GraphEdge => ({
    kind: 'part',
    from: agent.id,
    to,
    ...(typeof percent === 'number' ? { percent } : {}),
  }));
  const reading = readBoundaries(evidence, agent);
  const named = reading.kind === 'stated' ? [...reading.with].filter((id) => !agent.composition.has(id)) : [];
  return [...parts, ...named.map((to): GraphEdge => ({ kind: 'names', from: agent.id, to }))];
}

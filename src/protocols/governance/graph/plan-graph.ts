/** The registry as a graph: who may hand to whom, and why. */
import { listAgents, readBoundaries, type Evidence } from '../registry.ts';
import type { AgentType, RegisteredAgent } from '../schema.ts';

/** The agents of a registry, and who may hand work to whom. */
export interface GovernanceGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** An agent in the graph. */
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

/** Who may hand work to whom, as nodes and edges. */
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

/** The graph as text for a terminal and as Mermaid for a page. */

const TYPES = ['orchestrator', 'archetype', 'domain'] as const;

/** The graph as indented text. */
export function renderGraphText({ nodes, edges }: GovernanceGraph): string {
  const lines: string[] = [];
  for (const type of TYPES) {
    for (const node of nodes.filter((candidate) => candidate.type === type)) {
      lines.push(`${node.id} (${type}${node.isBlocked ? ', BLOCKED' : ''})  ${node.name}`);
      if (type === 'orchestrator') lines.push('  ↔ everyone');
      lines.push(...edges.filter(({ from }) => from === node.id).map(renderEdge));
    }
  }
  return lines.join('\n');
}

const renderEdge = ({ kind, to, percent }: GraphEdge): string =>
  kind === 'part' ? `  ↔ ${to}  ${percent ?? '?'} %` : `  → ${to}`;

/** The graph as a Mermaid flowchart. */
export function renderGraphMermaid({ nodes, edges }: GovernanceGraph): string {
  const key = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  return [
    'flowchart TB',
    ...nodes.map((node) => `  ${key.get(node.id) ?? ''}${shapeOf(node)}`),
    ...edges.map(({ kind, from, to, percent }) => {
      const arrow = kind === 'part' ? `<-->|${percent ?? '?'} %|` : '-->';
      return `  ${key.get(from) ?? ''} ${arrow} ${key.get(to) ?? ''}`;
    }),
    '  classDef orchestrator stroke-dasharray:4',
    '  classDef blocked stroke:#b3261e,stroke-width:3px',
    ...nodes.filter(({ type }) => type === 'orchestrator').map(({ id }) => `  class ${key.get(id) ?? ''} orchestrator`),
    ...nodes.filter(({ isBlocked }) => isBlocked).map(({ id }) => `  class ${key.get(id) ?? ''} blocked`),
  ].join('\n');
}

function shapeOf({ id, name, type }: GraphNode): string {
  const label = `"${escapeLabel(name)}<br/><small>${escapeLabel(id)}</small>"`;
  if (type === 'orchestrator') return `{{${label}}}`;
  return type === 'archetype' ? `([${label}])` : `[${label}]`;
}

/** Names come from a file people edit: none of them may end the label or become markup. */
const escapeLabel = (text: string): string =>
  text.replaceAll(/[&<>"#;\n\r[\]{}()|`\\]/g, (character) => `#${character.charCodeAt(0)};`);

/** The graph as text for a terminal and as Mermaid for a page. */
import type { GovernanceGraph, GraphEdge, GraphNode } from './plan-graph.ts';

const TYPES = ['orchestrator', 'archetype', 'domain'] as const;

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

import { get } from '../api.ts';
import { Empty, Loaded, useLoaded } from '../parts/loading.tsx';
import type { GovernanceView as Governance } from '../types.ts';

const SIZE = 640;
const RADIUS = { domain: 250, archetype: 130, orchestrator: 0 } as const;

export function GovernanceView() {
  const state = useLoaded<Governance>(
    'governance',
    () => get('/v1/governance'),
    ({ type }) => type.startsWith('delegation.'),
  );
  return (
    <Loaded state={state}>
      {(view) =>
        view.agents.length === 0 ? (
          <Empty title="No governed agents">
            <p>
              <code>baton govern init</code> sets up a registry of agents and who may hand what to whom.
            </p>
          </Empty>
        ) : (
          <div class="page">
            <h1>Governance</h1>
            <p class={view.audit.ok ? 'callout good' : 'callout bad'}>
              {view.audit.ok
                ? `✓ The audit log holds: ${view.audit.entries.toLocaleString()} entries.`
                : `✗ The audit log is broken at ${view.audit.brokenAt ?? 'an unknown place'}.`}
            </p>
            {view.problems.map((problem) => (
              <p key={problem} class="callout bad">
                {problem}
              </p>
            ))}
            <Graph view={view} />
            <Agents view={view} />
          </div>
        )
      }
    </Loaded>
  );
}

function Graph({ view }: { readonly view: Governance }) {
  const at = place(view);
  return (
    <div class="picture">
      <svg
        class="graph"
        viewBox={`0 0 ${SIZE + 160} ${SIZE}`}
        role="img"
        aria-label={`${view.agents.length} agents, ${view.edges.length} allowed handoffs`}
      >
        <defs>
          <marker
            id="arrow"
            viewBox="0 0 8 8"
            refX="8"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto-start-reverse"
          >
            <path d="M0,0 L8,4 L0,8 z" />
          </marker>
        </defs>
        {view.edges.map(({ from, to, why }) => {
          const a = at.get(from);
          const b = at.get(to);
          if (a === undefined || b === undefined) return null;
          const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
          const shrink = 30 / length;
          return (
            <line
              key={`${from}>${to}`}
              class="edge"
              x1={a.x + (b.x - a.x) * shrink}
              y1={a.y + (b.y - a.y) * shrink}
              x2={b.x - (b.x - a.x) * shrink}
              y2={b.y - (b.y - a.y) * shrink}
              marker-end="url(#arrow)"
            >
              <title>{`${from} → ${to}: ${why}`}</title>
            </line>
          );
        })}
        {view.agents.map((agent) => {
          const point = at.get(agent.id) ?? { x: 0, y: 0 };
          return (
            <g key={agent.id} class={agent.isBlocked ? 'blocked' : agent.type}>
              <circle cx={point.x} cy={point.y} r={24} />
              <text x={point.x} y={point.y + 40} text-anchor="middle">
                {agent.name}
              </text>
              {agent.isBlocked && (
                <text x={point.x} y={point.y + 5} text-anchor="middle">
                  ✗
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

function place(view: Governance): ReadonlyMap<string, { readonly x: number; readonly y: number }> {
  const centre = { x: SIZE / 2 + 80, y: SIZE / 2 - 10 };
  const points = new Map<string, { x: number; y: number }>();
  for (const [type, radius] of Object.entries(RADIUS)) {
    const agents = view.agents.filter((agent) => agent.type === type);
    agents.forEach((agent, index) => {
      const angle = (index / Math.max(1, agents.length)) * 2 * Math.PI - Math.PI / 2;
      const distance = agents.length === 1 && type !== 'domain' ? 0 : radius === 0 ? 40 : radius;
      points.set(agent.id, { x: centre.x + Math.cos(angle) * distance, y: centre.y + Math.sin(angle) * distance });
    });
  }
  return points;
}

const Agents = ({ view }: { readonly view: Governance }) => (
  <table class="grid">
    <thead>
      <tr>
        <th>Agent</th>
        <th>Kind</th>
        <th>May hand to</th>
        <th>Prompt</th>
      </tr>
    </thead>
    <tbody>
      {view.agents.map((agent) => (
        <tr key={agent.id}>
          <td>
            {agent.name} <code>{agent.id}</code>
          </td>
          <td>{agent.type}</td>
          <td>
            {view.edges
              .filter(({ from }) => from === agent.id)
              .map(({ to }) => to)
              .join(', ')}
          </td>
          <td>{agent.isBlocked ? '✗ blocked' : agent.isVerified ? '✓ verified' : '✗ differs from the lock'}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

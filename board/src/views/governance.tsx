import { useSignal } from '@preact/signals';
import { get } from '../api.ts';
import { AuditRow } from '../parts/audit-row.tsx';
import { Grid } from '../parts/grid.tsx';
import { Ago } from '../parts/labels.tsx';
import { Empty, Loaded, useLoaded } from '../parts/loading.tsx';
import { Section } from '../parts/section.tsx';
import type { GovernanceView as Governance } from '../types.ts';

type Agent = Governance['agents'][number];
type Edge = Governance['edges'][number];

export function GovernanceView() {
  const state = useLoaded<Governance>(
    'governance',
    () => get('/v1/governance'),
    ({ type }) => type.startsWith('delegation.'),
  );
  return (
    <Loaded state={state}>
      {(view) =>
        view.agents.length + view.problems.length + view.entries.length === 0 ? (
          <Empty view="Governance" title="No governed agents">
            <p>
              <code>baton govern init</code> sets up a registry of agents and who may hand what to whom.
            </p>
          </Empty>
        ) : (
          <div class="page">
            <h1>Governance</h1>
            <p class={view.audit.ok ? 'callout good' : 'callout bad'}>
              {view.audit.ok
                ? `✓ The audit log holds: ${view.audit.entries.toLocaleString()} ${view.audit.entries === 1 ? 'entry' : 'entries'}.`
                : `✗ The audit log is broken at ${view.audit.brokenAt ?? 'an unknown place'}.`}
            </p>
            {view.problems.map((problem) => (
              <p key={problem} class="callout bad">
                ✗ {problem}
              </p>
            ))}
            <Blocks view={view} />
            {view.agents.length > 0 && <Graph view={view} />}
            <Entries view={view} />
            {view.agents.length > 0 && <Agents view={view} />}
          </div>
        )
      }
    </Loaded>
  );
}

const BOX = { width: 150, height: 44 } as const;
const GAP = 24;
const ROW_STEP = 130;
const MARGIN = 16;
const ROWS = ['orchestrator', 'archetype', 'domain'] as const;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Orchestrators above, archetypes between, domains in a row with arcs below. One agent at a time can be looked at. */
function Graph({ view }: { readonly view: Governance }) {
  const chosen = useSignal<string | undefined>(undefined);
  const rows = ROWS.map((type) => view.agents.filter((agent) => agent.type === type)).filter((row) => row.length > 0);
  const widest = Math.max(1, ...rows.map((row) => row.length));
  const width = widest * (BOX.width + GAP) - GAP + 2 * MARGIN;
  const places = new Map(
    rows.flatMap((row, index) => row.map((agent, at): [string, Place] => [agent.id, placeIn(row, at, index, width)])),
  );
  const deepest = Math.max(0, ...view.edges.map((edge) => depthOf(places, edge)));
  const height = MARGIN + (rows.length - 1) * ROW_STEP + BOX.height + deepest + MARGIN;
  return (
    <div class="picture" tabIndex={0} role="region" aria-label="Who may hand to whom">
      <svg class="graph" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="group">
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
        {view.edges.map((edge) => (
          <path
            key={`${edge.from}>${edge.to}`}
            class={edgeClass(edge, chosen.value)}
            d={draw(places, edge)}
            marker-end="url(#arrow)"
          >
            <title>{`${edge.from} → ${edge.to}: ${edge.why}`}</title>
          </path>
        ))}
        {view.agents.map((agent) => (
          <Node
            key={agent.id}
            agent={agent}
            place={places.get(agent.id) ?? { x: 0, y: 0 }}
            isChosen={chosen.value === agent.id}
            choose={(isOn) => (chosen.value = isOn ? agent.id : undefined)}
          />
        ))}
      </svg>
    </div>
  );
}

const placeIn = (row: readonly Agent[], at: number, index: number, width: number): Place => {
  const step = width / row.length;
  return { x: step * at + (step - BOX.width) / 2, y: MARGIN + index * ROW_STEP };
};

const edgeClass = ({ from, to }: Edge, chosen: string | undefined): string =>
  chosen === undefined ? 'edge' : chosen === from || chosen === to ? 'edge strong' : 'edge faint';

/** How far an arc between two of the same row hangs down. */
function depthOf(places: ReadonlyMap<string, Place>, { from, to }: Edge): number {
  const [a, b] = [places.get(from), places.get(to)];
  return a === undefined || b === undefined || a.y !== b.y ? 0 : 16 + Math.abs(a.x - b.x) / 6;
}

function draw(places: ReadonlyMap<string, Place>, edge: Edge): string {
  const [a, b] = [places.get(edge.from), places.get(edge.to)];
  if (a === undefined || b === undefined) return '';
  const half = BOX.width / 2;
  if (a.y === b.y) {
    const y = a.y + BOX.height;
    const depth = depthOf(places, edge) * 1.33;
    const side = a.x < b.x ? 14 : -14;
    const [start, end] = [a.x + half + side, b.x + half - side];
    return `M${start},${y} C${start},${y + depth} ${end},${y + depth} ${end},${y + 2}`;
  }
  const [startY, endY] = a.y < b.y ? [a.y + BOX.height, b.y - 2] : [a.y, b.y + BOX.height + 2];
  const middle = (startY + endY) / 2;
  return `M${a.x + half},${startY} C${a.x + half},${middle} ${b.x + half},${middle} ${b.x + half},${endY}`;
}

interface NodeProps {
  readonly agent: Agent;
  readonly place: Place;
  readonly isChosen: boolean;
  readonly choose: (isOn: boolean) => void;
}

const Node = ({ agent, place: { x, y }, isChosen, choose }: NodeProps) => (
  <g
    class={`${agent.isBlocked || !agent.isVerified ? 'blocked' : agent.type} ${isChosen ? 'chosen' : ''}`}
    tabIndex={0}
    role="img"
    aria-label={`${agent.name}, ${agent.type}, ${trustOf(agent)}`}
    onMouseEnter={() => choose(true)}
    onMouseLeave={() => choose(false)}
    onFocus={() => choose(true)}
    onBlur={() => choose(false)}
  >
    <rect x={x} y={y} width={BOX.width} height={BOX.height} rx={9} />
    <text x={x + BOX.width / 2} y={y + 19} text-anchor="middle">
      {agent.name}
    </text>
    <text class="sub" x={x + BOX.width / 2} y={y + 35} text-anchor="middle">
      {trustOf(agent)}
    </text>
  </g>
);

const trustOf = ({ isBlocked, isHeld, isVerified }: Agent): string =>
  isBlocked ? '✗ blocked' : isHeld ? '! held' : isVerified ? '✓ verified' : '✗ differs from the lock';

/** Who may not take part, and what ends it. */
const Blocks = ({ view }: { readonly view: Governance }) =>
  view.blocks.length === 0 ? null : (
    <Section title="Blocked and held" count={view.blocks.length}>
      <Grid label="Blocked and held agents" heads={['Agent', 'Why', 'Since', 'What ends it']}>
        {view.blocks.map((block) => (
          <tr key={block.agent}>
            <td>
              <strong>{block.agent}</strong>{' '}
              <span class={`status ${block.kind === 'blocked' ? 'deadletter' : 'blocked'}`}>{block.kind}</span>
            </td>
            <td>{block.reason}</td>
            <td>{block.at === '' ? '' : <Ago at={block.at} />}</td>
            <td>
              <code>baton govern reconcile {block.agent}</code>
            </td>
          </tr>
        ))}
      </Grid>
    </Section>
  );

const SHOWN = 20;

function Entries({ view }: { readonly view: Governance }) {
  const hasAll = useSignal(false);
  const shown = hasAll.value ? view.entries : view.entries.slice(0, SHOWN);
  return (
    <Section title="Audit log" count={view.audit.entries}>
      {view.entries.length === 0 ? (
        <p class="nothing">no handoff was recorded yet</p>
      ) : (
        <Grid label="Audit entries" heads={['When', 'What', 'Who', 'Proof']}>
          {shown.map((entry) => (
            <AuditRow key={entry.ref} entry={entry} />
          ))}
        </Grid>
      )}
      {view.entries.length > SHOWN && (
        <button type="button" class="plain" onClick={() => (hasAll.value = !hasAll.value)}>
          {hasAll.value ? 'Show fewer' : `Show the ${view.entries.length} latest`}
        </button>
      )}
    </Section>
  );
}

const Agents = ({ view }: { readonly view: Governance }) => (
  <section class="part">
    <h2>Agents</h2>
    <Grid label="Agents" heads={['Agent', 'Kind', 'May hand to', 'Prompt']}>
      {view.agents.map((agent) => (
        <tr key={agent.id}>
          <td>
            {agent.name} <small>{agent.id}</small>
          </td>
          <td>{agent.type}</td>
          <td>{agent.type === 'orchestrator' ? 'everyone' : namesOf(view, agent)}</td>
          <td class="number">{trustOf(agent)}</td>
        </tr>
      ))}
    </Grid>
  </section>
);

const namesOf = (view: Governance, { id }: Agent): string =>
  view.edges
    .filter(({ from }) => from === id)
    .map(({ to }) => view.agents.find((agent) => agent.id === to)?.name ?? to)
    .join(', ');

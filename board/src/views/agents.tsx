import { get } from '../api.ts';
import { fineSpan } from '../clock.ts';
import { Grid } from '../parts/grid.tsx';
import { Ago } from '../parts/labels.tsx';
import { Empty, Loaded, useLoaded } from '../parts/loading.tsx';
import { hrefWith, taskHref } from '../place.ts';
import type { AgentView } from '../types.ts';

export function AgentsView() {
  const state = useLoaded<{ readonly agents: readonly AgentView[] }>(
    'agents',
    () => get('/v1/agents'),
    ({ type }) => type !== 'lease.renewed',
  );
  return (
    <Loaded state={state}>
      {({ agents }) =>
        agents.length === 0 ? (
          <Empty view="Agents" title="No agents yet">
            <p>
              <code>baton agent add ada --role engineer</code> registers one; any agent that claims a task appears here.
            </p>
          </Empty>
        ) : (
          <div class="page">
            <h1>Agents</h1>
            <Grid
              label="Agents"
              heads={['Agent', 'Slots', 'At work on', 'Waiting', 'Done', 'Failed', 'Typical run', 'Seen']}
            >
              {agents.map((agent) => (
                <Row key={agent.id} agent={agent} />
              ))}
            </Grid>
          </div>
        )
      }
    </Loaded>
  );
}

const Row = ({ agent }: { readonly agent: AgentView }) => (
  <tr>
    <td>
      <a href={hrefWith('/', { agent: agent.id })}>{agent.id}</a>
      <small>{[agent.role, agent.team, agent.executor].filter((word) => word !== undefined).join(' · ')}</small>
    </td>
    <td class="number">
      <Slots used={agent.running.length} slots={agent.slots} />
    </td>
    <td>
      {agent.running.length === 0 ? <span class="nothing">idle</span> : null}
      <ul class="links">
        {agent.running.map(({ id, title }) => (
          <li key={id}>
            <a href={taskHref(id)}>{title}</a>
          </li>
        ))}
      </ul>
    </td>
    <td class="number">{agent.waiting}</td>
    <td class="number">{agent.done}</td>
    <td class="number">{agent.failed > 0 ? <span class="bad-text">{agent.failed}</span> : 0}</td>
    <td class="number">{agent.medianMs === undefined ? '' : fineSpan(agent.medianMs)}</td>
    <td>{agent.lastSeen === undefined ? 'never' : <Ago at={agent.lastSeen} />}</td>
  </tr>
);

const MAX_DOTS = 10;

/** One dot per slot; agents that were never registered have none. */
const Slots = ({ used, slots }: { readonly used: number; readonly slots: number }) => (
  <span title={`${used} of ${slots} in use`}>
    {slots > 0 && slots <= MAX_DOTS && (
      <span class="slots" aria-hidden="true">
        {'●'.repeat(Math.min(used, slots))}
        {'○'.repeat(Math.max(0, slots - used))}
      </span>
    )}{' '}
    {slots === 0 ? used : `${used}/${slots}`}
  </span>
);

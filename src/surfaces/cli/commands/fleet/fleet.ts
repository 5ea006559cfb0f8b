import { viewFleet, type FleetView, type MachineView } from '../../../../relay/fleet/index.ts';
import { defineCommand } from '../../command.ts';
import type { Style } from '../../style.ts';
import { renderTable } from '../../table.ts';

export const fleet = defineCommand({
  operands: '',
  takes: [0, 0],
  about:
    'Shows who works on the tasks of this store: machines with their last sign of life and version, which of them leads, agents with their slots, runs, events that wait for delivery, clock skew, version of the tables, connections.',
  flags: {},
  examples: [
    { run: 'baton fleet', does: 'for people' },
    { run: 'baton fleet --json', does: 'for programs' },
  ],
  async run({ platform: getPlatform }) {
    const view = await viewFleet(await getPlatform());
    return { kind: 'value', data: view, text: (style) => render(view, style) };
  },
});

function render(view: FleetView, style: Style): string {
  const { server, connections, machines } = view;
  if (server === null) return 'The tasks are in files: one machine, and no fleet to show.';
  const outdated = server.schema === server.wanted ? '' : `, this Baton makes ${server.wanted}`;
  return [
    `${server.software}, tables at version ${server.schema}${outdated}; leader ${view.leader ?? 'none'}`,
    `${view.running} running; ${view.outbox} events wait for delivery (${view.lagSeconds} s), ${view.unnumbered} for their place`,
    ...(connections === null
      ? []
      : [`connections: ${connections.own} of Baton, ${connections.all} of ${connections.max} in use`]),
    ...(machines.length === 0
      ? ['No daemon has been heard of in the last day.']
      : ['', renderMachines(machines, style)]),
  ].join('\n');
}

function renderMachines(machines: readonly MachineView[], style: Style): string {
  const rows = machines.map(({ name, pid, alive, leads, lastSeen, version, skewMs, agents, runs }) => [
    style.bold(name),
    String(pid ?? ''),
    alive ? (leads ? 'leads' : 'alive') : style.red('silent'),
    lastSeen,
    version ?? 'unknown',
    skewMs === null ? '' : `${skewMs} ms`,
    agents.map(({ id, taken, slots }) => `${id} ${taken}/${slots}`).join(', '),
    runs.map(({ task, run }) => task ?? run).join(', '),
  ]);
  return renderTable([
    ['machine', 'process', 'state', 'last seen', 'version', 'skew', 'agents', 'runs'].map((word) => style.dim(word)),
    ...rows,
  ]);
}

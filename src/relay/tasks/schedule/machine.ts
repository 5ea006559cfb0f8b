import { given } from '../../../kernel/given.ts';
import type { DaemonReport, Fleet, Platform, RunTicket } from '../../../kernel/ports/index.ts';
import type { FleetView, Occupant, Program, RunFacts } from '../../../protocols/tasks/index.ts';
import { VERSION } from '../../../kernel/version.ts';
import { hasNotifyRules } from '../../settings/index.ts';
import type { AgentBook } from '../agents/agents.ts';

/** This machine among those that share the store, during one pass. */
export interface Machine {
  /** Its runs carry this name. The same after a restart of the machine. */
  readonly name: string;
  /** Undefined: the store is this machine's own. */
  readonly view: FleetView | undefined;
  /** Tells the others which runs are seen from here, so that none of them takes one for dead. */
  lookAfter(runs: ReadonlyMap<string, RunFacts>, programs: readonly Program[]): Promise<void>;
  /** One more, which is about to be started. */
  addRun(runId: string): Promise<void>;
  /** Starting agents, one machine at a time: how many may run counts for all of them together. */
  inTurn(work: () => Promise<void>): Promise<void>;
}

const onItsOwn = (name: string): Machine => ({
  name,
  view: undefined,
  lookAfter: async () => undefined,
  addRun: async () => undefined,
  inTurn: async (work) => await work(),
});

export interface MeetOptions {
  readonly leads: boolean;
  /** A daemon, which will be there for the next pass too. */
  readonly isDaemon: boolean;
}

export async function syncWithFleet(
  platform: Pick<Platform, 'facts' | 'files' | 'processes' | 'project' | 'tasks'>,
  book: AgentBook,
  options: MeetOptions,
): Promise<Machine> {
  const { fleet } = await platform.tasks();
  const name = await nameMachine(platform);
  if (fleet === undefined) return onItsOwn(name);
  const id = await identify(platform);
  const others = await fleet.readOthers(id);
  const runs = new Set(others.flatMap((other) => other.runs));
  const own = new Set<string>();
  let live: readonly RunTicket[] = [];
  const report = async (): Promise<void> => {
    if (options.isDaemon) await fleet.report({ ...(await describe(platform, id, book, own)), programs: live });
  };
  return {
    name,
    view: {
      leads: options.leads,
      agents: others.flatMap(({ agents }) => agents),
      runs,
      occupants: others.flatMap(({ programs = [] }) => programs.map(toOccupant)),
    },
    async lookAfter(facts, programs) {
      live = programs.filter((program) => program.facts.session === 'alive').map(toTicket);
      for (const [runId, { session }] of facts) if (session !== 'unknown' && !runs.has(runId)) own.add(runId);
      await report();
    },
    async addRun(runId) {
      own.add(runId);
      await report();
    },
    inTurn: async (work) => void (await fleet.inTurn(work)),
  };
}

const toOccupant = ({ runId, taskId, agentId, resource }: RunTicket): Occupant => ({
  runId,
  taskId,
  agent: agentId,
  ...given({ resource }),
});

const toTicket = ({ runId, taskId, agent, resource }: Occupant): RunTicket => ({
  runId,
  taskId,
  agentId: agent,
  ...given({ resource }),
});

/** Others need not wait until it is clear that it does not come back. */
export const leaveFleet = async (fleet: Fleet | undefined): Promise<void> => {
  // The database may be what ended the daemon; then its word simply grows old.
  await fleet?.leave().catch(() => undefined);
};

/** Host names are not unique, and one machine may have several data dirs. Not the boot: it keeps its name over that. */
async function nameMachine({
  processes,
  facts,
  project: { dataDir },
}: Pick<Platform, 'facts' | 'processes' | 'project'>): Promise<string> {
  const mark = (await processes.self()).started?.split('/')[0]?.slice(0, 8) ?? '';
  return `${facts.host}${mark === '' ? '' : `#${mark}`}:${dataDir}`;
}

async function identify({
  processes,
  facts,
  project: { dataDir },
}: Pick<Platform, 'facts' | 'processes' | 'project'>): Promise<string> {
  // Machine, boot and process namespace: host names are not unique.
  const place = (await processes.self()).started?.split('/').slice(0, 3).join('/') ?? '';
  return [facts.host, place, dataDir].join(' ');
}

async function describe(
  { facts, files, processes, project: { dataDir } }: Pick<Platform, 'facts' | 'files' | 'processes' | 'project'>,
  id: string,
  book: AgentBook,
  runs: ReadonlySet<string>,
): Promise<DaemonReport> {
  return {
    id,
    // Settings and keys are nobody else's business.
    agents: book.agents.map(({ settings: _settings, publicKey: _key, ...profile }) => profile),
    runs: [...runs].sort(),
    notifies: await hasNotifyRules({ files, dataDir }),
    host: facts.host,
    pid: (await processes.self()).pid,
    version: VERSION,
  };
}

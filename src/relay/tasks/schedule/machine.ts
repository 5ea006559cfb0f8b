import type { DaemonReport, Fleet, Platform } from '../../../kernel/ports/index.ts';
import type { FleetView, RunFacts } from '../../../protocols/tasks/index.ts';
import { hasNotifyRules } from '../../settings/index.ts';
import type { AgentBook } from '../agents/agents.ts';

/** This machine among those that share the store, during one pass. */
export interface Machine {
  /** Undefined: the store is this machine's own. */
  readonly view: FleetView | undefined;
  /** Tells the others which runs are seen from here, so that none of them takes one for dead. */
  lookAfter(runs: ReadonlyMap<string, RunFacts>): Promise<void>;
  /** One more, which is about to be started. */
  addRun(runId: string): Promise<void>;
  /** Starting agents, one machine at a time: how many may run counts for all of them together. */
  inTurn(work: () => Promise<void>): Promise<void>;
}

const ON_ITS_OWN: Machine = {
  view: undefined,
  lookAfter: async () => undefined,
  addRun: async () => undefined,
  inTurn: async (work) => await work(),
};

export interface MeetOptions {
  readonly leads: boolean;
  /** A daemon, which will be there for the next pass too. */
  readonly isDaemon: boolean;
}

export async function meetFleet(
  platform: Pick<Platform, 'facts' | 'files' | 'processes' | 'project' | 'tasks'>,
  book: AgentBook,
  options: MeetOptions,
): Promise<Machine> {
  const { fleet } = await platform.tasks();
  if (fleet === undefined) return ON_ITS_OWN;
  const id = await identify(platform);
  const others = await fleet.readOthers(id);
  const runs = new Set(others.flatMap((other) => other.runs));
  const own = new Set<string>();
  const report = async (): Promise<void> => {
    if (options.isDaemon) await fleet.report(await describe(platform, id, book, own));
  };
  return {
    view: { leads: options.leads, agents: others.flatMap(({ agents }) => agents), runs },
    async lookAfter(facts) {
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

/** Others need not wait until it is clear that nobody comes back. */
export const leaveFleet = async (fleet: Fleet | undefined): Promise<void> => {
  // The database may be what ended the daemon; then its word simply grows old.
  await fleet?.leave().catch(() => undefined);
};

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
  { files, project: { dataDir } }: Pick<Platform, 'files' | 'project'>,
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
  };
}

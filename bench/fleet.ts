import { startPostgres } from '../test/support/postgres/server.ts';
import { claimFor, openBareClaimers, openSharedStore, type Claimers } from './fleet/claimers.ts';
import { startClaiming, type ProcessPlan } from './fleet/claiming-processes.ts';
import { createGraphileQueue } from './fleet/graphile-worker.ts';
import type { PeerQueue } from './fleet/peer-queue.ts';
import { createPgBossQueue } from './fleet/pg-boss.ts';
import { createQueue, type Queue } from './fleet/queue.ts';
import { defineBenchmark, durationMs, type Case, type Contender } from './frame/index.ts';

const AGENTS = 32;
const PROCESSES = 4;
/** The work of a process is spread over several: it takes as much longer until its code runs at full speed. */
const WARM_UP_MS = 6_000;
/** Short ones, and many: a busy machine changes from second to second. */
const ROUNDS = 11;
/** Pieces of work that are taken in a round beside other queues. */
const TAKEN = 500;

/** Ends with the benchmark. */
type OnEnd = (end: () => Promise<void>) => void;

interface Parts {
  readonly address: string;
  readonly quick: boolean;
  readonly roundMs: number;
  /** More than twice what any contender claims in a round, so that there are ten thousand at its end as well. */
  readonly live: number;
  readonly onEnd: OnEnd;
}

/** What a claim over a database costs beside the one statement that nobody can do without. */
export const benchmark = defineBenchmark({
  about: `claims on PostgreSQL by ${AGENTS} agents with a connection each, beside the bare statement, pg-boss and graphile-worker`,
  async prepare({ quick }) {
    const ends: (() => Promise<void>)[] = [];
    const onEnd: OnEnd = (end) => void ends.unshift(end);
    const server = await startPostgres({ shared_buffers: '256MB', max_wal_size: '4GB', max_connections: '600' });
    onEnd(() => server.remove());
    const parts = { address: server.url, quick, roundMs: quick ? 500 : 1_000, live: 120_000, onEnd };
    return {
      cases: [
        ...(await bareCases(parts)),
        await besideFinished(parts),
        await afterOthers(parts),
        ...(await besideQueues(parts)),
      ],
      async cleanUp() {
        for (const end of ends) await end();
      },
    };
  },
});

/** Each contender has tasks of its own, on the same server with every commit flushed. */
async function newQueue({ address, onEnd }: Parts, schema: string, live: number, more = {}): Promise<Queue> {
  const queue = await createQueue(address, schema, { live, finished: 0, ...more });
  onEnd(() => queue.close());
  return queue;
}

/** A queue for each contender of each case: what others claimed from one before would slow down the next one. */
async function bareCases(parts: Parts): Promise<Case[]> {
  const queue = (schema: string): Promise<Queue> => newQueue(parts, schema, parts.live);
  const one = await queue('one');
  const oneBare = await queue('one_bare');
  const apartBare = await claimingApart('the bare statement', await queue('apart_bare'), 'bare', parts);
  const target = { limit: 0.7, against: 'floor' } as const;
  return [
    {
      title: `claim, ${AGENTS} agents of one process`,
      unit: '/s',
      ours: claiming('one store', one, await openSharedStore(one, AGENTS), parts),
      floor: claiming('the bare statement', oneBare, await openBareClaimers(oneBare, AGENTS), parts),
      target,
      rounds: ROUNDS,
    },
    {
      title: `claim, ${AGENTS} agents of ${PROCESSES} processes`,
      unit: '/s',
      ours: await claimingApart('a store each', await queue('apart'), 'shared', parts),
      floor: apartBare,
      target,
      rounds: ROUNDS,
    },
    {
      title: `the same, each agent with a store of its own`,
      unit: '/s',
      ours: await claimingApart('a store per agent', await queue('alone'), 'alone', parts),
      floor: apartBare,
      target,
      rounds: ROUNDS,
    },
  ];
}

async function besideFinished(parts: Parts): Promise<Case> {
  const finished = parts.quick ? 100_000 : 1_000_000;
  const few = await newQueue(parts, 'few', parts.live);
  const many = await newQueue(parts, 'many', parts.live, { finished });
  return {
    title: `claim beside ${finished.toLocaleString('en-US')} finished tasks`,
    unit: '/s',
    ours: claiming('many tasks', many, await openSharedStore(many, AGENTS), parts),
    floor: claiming('few tasks', few, await openSharedStore(few, AGENTS), parts),
    target: { limit: 0.67, against: 'floor' },
    rounds: ROUNDS,
  };
}

async function afterOthers(parts: Parts): Promise<Case> {
  const forOthers = 10_000;
  const alone = await newQueue(parts, 'by_itself', parts.live);
  const after = await newQueue(parts, 'after', parts.live, { forOthers });
  return {
    title: `claim after ${forOthers.toLocaleString('en-US')} tasks that are for others`,
    unit: '/s',
    ours: claiming('after others', after, await openSharedStore(after, AGENTS), parts),
    floor: claiming('by itself', alone, await openSharedStore(alone, AGENTS), parts),
    target: { limit: 0.67, against: 'floor' },
    rounds: ROUNDS,
  };
}

/** How long the others take for one piece depends on how many wait, so that is measured twice. */
async function besideQueues(parts: Parts): Promise<Case[]> {
  const cases: Case[] = [];
  for (const live of [1_000, 10_000]) {
    const queue = await newQueue(parts, `waiting_${live}`, live);
    const peers = [
      await createPgBossQueue(parts.address, `pgboss_${live}`, live, AGENTS),
      await createGraphileQueue(parts.address, `graphile_${live}`, live, AGENTS),
    ];
    for (const peer of peers) parts.onEnd(() => peer.close());
    const store = await openSharedStore(queue, AGENTS);
    parts.onEnd(() => store.close());
    cases.push({
      title: `take ${TAKEN} of ${live.toLocaleString('en-US')} that wait, ${AGENTS} workers`,
      unit: '/s',
      ours: taking({ ...queue, ...store, name: 'one store' }),
      peers: peers.map(taking),
    });
  }
  return cases;
}

function claiming(name: string, queue: Queue, claimers: Claimers, { roundMs, onEnd }: Parts): Contender {
  onEnd(() => claimers.close());
  return {
    name,
    measure: async () => {
      await queue.fill();
      return await claimFor(roundMs, claimers);
    },
  };
}

/** As on different machines: no claim of one process goes together with those of another. */
async function claimingApart(name: string, queue: Queue, kind: ProcessPlan['kind'], parts: Parts): Promise<Contender> {
  const { address, schema } = queue;
  const plan = { address, schema, kind, processes: PROCESSES, agentsEach: AGENTS / PROCESSES };
  const processes = await startClaiming(plan);
  parts.onEnd(() => processes.close());
  await queue.fill();
  await processes.claimFor(WARM_UP_MS);
  return {
    name,
    measure: async () => {
      await queue.fill();
      return await processes.claimFor(parts.roundMs);
    },
  };
}

/** Of each, what its workers begin a piece of work with; finishing it is not part of it. */
function taking({ name, fill, claimOnce }: PeerQueue): Contender {
  return {
    name,
    measure: async () => {
      await fill();
      let left = TAKEN;
      // Others may get nothing if they collide; their workers ask again.
      let misses = TAKEN;
      const worker = async (n: number): Promise<void> => {
        while (left > 0) {
          left -= 1;
          if (await claimOnce(n)) continue;
          left += 1;
          misses -= 1;
          if (misses <= 0) throw new Error(`${name}: the queue ran dry, nothing was measured`);
        }
      };
      const tookMs = await durationMs(() => Promise.all(Array.from({ length: AGENTS }, (_, n) => worker(n))));
      return (TAKEN / tookMs) * 1_000;
    },
  };
}

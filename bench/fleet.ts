import { Client } from 'pg';
import { createUlidAfter, type TaskStore } from '../src/kernel/index.ts';
import { systemRandom } from '../src/stores/system/index.ts';
import { startPostgres } from '../test/support/postgres/server.ts';
import { createGraphileQueue } from './fleet/graphile-worker.ts';
import type { PeerQueue } from './fleet/peer-queue.ts';
import { createPgBossQueue } from './fleet/pg-boss.ts';
import { createQueue, openStore, type Queue } from './fleet/queue.ts';
import { defineBenchmark, ratePerSecond, type Contender } from './frame/index.ts';

const AGENTS = 32;

/** Everything a contender needs; each has tasks of its own, on the same server with every commit flushed. */
interface Parts {
  readonly roundMs: number;
  /** Ends with the benchmark. */
  onEnd(end: () => Promise<void>): void;
}

/** What a claim over a database costs beside the one statement that nobody can do without. */
export const benchmark = defineBenchmark({
  about: `claims on PostgreSQL by ${AGENTS} agents with a connection each, beside pg-boss, graphile-worker and the bare statement`,
  async prepare({ quick }) {
    const ends: (() => Promise<void>)[] = [];
    const parts: Parts = { roundMs: quick ? 1_000 : 3_000, onEnd: (end) => void ends.unshift(end) };
    const server = await startPostgres({ shared_buffers: '256MB', max_wal_size: '4GB', max_connections: '300' });
    parts.onEnd(() => server.remove());
    const newQueue = async (schema: string, live: number, finished = 0): Promise<Queue> => {
      const queue = await createQueue(server.url, schema, { live, finished });
      parts.onEnd(() => queue.close());
      return queue;
    };
    // More than twice what any contender claims in a round, so that there are ten thousand at its end as well.
    const live = 25_000;
    const finished = quick ? 100_000 : 1_000_000;
    const short = await newQueue('short', live);
    const bare = await bareClaims(await newQueue('bare', live), parts);
    return {
      cases: [
        {
          title: `claim, ${AGENTS} agents`,
          unit: '/s',
          ours: await sharedStore('one store', short, parts),
          peers: [
            peer('pg-boss', await createPgBossQueue(server.url, live, AGENTS), parts),
            peer('graphile-worker', await createGraphileQueue(server.url, live, AGENTS), parts),
          ],
          floor: bare,
          target: { limit: 0.7, against: 'floor' },
        },
        {
          title: `claim, ${AGENTS} agents in processes of their own`,
          unit: '/s',
          ours: await storeOfEach('a store each', short, parts),
          floor: bare,
          target: { limit: 0.7, against: 'floor' },
        },
        {
          title: `claim beside ${finished.toLocaleString('en-US')} finished tasks`,
          unit: '/s',
          ours: await sharedStore('many tasks', await newQueue('long', live, finished), parts),
          floor: await sharedStore('few tasks', short, parts),
          target: { limit: 0.67, against: 'floor' },
        },
      ],
      async cleanUp() {
        for (const end of ends) await end();
      },
    };
  },
});

function peer(name: string, queue: PeerQueue, parts: Parts): Contender {
  parts.onEnd(() => queue.close());
  return contender(name, queue, parts, (n) => queue.claimOnce(n));
}

/** As agents that a daemon speaks for. */
async function sharedStore(name: string, queue: Queue, parts: Parts): Promise<Contender> {
  const store = await openStore(queue.address, queue.schema, { connections: AGENTS });
  parts.onEnd(() => store.close());
  return contender(name, queue, parts, async (n) => await claim(store, `agent-${n}`));
}

/** Every agent a process of its own, as far as the database can tell. */
async function storeOfEach(name: string, queue: Queue, parts: Parts): Promise<Contender> {
  const stores: TaskStore[] = [];
  for (let n = 0; n < AGENTS; n += 1) {
    const store = await openStore(queue.address, queue.schema, { connections: 1 });
    parts.onEnd(() => store.close());
    stores.push(store);
  }
  return contender(name, queue, parts, async (n) => await claim(stores[n], `agent-${n}`));
}

/** The statement alone, on the same table with the same indexes, one round trip and one commit each. */
async function bareClaims(queue: Queue, parts: Parts): Promise<Contender> {
  const clients: Client[] = [];
  for (let n = 0; n < AGENTS; n += 1) {
    const client = new Client({ connectionString: queue.address });
    await client.connect();
    // Without it the server may sort the whole queue for every claim, and the floor would be too low.
    await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off; SET jit = off');
    parts.onEnd(() => client.end());
    clients.push(client);
  }
  const table = `"${queue.schema}".task`;
  const text = `UPDATE ${table} SET status = 'in-progress', rev = rev + 1, lease_agent = $1 WHERE id = (
    SELECT id FROM ${table} WHERE status = 'ready' AND gate = 'free' AND NOT is_parked
    ORDER BY order_key LIMIT 1 FOR UPDATE SKIP LOCKED
  ) RETURNING entry`;
  return contender('the bare statement', queue, parts, async (n) => {
    const answer = await clients[n]?.query({ name: 'claim', text, values: [`agent-${n}`] });
    return answer?.rows.length === 1;
  });
}

/** One round: the queue is filled up, then each of the agents claims one task after the other. */
function contender(
  name: string,
  queue: Pick<Queue, 'fill'>,
  { roundMs }: Parts,
  claimOnce: (agent: number) => Promise<boolean>,
): Contender {
  return {
    name,
    measure: async () => {
      await queue.fill();
      const free = Array.from({ length: AGENTS }, (_, n) => n);
      return await ratePerSecond(
        roundMs,
        async () => {
          const agent = free.pop() ?? 0;
          if (!(await claimOnce(agent))) throw new Error(`${name}: the queue ran dry, nothing was measured`);
          free.push(agent);
        },
        AGENTS,
      );
    },
  };
}

async function claim(store: TaskStore | undefined, agent: string): Promise<boolean> {
  const now = Date.now();
  const runId = createUlidAfter(undefined, now, systemRandom);
  const claimed = await store?.claimFirst?.({ agent, actor: agent, runId, now, ttlMs: 60_000 }, () => true);
  return claimed !== undefined;
}

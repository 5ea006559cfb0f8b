import { Client } from 'pg';
import { createUlidAfter } from '../../src/kernel/ids.ts';
import type { TaskStore } from '../../src/kernel/ports/index.ts';
import { systemRandom } from '../../src/stores/system/index.ts';
import { ratePerSecond } from '../frame/index.ts';
import { openStore } from './queue.ts';

/** Agents, and the way each of them takes the next task. */
export interface Claimers {
  readonly agents: number;
  /** False if nothing was left. */
  claimOnce(agent: number): Promise<boolean>;
  close(): Promise<void>;
}

/** Where the tasks are. */
interface Place {
  readonly address: string;
  readonly schema: string;
}

/** As agents that a daemon speaks for. */
export async function openSharedStore({ address, schema }: Place, agents: number): Promise<Claimers> {
  const store = await openStore(address, schema, { connections: agents });
  return { agents, claimOnce: (n) => claim(store, `agent-${n}`), close: () => store.close() };
}

/** As agents that know nothing of each other. */
export async function openStoreOfEach({ address, schema }: Place, agents: number): Promise<Claimers> {
  const stores: TaskStore[] = [];
  for (let n = 0; n < agents; n += 1) stores.push(await openStore(address, schema, { connections: 1 }));
  return {
    agents,
    claimOnce: (n) => claim(stores[n], `agent-${n}`),
    close: async () => void (await Promise.all(stores.map((store) => store.close()))),
  };
}

/** The statement alone, on the same table with the same indexes, one round trip and one commit each. */
export async function openBareClaimers({ address, schema }: Place, agents: number): Promise<Claimers> {
  const clients: Client[] = [];
  for (let n = 0; n < agents; n += 1) {
    const client = new Client({ connectionString: address });
    await client.connect();
    // Without it the server may sort the whole queue for every claim, and the floor would be too low.
    await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off; SET jit = off');
    clients.push(client);
  }
  const table = `"${schema}".task`;
  const text = `UPDATE ${table} SET status = 'in-progress', rev = rev + 1, lease_agent = $1 WHERE id = (
    SELECT id FROM ${table} WHERE status = 'ready' AND gate = 'free' AND NOT is_parked AND id_key <> ''
    ORDER BY order_key LIMIT 1 FOR UPDATE SKIP LOCKED
  ) RETURNING entry`;
  return {
    agents,
    claimOnce: async (n) => {
      const answer = await clients[n]?.query({ name: 'claim', text, values: [`agent-${n}`] });
      return answer?.rows.length === 1;
    },
    close: async () => void (await Promise.all(clients.map((client) => client.end()))),
  };
}

/** Each of the agents claims one task after the other until the time is over. */
export async function claimFor(roundMs: number, { agents, claimOnce }: Claimers): Promise<number> {
  const free = Array.from({ length: agents }, (_, n) => n);
  const once = async (): Promise<void> => {
    const agent = free.pop() ?? 0;
    if (!(await claimOnce(agent))) throw new Error('the queue ran dry, nothing was measured');
    free.push(agent);
  };
  return await ratePerSecond(roundMs, once, agents);
}

async function claim(store: TaskStore | undefined, agent: string): Promise<boolean> {
  const now = Date.now();
  const runId = createUlidAfter(undefined, now, systemRandom);
  const terms = { agent, actor: agent, runId, now, ttlMs: 60_000 };
  const claimed = await store?.claimFirst?.(terms, ({ routing }) => routing.agent === undefined);
  return claimed !== undefined;
}

import { Logger } from 'graphile-worker';
import { getUtilsAndReleasersFromOptions } from 'graphile-worker/dist/lib.js';
import { batchGetJobs } from 'graphile-worker/dist/sql/getJobs.js';
import type { PeerQueue } from './peer-queue.ts';

const tasks = { work: () => undefined };

/**
 * Jobs of graphile-worker, taken by the function its workers take them with. That function is not part of its public
 * names: through the public ones a job is also completed, and that is not what the others are measured by.
 */
export async function createGraphileQueue(
  address: string,
  schema: string,
  live: number,
  connections: number,
): Promise<PeerQueue> {
  const [options, release] = await getUtilsAndReleasersFromOptions({
    connectionString: address,
    schema,
    maxPoolSize: connections,
    logger: new Logger(() => () => undefined),
  });
  const { withPgClient } = options;
  const add = `SELECT ${schema}.add_job('work', json_build_object('n', n)) FROM generate_series(1, $1) n`;
  return {
    name: 'graphile-worker',
    fill: async () =>
      await withPgClient(async (client) => {
        const { rows } = await client.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM ${schema}._private_jobs WHERE is_available`,
        );
        const missing = live - (rows[0]?.count ?? 0);
        if (missing > 0) await client.query(add, [missing]);
      }),
    claimOnce: async (worker) =>
      (await batchGetJobs(options, withPgClient, tasks, `worker-${worker}`, null, 1)).length === 1,
    close: async () => await release(),
  };
}

import PgBoss from 'pg-boss';
import type { PeerQueue } from './peer-queue.ts';

const NAME = 'work';
const INSERT_AT_ONCE = 5_000;

/**
 * Jobs of pg-boss: `fetch` marks one as active in one statement, as its workers do; they would wait between two of them,
 * and here nobody does. Its own housekeeping is off. Its order is in no index: every fetch sorts all that waits.
 */
export async function createPgBossQueue(
  address: string,
  schema: string,
  live: number,
  connections: number,
): Promise<PeerQueue> {
  const boss = new PgBoss({
    connectionString: address,
    schema,
    max: connections,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.createQueue(NAME);
  return {
    name: 'pg-boss',
    fill: async () => {
      for (let missing = live - (await boss.getQueueSize(NAME)); missing > 0; missing -= INSERT_AT_ONCE) {
        const jobs = Array.from({ length: Math.min(missing, INSERT_AT_ONCE) }, () => ({ name: NAME, data: {} }));
        await boss.insert(jobs);
      }
    },
    claimOnce: async () => (await boss.fetch(NAME)).length === 1,
    close: async () => await boss.stop({ graceful: false, wait: true }),
  };
}

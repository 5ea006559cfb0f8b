import PgBoss from 'pg-boss';
import type { PeerQueue } from './peer-queue.ts';

const NAME = 'work';
const INSERT_AT_ONCE = 5_000;

/** Jobs of pg-boss: `fetch` marks one as active in one statement. Its own housekeeping is off. */
export async function createPgBossQueue(address: string, live: number, connections: number): Promise<PeerQueue> {
  const boss = new PgBoss({
    connectionString: address,
    schema: 'pgboss_bench',
    max: connections,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.createQueue(NAME);
  return {
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

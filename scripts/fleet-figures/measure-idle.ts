import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from './stage.ts';

const SETTLE_MS = 15_000;
const WATCH_SECONDS = 30;

export interface IdleFigures {
  /** Of two daemons together, the server's own included. */
  readonly transactionsPerSecond: number;
}

export async function measureIdle(stage: Stage): Promise<IdleFigures> {
  // Whatever was left open is nothing to wait for.
  await stage.watcher.query(`UPDATE baton.task SET status = 'cancelled' WHERE status NOT IN ('done', 'cancelled')`);
  const cli = join(stage.build, 'dist', 'cli', 'baton.cjs');
  const daemons = ['idle-a', 'idle-b'].map((name) => stage.start(name, cli, ['serve', '--port', '0', '--quiet']));
  try {
    await sleep(SETTLE_MS);
    const before = await countTransactions(stage);
    await sleep(WATCH_SECONDS * 1_000);
    const count = (await countTransactions(stage)) - before;
    return { transactionsPerSecond: Math.round((10 * count) / WATCH_SECONDS) / 10 };
  } finally {
    for (const daemon of daemons) daemon.kill('SIGTERM');
    await Promise.all(daemons.map(async (daemon) => await new Promise((resolve) => daemon.once('exit', resolve))));
  }
}

async function countTransactions({ watcher }: Stage): Promise<number> {
  const { rows } = await watcher.query<{ count: string }>(
    `SELECT (xact_commit + xact_rollback)::text AS count FROM pg_stat_database WHERE datname = current_database()`,
  );
  return Number(rows[0]?.count);
}

/**
 * npm run fleet:figures [-- BUILD SECONDS]: what a fleet on PostgreSQL costs, measured from outside on the programs in BUILD
 * (default: this folder, which must have been built): steps per second, write-ahead log per step, the share of updates in
 * place, transactions of two idle daemons, size of a finished task, and a prune beside live claims. An earlier release can
 * be measured the same way. Prints JSON.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startPostgres } from '../test/support/postgres/server.ts';
import { measureIdle } from './fleet-figures/measure-idle.ts';
import { measurePrograms } from './fleet-figures/measure-programs.ts';
import { measurePrune } from './fleet-figures/measure-prune.ts';
import { measureWork } from './fleet-figures/measure-work.ts';
import { openStage } from './fleet-figures/stage.ts';

const [build = '.', seconds = '15'] = process.argv.slice(2);
const server = await startPostgres({ shared_buffers: '256MB', max_wal_size: '4GB' });
const folder = mkdtempSync(join(tmpdir(), 'baton-figures-'));
const stage = await openStage({ url: server.url, build: resolve(build), folder });
try {
  const work = await measureWork(stage, Number(seconds));
  const programs = await measurePrograms(stage);
  const idle = await measureIdle(stage);
  const prune = await measurePrune(stage);
  console.log(JSON.stringify({ work, programs, idle, prune }, null, 2));
} finally {
  await stage.close();
  await server.remove();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
}

/**
 * npm run fleet:scale [-- AGENTS SECONDS]: AGENTS agents claim, heartbeat and complete on a real PostgreSQL through a
 * bounded number of connections. Prints rates, times, bytes of the log per step and rows per task; exit code 1 if a
 * task was lost or done twice. docs/scale.md says what follows from it.
 */
import { cpus } from 'node:os';
import { Client } from 'pg';
import { checkHistory, type Acknowledged } from '../test/support/postgres/check-history.ts';
import { readAllEvents } from '../test/support/postgres/plane-actions.ts';
import { startPostgres } from '../test/support/postgres/server.ts';
import { openTestStore } from '../test/support/postgres/test-store.ts';
import { Crowd } from './fleet-scale/crowd.ts';
import { measureSteps } from './fleet-scale/measure-steps.ts';
import { readRows, readTables } from './fleet-scale/read-tables.ts';

const [agents = 1_000, seconds = 30] = process.argv.slice(2).map(Number);
const CONNECTIONS = 32;
const SCHEMA = 'scale';

const server = await startPostgres({ shared_buffers: '256MB', max_wal_size: '4GB' });
const watcher = new Client({ connectionString: server.url });
await watcher.connect();
try {
  const store = await openTestStore(server.url, SCHEMA, { connections: CONNECTIONS });
  const steps = await measureSteps(store, watcher);
  const before = await readRows(watcher, SCHEMA);
  const acknowledged: Acknowledged[] = [];
  const crowd = new Crowd(store, agents, (one) => acknowledged.push(one));
  const cpuBefore = process.cpuUsage();
  const busy = await crowd.run(seconds * 1_000);
  const cpu = process.cpuUsage(cpuBefore);
  const idle = await crowd.beatOnly(Math.min(seconds, 20) * 1_000, 10_000);
  const { rows } = await watcher.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'baton'`,
  );
  await crowd.finish();
  const entries = [];
  const all = ['ready', 'in-progress', 'blocked', 'review', 'done', 'cancelled', 'deadletter', 'backlog'] as const;
  for (const { id } of await store.list({ statuses: all })) {
    const entry = await store.find(id);
    if (entry !== undefined) entries.push(entry);
  }
  const violations = checkHistory(await readAllEvents(store), entries, acknowledged);
  const report = {
    machine: `${cpus()[0]?.model.trim()}, ${cpus().length} cores, shared with other work`,
    agents,
    seconds,
    connections: rows[0]?.count,
    busy: { ...busy, clientCpuSeconds: Math.round((cpu.user + cpu.system) / 1e5) / 10 },
    onlyHeartbeats: idle,
    steps,
    rowsPerDoneTask: await readTables(watcher, SCHEMA, before),
    acknowledged: acknowledged.length,
    violations,
  };
  console.log(JSON.stringify(report, null, 2));
  await store.close();
  process.exitCode = violations.length === 0 ? 0 : 1;
} finally {
  await watcher.end();
  await server.remove();
}

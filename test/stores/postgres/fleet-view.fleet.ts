import { spawn, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { LATEST_VERSION } from '../../../src/stores/postgres/schema/migrations.ts';
import { startMachine } from '../../support/postgres/machines.ts';
import { createTask, until } from '../../support/postgres/plane-actions.ts';
import { query } from '../../support/postgres/query.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres/server.ts';
import { freshSchema } from '../../support/postgres/shared-server.ts';
import { CLI, runBaton, runForData } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

let server: TestPostgres;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);

afterAll(async () => {
  await server.remove();
});

const RULES = fileURLToPath(new URL('../../../integrations/prometheus/baton-alerts.yml', import.meta.url));

async function serve(cwd: string, env: Readonly<Record<string, string>>): Promise<string> {
  const daemon = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--jsonl'], {
    cwd,
    env: { ...process.env, ...env },
  });
  let out = '';
  daemon.stdout.on('data', (piece: Buffer) => (out += piece.toString('utf8')));
  onTestFinished(async () => {
    daemon.kill('SIGKILL');
    await new Promise((resolve) => daemon.once('exit', resolve));
  });
  await until('it listens', () => out.includes('listening'), 40_000);
  return (JSON.parse(out.split('\n')[0] ?? '') as { listening: string }).listening;
}

verifies(
  'FLT-024',
  'baton fleet, the API and the metrics show machines, leader, agents, runs, lag, skew, tables and connections',
  async () => {
    const schema = freshSchema();
    const env = { BATON_STORE: server.url, BATON_STORE_SCHEMA: schema };
    const cwd = await tempFolder();
    await runBaton(['agent', 'add', 'zoe', '--command', 'true', '--concurrency', '3'], { cwd, env });
    const ada = await startMachine('ada', { url: server.url, schema, agents: ['worker'] });
    await createTask(await ada.platform.tasks(), 'In hand', { routing: { agent: 'worker', tags: [] } });
    await ada.serve();
    const url = await serve(cwd, env);
    await until('both are seen', async () => {
      const { machines } = (await runForData(['fleet'], { cwd, env })) as { machines: { runs: unknown[] }[] };
      return machines.length === 2 && machines.some(({ runs }) => runs.length === 1);
    });
    const view = (await runForData(['fleet'], { cwd, env })) as { leader: string; machines: object[] };
    expect(view).toMatchObject({
      store: 'postgres',
      leader: expect.any(String),
      server: { software: expect.stringContaining('PostgreSQL'), schema: LATEST_VERSION, wanted: LATEST_VERSION },
      connections: { own: expect.any(Number), max: expect.any(Number) },
      running: 1,
      lagSeconds: expect.any(Number),
    });
    expect(view.machines).toContainEqual(
      expect.objectContaining({
        name: 'ada',
        alive: true,
        version: expect.stringMatching(/^\d/),
        skewMs: expect.any(Number),
        agents: [{ id: 'worker', executor: 'command', slots: 4, taken: 1 }],
        runs: [{ run: expect.any(String), task: expect.stringMatching(/^TASK-/), agent: 'worker' }],
      }),
    );
    const text = (await runBaton(['fleet'], { cwd, env })).stdout;
    expect(text).toMatch(/ada .*leads|alive[^]*worker 1\/4/);
    expect(text).toContain('zoe 0/3');
    const answer = (await (await fetch(`${url}/v1/fleet`)).json()) as { data: { machines: object[] } };
    expect(answer.data.machines).toHaveLength(2);
    const names = await query(
      server.url,
      `SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE application_name LIKE 'baton%'`,
    );
    expect(names.length).toBeGreaterThanOrEqual(2);
    for (const { name } of names) expect(name).toMatch(/^baton \S+ \d+$/);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    for (const name of [...(await readFile(RULES, 'utf8')).matchAll(/baton_[a-z_]+/g)].map(([found]) => found))
      expect(metrics).toContain(`# TYPE ${name} `);
    expect(metrics).toMatch(/baton_fleet_machines 2\n/);
    expect(metrics).toMatch(/baton_fleet_leaders [01]\n/);
  },
  { timeout: 180_000 },
);

verifies('FLT-024', 'the alert rules are rules that Prometheus takes', async () => {
  const { groups } = parse(await readFile(RULES, 'utf8')) as { groups: { rules: { alert: string; expr: string }[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules).toHaveLength(8);
  for (const { alert, expr } of rules)
    expect([alert, expr]).toEqual([expect.any(String), expect.stringMatching(/baton_/)]);
  const { error, status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' });
  // Its own judge, where it is installed.
  if (error === undefined)
    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('SUCCESS: 8 rules found')]);
});

verifies(
  'FLT-026',
  'two daemons with nothing to do leave the server in peace',
  async () => {
    const schema = freshSchema();
    const quiet = await startPostgres({ autovacuum: 'off' });
    onTestFinished(() => quiet.remove());
    const env = { BATON_STORE: quiet.url, BATON_STORE_SCHEMA: schema };
    const [here, there] = [await tempFolder(), await tempFolder()];
    const { task } = (await runForData(['task', 'new', 'One'], { cwd: here, env })) as { task: { id: string } };
    // Nothing waits for an agent, and the tables are there.
    await runForData(['task', 'move', task.id, 'cancelled', '--reason', 'not needed'], { cwd: here, env });
    for (const cwd of [here, there]) await serve(cwd, env);
    const count = async (): Promise<number> => {
      const [row] = await query(
        quiet.url,
        `SELECT sum(xact_commit + xact_rollback)::int AS count FROM pg_stat_database`,
      );
      return Number(row?.['count']);
    };
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    const before = await count();
    await new Promise((resolve) => setTimeout(resolve, 30_000));
    const perSecond = ((await count()) - before) / 30;
    console.log(`transactions of two idle daemons per second: ${perSecond}`);
    expect(perSecond).toBeLessThanOrEqual(5);
  },
  { timeout: 180_000 },
);

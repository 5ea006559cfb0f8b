import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { migrate } from '../../../src/stores/postgres/schema/migrate.ts';
import { LATEST_VERSION } from '../../../src/stores/postgres/schema/migrations.ts';
import { query } from '../../support/postgres/query.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres/server.ts';
import { freshSchema } from '../../support/postgres/shared-server.ts';
import { runBaton, runForData } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

let server: TestPostgres;

beforeAll(async () => {
  server = await startPostgres();
  const rules = join(server.folder, 'data', 'pg_hba.conf');
  const open = await readFile(rules, 'utf8');
  await writeFile(rules, `host all locked 127.0.0.1/32 scram-sha-256\n${open}`);
  await query(server.url, `CREATE ROLE locked LOGIN PASSWORD 'right-one'`);
  await query(server.url, 'CREATE ROLE poor LOGIN');
  await query(server.url, 'CREATE ROLE reader LOGIN');
  await query(server.url, 'ALTER ROLE reader SET default_transaction_read_only = on');
  await query(server.url, 'CREATE ROLE ancient LOGIN');
  await query(server.url, 'CREATE SCHEMA museum');
  await query(server.url, 'GRANT USAGE ON SCHEMA museum TO ancient');
  await query(
    server.url,
    `CREATE FUNCTION museum.current_setting(name text) RETURNS text LANGUAGE sql AS $$
       SELECT CASE name WHEN 'server_version_num' THEN '120007' ELSE pg_catalog.current_setting(name) END $$`,
  );
  await query(server.url, 'ALTER ROLE ancient SET search_path = museum, pg_catalog');
  await query(server.url, 'SELECT pg_reload_conf()');
}, 60_000);

afterAll(async () => {
  await server.remove();
});

const as = (user: string): string => server.url.replace('baton@', `${user}@`);

async function fail(store: string, args: readonly string[] = ['task', 'new', 'x']) {
  const env = { BATON_STORE: store, BATON_STORE_SCHEMA: 'unmade' };
  const run = await runBaton([...args, '--json'], { cwd: await tempFolder(), env });
  const { error } = JSON.parse(run.stdout) as { error: { code: string; message: string; hint: string } };
  return { ...run, ...error };
}

verifies('FLT-001', 'the store is changed by one variable, and the commands stay the same', async () => {
  const env = { BATON_STORE: server.url, BATON_STORE_SCHEMA: freshSchema() };
  const [here, there] = [await tempFolder(), await tempFolder()];
  expect((await runBaton(['task', 'new', 'Shared'], { cwd: here, env })).code).toBe(0);
  const claimed = await runBaton(['claim', '--agent', 'ada', '--json'], { cwd: there, env });
  expect(claimed).toMatchObject({ code: 0 });
  const listed = JSON.stringify(await runForData(['task', 'list'], { cwd: here, env }));
  expect(listed).toContain('"Shared"');
  expect(listed).toContain('in-progress');
  const watched = await runBaton(['watch', '--all', '--jsonl'], { cwd: here, env });
  expect(watched.stdout).toContain('task.created');
});

verifies('FLT-001', 'what is wrong with a database is said with what to do, and no password', async () => {
  const secret = 'wr0ng-s3cret';
  const wrong = await fail(as(`locked:${secret}`));
  expect([wrong.code, wrong.message.includes('password authentication failed')]).toEqual(['STORE_LOGIN_REFUSED', true]);
  const none = await fail(as('locked'));
  expect(none.code).toBe('STORE_LOGIN_REFUSED');
  const gone = await fail(`postgres://baton:${secret}@127.0.0.1:1/postgres`);
  expect(gone.code).toBe('STORE_UNREACHABLE');
  const nowhere = await fail(`mysql://baton:${secret}@127.0.0.1/x`);
  expect(nowhere.code).toBe('STORE_ADDRESS_INVALID');
  const forbidden = await fail(as('poor'));
  expect([forbidden.code, forbidden.hint]).toEqual(['STORE_FORBIDDEN', 'give it the grants listed in docs/fleet.md']);
  const readOnly = await fail(as('reader'));
  expect(readOnly.code).toBe('STORE_READ_ONLY');
  const old = await fail(as('ancient'));
  expect([old.code, old.message.includes('version 12'), old.hint]).toEqual([
    'STORE_SERVER_OLD',
    true,
    'use PostgreSQL 13 or newer',
  ]);
  for (const { stdout, stderr } of [wrong, none, gone, nowhere]) expect(stdout + stderr).not.toContain(secret);
  expect(gone.message).toContain('postgres://baton:***@127.0.0.1:1/postgres');
});

verifies('FLT-007', 'what an agent leaves may be larger than the database takes', async () => {
  const env = { BATON_STORE: server.url, BATON_STORE_SCHEMA: freshSchema() };
  const cwd = await tempFolder();
  const large = `${'A finding of the run. '.repeat(60_000)}\n`;
  await writeFile(join(cwd, 'report.md'), large);
  const created = (await runForData(['task', 'new', 'Report'], { cwd, env })) as { task: { id: string } };
  const claimed = (await runForData(['claim', '--agent', 'ada'], { cwd, env })) as { run: { runId: string } };
  const report = ['complete', created.task.id, '--agent', 'ada', '--run', claimed.run.runId, '--summary', 'report.md'];
  expect(await runBaton(report, { cwd, env })).toMatchObject({ code: 0 });
  const [row] = await query(
    server.url,
    `SELECT sha256, size::int AS size, content FROM "${env.BATON_STORE_SCHEMA}".artifact WHERE path LIKE '%summary.md'`,
  );
  expect(row).toMatchObject({ size: large.length, content: null });
  const sha256 = String(row?.['sha256']);
  expect(await readFile(join(cwd, '.baton', 'artifacts', sha256.slice(0, 2), sha256), 'utf8')).toBe(large);
});

verifies('FLT-025', 'doctor tells once what is wrong with a store that it cannot use', async () => {
  const cwd = await tempFolder();
  const env = { BATON_STORE: `${server.url.replace(/\/postgres$/, '/missing')}` };
  const run = await runBaton(['doctor', '--json'], { cwd, env });
  const { data } = JSON.parse(run.stdout) as { data: { checks: { id: string; state: string; found: string }[] } };
  expect(data.checks.filter(({ state }) => state === 'problem')).toMatchObject([
    { id: 'store', found: expect.stringContaining('database "missing" does not exist') },
  ]);
  expect(data.checks.find(({ id }) => id === 'audit-log')).toMatchObject({
    state: 'note',
    found: 'unknown while the store cannot be used',
  });
});

verifies('FLT-006', 'config and doctor show the store without its password, and the state of the tables', async () => {
  const schema = freshSchema();
  const cwd = await tempFolder();
  const env = { BATON_STORE: server.url.replace('baton@', 'baton:hush-hush@'), BATON_STORE_SCHEMA: schema };
  const config = await runBaton(['config', '--json'], { cwd, env });
  expect(config.stdout).toContain('postgres://baton:***@127.0.0.1');
  expect((await runBaton(['config', 'store'], { cwd, env })).stdout).not.toContain('hush');
  const row = async (args: readonly string[] = []) => {
    const run = await runBaton(['doctor', ...args, '--json'], { cwd, env });
    expect(run.stdout + run.stderr + config.stdout).not.toContain('hush-hush');
    const { data } = JSON.parse(run.stdout) as { data: { checks: { id: string; state: string; found: string }[] } };
    return data.checks.find(({ id }) => id === 'store');
  };
  expect(await row()).toMatchObject({ state: 'warning', found: expect.stringContaining('no tables yet') });
  await runBaton(['task', 'new', 'x'], { cwd, env });
  expect(await row()).toMatchObject({
    state: 'ok',
    found: expect.stringContaining(`schema ${schema} at version ${LATEST_VERSION}`),
  });
  await query(server.url, `DROP SCHEMA "${schema}" CASCADE`);
  const owner = new Client({ connectionString: server.url });
  await owner.connect();
  await migrate(owner, schema, 2);
  await owner.end();
  expect(await row()).toMatchObject({ state: 'problem', found: expect.stringContaining('at version 2') });
  expect(await row(['--fix'])).toMatchObject({
    state: 'ok',
    fixed: `brought the tables from version 2 to ${LATEST_VERSION}`,
  });
});

verifies('FLT-006', 'tables that are too new or too old for this Baton are left alone, with what to do', async () => {
  const [newer, older] = [freshSchema(), freshSchema()];
  const cwd = await tempFolder();
  const envOf = (schema: string) => ({ BATON_STORE: server.url, BATON_STORE_SCHEMA: schema });
  expect((await runBaton(['task', 'new', 'x'], { cwd, env: envOf(newer) })).code).toBe(0);
  await query(server.url, `INSERT INTO "${newer}".version (version, about) VALUES (999, 'later')`);
  const owner = new Client({ connectionString: server.url });
  await owner.connect();
  await migrate(owner, older, 1);
  await owner.end();
  await query(server.url, `GRANT USAGE ON SCHEMA "${older}" TO poor; GRANT SELECT ON "${older}".version TO poor`);
  const failing = async (store: string, schema: string, args: readonly string[]) => {
    const env = { BATON_STORE: store, BATON_STORE_SCHEMA: schema };
    const { stdout } = await runBaton([...args, '--json'], { cwd, env });
    const { error } = JSON.parse(stdout) as { error: { code: string; message: string; hint: string } };
    return [error.code, error.hint];
  };
  for (const args of [
    ['task', 'list'],
    ['task', 'new', 'y'],
  ]) {
    const tooNew = ['STORE_SCHEMA_NEW', 'update agent-baton on this machine'];
    expect(await failing(server.url, newer, args)).toEqual(tooNew);
    expect(await failing(as('poor'), older, args)).toEqual([
      'STORE_SCHEMA_OLD',
      expect.stringContaining('baton doctor --fix'),
    ]);
  }
  expect(await query(server.url, `SELECT max(version) AS version FROM "${older}".version`)).toEqual([{ version: 1 }]);
});

verifies('FLT-001', 'a standby is refused with what to do; named beside its primary it is passed over', async () => {
  const primary = await startPostgres();
  onTestFinished(() => primary.remove());
  const standby = await primary.addStandby();
  onTestFinished(() => standby.remove());
  const alone = await fail(standby.url);
  expect([alone.code, alone.message.includes('the server is a standby'), alone.hint]).toEqual([
    'STORE_READ_ONLY',
    true,
    expect.stringContaining('primary'),
  ]);
  const both = standby.url.replace('/postgres', `,127.0.0.1:${primary.port}/postgres`);
  const env = { BATON_STORE: both };
  expect(await runBaton(['task', 'new', 'x'], { cwd: await tempFolder(), env })).toMatchObject({ code: 0 });
});

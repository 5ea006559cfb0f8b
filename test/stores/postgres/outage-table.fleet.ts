import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { until } from '../../support/postgres/plane-actions.ts';
import { query } from '../../support/postgres/query.ts';
import { startPostgres } from '../../support/postgres/server.ts';
import { CLI, runBaton } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const DOCS = new URL('../../../docs/fleet-operations.md', import.meta.url);

/** The cells of the table whose first row names these commands, by the first cell of each row. */
async function readTable(): Promise<ReadonlyMap<string, readonly string[]>> {
  const lines = (await readFile(DOCS, 'utf8')).split('\n');
  const from = lines.findIndex((line) => line.startsWith('| | `task list`'));
  const rows = lines.slice(from + 2, lines.indexOf('', from));
  return new Map(
    rows.map((line) => {
      const [, name = '', ...cells] = line.split('|').map((cell) => cell.trim().replaceAll('`', ''));
      return [name, cells.slice(0, 3)] as const;
    }),
  );
}

async function tellCommand(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await runBaton([...args, '--json'], { cwd: await tempFolder(), env });
  const { error } = JSON.parse(stdout) as { error?: { code: string } };
  return error?.code ?? 'answers';
}

/** What its log names, or that it waits because there is only an outage to tell of. */
async function tellServe(env: Readonly<Record<string, string>>): Promise<string> {
  const daemon = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--log', 'json'], {
    cwd: await tempFolder(),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  daemon.stderr.on('data', (piece: Buffer) => (log += piece.toString('utf8')));
  const findCode = (): string | undefined => /"event":"failed"[^\n]*"code":"(\w+)"/.exec(log)?.[1];
  await until('it says what is wrong', () => findCode() !== undefined, 60_000);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const isAlive = daemon.exitCode === null;
  daemon.kill('SIGKILL');
  const code = findCode() ?? '';
  expect(isAlive).toBe(true);
  return ['STORE_UNREACHABLE', 'STORE_FULL', 'STORE_READ_ONLY'].includes(code) ? 'waits' : code;
}

verifies(
  ['FLT-022', 'FLT-029'],
  'each cell of the table of what can be in the way is what happens',
  async () => {
    const primary = await startPostgres();
    onTestFinished(() => primary.remove());
    const standby = await primary.addStandby();
    onTestFinished(() => standby.remove());
    expect(
      await runBaton(['task', 'new', 'x'], { cwd: await tempFolder(), env: { BATON_STORE: primary.url } }),
    ).toMatchObject({ code: 0 });
    const rules = join(primary.folder, 'data', 'pg_hba.conf');
    await writeFile(rules, `host all locked 127.0.0.1/32 scram-sha-256\n${await readFile(rules, 'utf8')}`);
    await query(primary.url, `CREATE ROLE locked LOGIN PASSWORD 'right-one'`);
    await query(primary.url, 'CREATE ROLE poor LOGIN');
    await query(primary.url, 'GRANT USAGE ON SCHEMA baton TO poor; GRANT ALL ON ALL TABLES IN SCHEMA baton TO poor');
    await query(primary.url, 'REVOKE SELECT ON baton.task FROM poor');
    await query(primary.url, 'CREATE ROLE crowded LOGIN CONNECTION LIMIT 0');
    await query(primary.url, 'SELECT pg_reload_conf()');
    const as = (user: string): string => primary.url.replace('baton@', `${user}@`);
    const stores: Readonly<Record<string, string>> = {
      'no server': 'postgres://baton@127.0.0.1:1/postgres',
      'wrong password': as('locked:wrong'),
      'revoked right': as('poor'),
      'full slots': as('crowded'),
      standby: standby.url,
    };
    const table = await readTable();
    expect([...table.keys()]).toEqual(Object.keys(stores));
    for (const [name, store] of Object.entries(stores)) {
      const env = { BATON_STORE: store };
      const told = [
        await tellCommand(['task', 'list'], env),
        await tellCommand(['task', 'new', 'y'], env),
        await tellServe(env),
      ];
      expect([name, ...told]).toEqual([name, ...(table.get(name) ?? [])]);
    }
  },
  { timeout: 300_000 },
);

import { readFileSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { ask } from '../../support/busy-data-dir.ts';
import { query } from '../../support/postgres/query.ts';
import { freshSchema, useServer } from '../../support/postgres/shared-server.ts';
import { CLI, runBaton } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const server = useServer();

verifies(
  'FLT-001',
  'the demo plays the same story in a database, and leaves nothing in it',
  async () => {
    const { code, stdout, stderr } = await runBaton(['demo', '--store', server.url, '--json'], {
      cwd: await tempFolder(),
      limitMs: 180_000,
    });
    const { data } = JSON.parse(stdout) as {
      data: { ok: boolean; acts: { ok: boolean }[]; checks: { ok: boolean }[] };
    };
    expect(
      data.acts.concat(data.checks).filter(({ ok }) => !ok),
      stderr,
    ).toEqual([]);
    expect([code, data.ok, data.acts.length, data.checks.length]).toEqual([0, true, 15, 17]);
    const left = await query(server.url, `SELECT nspname FROM pg_namespace WHERE nspname LIKE 'baton_demo_%'`);
    expect(left).toEqual([]);
  },
  { timeout: 200_000 },
);

/** The daemon as a process; gives its address. */
async function serve(cwd: string, env: Readonly<Record<string, string>>): Promise<string> {
  const daemon = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--jsonl'], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    daemon.kill('SIGTERM');
    if (daemon.exitCode === null) await once(daemon, 'exit');
  });
  const [piece] = (await once(daemon.stdout, 'data')) as [Buffer];
  return (JSON.parse(piece.toString('utf8').split('\n')[0] ?? '') as { listening: string }).listening;
}

verifies('FLT-001', 'board and daemon show the tasks of a database, whichever machine made them', async () => {
  const env = { BATON_STORE: server.url, BATON_STORE_SCHEMA: freshSchema() };
  const [here, there] = [await tempFolder(), await tempFolder()];
  const url = await serve(here, env);
  const made = (await ask(there, ['task', 'new', 'From another machine'], { env }))['task'] as { id: string };
  const claimed = (await ask(there, ['claim', '--agent', 'ada'], { env }))['run'] as { runId: string };
  const read = async (path: string): Promise<string> => await (await fetch(`${url}${path}`)).text();
  expect(await read('/v1/tasks')).toContain('From another machine');
  const detail = await read(`/v1/tasks/${made.id}`);
  expect([detail.includes(claimed.runId), detail.includes('lease.acquired')]).toEqual([true, true]);
  expect(await read('/')).toContain('<!doctype html>');
  const board = await runBaton(['board', '--tty'], { cwd: there, env });
  expect(board.stdout).toContain('From another machine');
});

verifies('FLT-001', 'the setting store holds in each of its positions: default, file, variable, flag', async () => {
  const cwd = await tempFolder();
  const schema = freshSchema();
  const titles = async (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
    ((await ask(cwd, ['task', 'list', ...args], { env }))['tasks'] as { title: string }[]).map(({ title }) => title);
  await ask(cwd, ['task', 'new', 'in files']);
  expect(await titles()).toEqual(['in files']);
  await ask(cwd, ['config', 'set', 'storeSchema', schema]);
  await ask(cwd, ['config', 'set', 'store', server.url]);
  expect(await titles()).toEqual([]);
  await ask(cwd, ['task', 'new', 'in the database']);
  expect(await titles()).toEqual(['in the database']);
  expect(await titles([], { BATON_STORE: 'files' })).toEqual(['in files']);
  expect(await titles(['--store', server.url], { BATON_STORE: 'files' })).toEqual(['in the database']);
  expect(await titles(['--store', 'files'])).toEqual(['in files']);
  expect(await ask(cwd, ['task', 'list', '--store', 'somewhere'], { exit: 2 })).toMatchObject({
    code: 'STORE_ADDRESS_INVALID',
  });
});

verifies(
  'FLT-001',
  'an agent that a daemon starts works on the same tasks, and finds what was handed to it',
  async () => {
    const cwd = await tempFolder();
    const schema = freshSchema();
    const env = { BATON_STORE_SCHEMA: schema };
    const flag = ['--store', server.url];
    const program = join(cwd, 'agent.mjs');
    writeFileSync(
      program,
      `import { execFileSync } from 'node:child_process';
     import { readFileSync } from 'node:fs';
     const input = JSON.parse(readFileSync(process.env.BATON_TASK_DIR + '/inputs/handoff.json', 'utf8'));
     execFileSync(process.execPath, [${JSON.stringify(CLI)}, 'accept', process.env.BATON_TASK_ID]);
     execFileSync(process.execPath, [${JSON.stringify(CLI)}, 'complete', process.env.BATON_TASK_ID, '--notes', 'read ' + Object.keys(input).length]);`,
    );
    await ask(cwd, ['agent', 'add', 'bob', '--command', process.execPath, '--arg', program], { env });
    const parent = (await ask(cwd, ['task', 'new', 'Whole', ...flag], { env }))['task'] as { id: string };
    const run = (await ask(cwd, ['claim', parent.id, '--agent', 'ada', ...flag], { env }))['run'] as { runId: string };
    const handOn = ['delegate', parent.id, '--to', 'bob', '--title', 'Part', '--agent', 'ada', '--run', run.runId];
    const child = (await ask(cwd, [...handOn, ...flag], { env }))['task'] as { id: string };
    await ask(cwd, ['tick', ...flag], { env });
    const deadline = Date.now() + 30_000;
    for (let status = ''; status !== 'done';) {
      if (Date.now() > deadline)
        throw new Error(readFileSync(join(cwd, '.baton/tasks/in-progress', child.id, 'outputs', 'run.log'), 'utf8'));
      status = ((await ask(cwd, ['task', 'show', child.id, ...flag], { env }))['task'] as { status: string }).status;
    }
    const shown = await ask(cwd, ['task', 'show', child.id, ...flag], { env });
    expect(JSON.stringify(shown['result'])).toMatch(/read [1-9]/);
  },
);

verifies('FLT-006', 'the grants of the guide are enough for agents, and let them change no table', async () => {
  const guide = readFileSync(new URL('../../../docs/fleet.md', import.meta.url), 'utf8');
  const sql = /## Least privilege[\s\S]*?```sql\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
  const schema = freshSchema();
  const names = { baton_owner: `owner_${schema}`, baton_agent: `agent_${schema}` };
  const own = (text: string): string =>
    text
      .replaceAll('baton_owner', names.baton_owner)
      .replaceAll('baton_agent', names.baton_agent)
      .replaceAll(/SCHEMA baton\b/g, `SCHEMA ${schema}`)
      // The database is there already.
      .replaceAll(/^(?:CREATE DATABASE|\\connect|GRANT CREATE ON DATABASE).*\n/gm, '');
  expect(sql).toContain('ALTER DEFAULT PRIVILEGES');
  await query(server.url, own(sql));
  const as = (role: string) => ({ BATON_STORE: server.url.replace('baton@', `${role}@`), BATON_STORE_SCHEMA: schema });
  const [owner, agent] = [as(names.baton_owner), as(names.baton_agent)];
  const cwd = await tempFolder();
  expect(await ask(cwd, ['task', 'new', 'too early'], { env: agent, exit: 70 })).toMatchObject({
    code: 'STORE_FORBIDDEN',
  });
  await ask(cwd, ['task', 'new', 'one'], { env: owner });
  const run = (await ask(cwd, ['claim', '--agent', 'ada'], { env: agent }))['run'] as { runId: string };
  const { id } = ((await ask(cwd, ['task', 'list'], { env: agent }))['tasks'] as { id: string }[])[0] ?? { id: '' };
  await ask(cwd, ['heartbeat', id, '--agent', 'ada', '--run', run.runId], { env: agent });
  await ask(cwd, ['complete', id, '--agent', 'ada', '--run', run.runId, '--notes', 'ok'], { env: agent });
  expect((await runBaton(['watch', '--all', '--jsonl'], { cwd, env: agent })).stdout).toContain('task.completed');
  await ask(cwd, ['tick'], { env: agent });
  await ask(cwd, ['export', 'all.jsonl'], { env: agent });
  await ask(cwd, ['import', 'all.jsonl', '--replace', '--yes'], { env: agent });
  const address = agent.BATON_STORE;
  await expect(query(address, `ALTER TABLE "${schema}".task ADD COLUMN x text`)).rejects.toThrow('must be owner');
  await expect(query(address, `CREATE TABLE "${schema}".x (x text)`)).rejects.toThrow('permission denied');
});

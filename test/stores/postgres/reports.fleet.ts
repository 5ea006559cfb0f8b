import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { startMachine } from '../../support/postgres/machines.ts';
import { readAllEvents, until } from '../../support/postgres/plane-actions.ts';
import { serve } from '../../support/postgres/serve.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres/server.ts';
import { freshSchema } from '../../support/postgres/shared-server.ts';
import { openTestStore } from '../../support/postgres/test-store.ts';
import { CLI, runBaton, runForData } from '../../support/run-baton.ts';
import { testPlatform } from '../../support/test-platform.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';
import { connect } from '../../surfaces/mcp/mcp-client.ts';

let server: TestPostgres;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);

afterAll(async () => {
  await server.remove();
});

interface Held {
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly id: string;
}

/** A task that `ada` has claimed, and what her commands need to speak for it. */
async function hold(settings: Record<string, string> = {}, schema = freshSchema()): Promise<Held> {
  const cwd = await tempFolder();
  const env = { BATON_STORE: server.url, BATON_STORE_SCHEMA: schema, ...settings };
  await runForData(['task', 'new', 'Build it', '--agent', 'ada'], { cwd, env });
  const { task, run } = (await runForData(['claim', '--agent', 'ada'], { cwd, env })) as {
    task: { id: string };
    run: { runId: string };
  };
  const facts = { BATON_AGENT: 'ada', BATON_TASK_ID: task.id, BATON_RUN_ID: run.runId };
  return { cwd, env: { ...env, ...facts }, id: task.id };
}

const listReports = async (cwd: string): Promise<string[]> =>
  await readdir(join(cwd, '.baton', 'reports')).catch(() => []);

verifies(
  'FLT-020',
  'a report waits out a restart of the database, and arrives',
  async () => {
    const { cwd, env, id } = await hold();
    await server.kill();
    const reporting = runBaton(['complete', '--notes', 'made it', '--json'], { cwd, env });
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await server.start();
    const run = await reporting;
    expect([run.code, JSON.parse(run.stdout)]).toMatchObject([
      0,
      { data: { task: { id }, result: { outcome: 'applied' } } },
    ]);
    expect(await listReports(cwd)).toEqual([]);
  },
  { timeout: 120_000 },
);

verifies(
  'FLT-020',
  'what cannot wait longer is kept, and delivered in order and once; what somebody else wrote there is not',
  async () => {
    const { cwd, env, id } = await hold({ BATON_TASKS_OUTAGE_SECONDS: '1' });
    await server.kill();
    const lines = [
      ['heartbeat', '--ttl', '10m'],
      ['delegate', '--to', 'bob', '--title', 'Test it'],
      ['complete', '--notes', 'made it'],
    ];
    for (const line of lines) {
      const run = await runBaton([...line, '--json'], { cwd, env });
      expect([run.code, JSON.parse(run.stdout)]).toMatchObject([
        0,
        { data: { task: null, kept: { reason: expect.any(String) } } },
      ]);
    }
    const kept = await listReports(cwd);
    expect(kept).toHaveLength(3);
    const forged = { kind: 'complete', request: { id, agent: 'ada', outcome: 'done' } };
    await writeFile(
      join(cwd, '.baton', 'reports', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ.json'),
      JSON.stringify({ content: JSON.stringify(forged), mark: 'x' }),
    );
    await server.start();
    const ticked = await runBaton(['tick'], { cwd, env });
    expect(ticked.stderr).toContain('it was not kept by this installation');
    await runBaton(['tick'], { cwd, env });
    expect(await listReports(cwd)).toEqual(['7ZZZZZZZZZZZZZZZZZZZZZZZZZ.json.refused']);
    const store = await openTestStore(server.url, env['BATON_STORE_SCHEMA'] ?? '');
    const events = (await readAllEvents(store)).map(({ type }) => type);
    const tasks = await store.list({ statuses: ['backlog', 'ready', 'in-progress', 'blocked', 'review', 'done'] });
    await store.close();
    expect(tasks.map(({ title, parentId }) => [title, parentId])).toEqual([
      ['Build it', undefined],
      ['Test it', id],
    ]);
    const order = events.filter((type) => type.startsWith('delegation.') || type === 'task.completed');
    expect(order.filter((type) => type === 'task.completed')).toHaveLength(1);
    expect(order.at(-1)).toBe('task.completed');
  },
  { timeout: 120_000 },
);

verifies(
  'FLT-020',
  'a report whose command is killed while it waits is delivered all the same, and once',
  async () => {
    const { cwd, env, id } = await hold();
    await server.kill();
    const reporting = spawn(process.execPath, [CLI, 'complete', '--notes', 'made it'], {
      cwd,
      env: { ...process.env, ...env },
      stdio: 'ignore',
    });
    await until('it is on disk', async () => (await listReports(cwd)).length === 1, 30_000);
    reporting.kill('SIGKILL');
    // Another one of the same machine meanwhile, while a third holds what was kept.
    const { project } = await testPlatform(cwd);
    const held = await project.locks.acquire('reports', { owner: 'a daemon that waits for the database' });
    const second = await runBaton(['heartbeat', '--json'], { cwd, env: { ...env, BATON_TASKS_OUTAGE_SECONDS: '1' } });
    await held.release();
    expect([second.code, JSON.parse(second.stdout)]).toMatchObject([0, { data: { kept: {} } }]);
    await server.start();
    const ticked = await runBaton(['tick'], { cwd, env });
    expect([ticked, (await listReports(cwd)).filter((name) => name.endsWith('.json'))]).toMatchObject([
      { code: 0 },
      [],
    ]);
    const store = await openTestStore(server.url, env['BATON_STORE_SCHEMA'] ?? '');
    onTestFinished(() => store.close());
    expect((await store.find(id))?.task.status).toBe('done');
    expect((await readAllEvents(store)).filter(({ type }) => type === 'task.completed')).toHaveLength(1);
  },
  { timeout: 120_000 },
);

verifies(
  'FLT-020',
  'a run whose lease lapsed during the outage is not repeated before its machine could deliver',
  async () => {
    const schema = freshSchema();
    const settings = { BATON_TASKS_OUTAGE_SECONDS: '1', BATON_TASKS_LEASE_SECONDS: '3' };
    const bob = await startMachine('bob', { url: server.url, schema, agents: ['ada'], environment: settings });
    const { cwd, env, id } = await hold(settings, schema);
    await bob.serve(100);
    const store = await bob.platform.tasks();
    await server.kill();
    const kept = await runBaton(['complete', '--notes', 'made it', '--json'], { cwd, env });
    expect(JSON.parse(kept.stdout)).toMatchObject({ data: { kept: {} } });
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await server.start();
    await until('it answers', async () => (await store.find(id)) !== undefined, 30_000);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(await runBaton(['tick'], { cwd, env })).toMatchObject({ code: 0 });
    const entry = await store.find(id);
    expect([entry?.task.status, entry?.run?.attempt, bob.started]).toEqual(['done', 1, []]);
  },
  { timeout: 120_000 },
);

verifies(
  'FLT-020',
  'over MCP a report is kept too, and delivered in order and once when the database is back',
  async () => {
    const { cwd, env, id } = await hold({ BATON_TASKS_OUTAGE_SECONDS: '1' });
    // The same installation as the one that will deliver: it seals what it keeps.
    const installation = { XDG_STATE_HOME: process.env['XDG_STATE_HOME'] ?? '' };
    const { call } = await connect(cwd, '2025', ['mcp'], { ...env, ...installation });
    const run = { agent: 'ada', id, run_id: env['BATON_RUN_ID'] };
    await server.kill();
    const kept = [
      await call('baton_heartbeat', { ...run, checkpoint: 'half of it' }),
      await call('baton_delegate', { ...run, to: 'bob', title: 'Test it' }),
      await call('baton_complete', { ...run, outcome: 'done', notes: 'made it' }),
    ];
    for (const answer of kept) expect(answer).toMatchObject({ isError: false, data: { task: null, kept: {} } });
    expect(await listReports(cwd)).toHaveLength(3);
    await server.start();
    expect(await runBaton(['tick'], { cwd, env })).toMatchObject({ code: 0 });
    expect(await listReports(cwd)).toEqual([]);
    const store = await openTestStore(server.url, env['BATON_STORE_SCHEMA'] ?? '');
    const types = (await readAllEvents(store)).map(({ type }) => type);
    const children = await store.list({ parentId: id });
    await store.close();
    expect(children.map(({ title }) => title)).toEqual(['Test it']);
    expect(types.filter((type) => type === 'task.completed')).toHaveLength(1);
    expect(types.lastIndexOf('task.created')).toBeLessThan(types.indexOf('task.completed'));
  },
  { timeout: 120_000 },
);

verifies(
  ['FLT-020', 'FLT-021'],
  'over HTTP a report is refused at once and told when to come again; the same message counts once then',
  async () => {
    const { cwd, env, id } = await hold();
    const { url: getUrl } = serve(cwd, env);
    const url = await getUrl();
    await until('it is ready', async () => (await fetch(`${url}/readyz`)).status === 200);
    const token = (await readFile(join(cwd, '.baton', 'serve', 'token'), 'utf8')).trim();
    const message = {
      protocol: 'aof',
      version: 1,
      type: 'completion.report',
      taskId: id,
      fromAgent: 'ada',
      toAgent: 'baton',
      sentAt: new Date().toISOString(),
      messageId: 'report-1',
      runId: env['BATON_RUN_ID'],
      payload: { outcome: 'done', notes: 'made it' },
    };
    const post = async (): Promise<Response> =>
      await fetch(`${url}/v1/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(message),
      });
    await server.kill();
    await until('it is noticed', async () => (await (await fetch(`${url}/healthz`)).text()).includes('"away"'));
    const refused = await post();
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([503, 5]);
    await server.start();
    await until('it works again', async () => (await fetch(`${url}/readyz`)).status === 200, 60_000);
    const outcomes: unknown[] = [];
    for (let time = 0; time < 2; time += 1)
      outcomes.push(((await (await post()).json()) as { data: { result: { outcome: string } } }).data.result.outcome);
    expect(outcomes).toEqual(['applied', 'duplicate']);
  },
  { timeout: 120_000 },
);

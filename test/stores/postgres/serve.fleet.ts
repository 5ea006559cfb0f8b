import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';
import { claim, explainTasks } from '../../../src/relay/tasks/index.ts';
import { startMachine } from '../../support/postgres/machines.ts';
import { createTask, until } from '../../support/postgres/plane-actions.ts';
import { query } from '../../support/postgres/query.ts';
import { serve } from '../../support/postgres/serve.ts';
import { startPostgres } from '../../support/postgres/server.ts';
import { freshSchema } from '../../support/postgres/shared-server.ts';
import { runBaton, runForData } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

interface Entry {
  readonly event: string;
  readonly code?: string;
  readonly reason?: string;
}

const entriesOf = (log: readonly string[]): readonly Entry[] => log.map((line) => JSON.parse(line) as Entry);

verifies(
  ['FLT-021', 'FLT-022', 'FLT-029'],
  'a daemon starts without its database, waits for it, and answers at once while it is away',
  async () => {
    const server = await startPostgres();
    onTestFinished(() => server.remove());
    const env = { BATON_STORE: server.url, BATON_STORE_SCHEMA: freshSchema() };
    const cwd = await tempFolder();
    await server.stop();
    const { log, output, url: getUrl, child } = serve(cwd, env);
    const url = await getUrl();
    await until('it says so', () => entriesOf(log).some(({ code }) => code === 'STORE_UNREACHABLE'));
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    expect((await fetch(`${url}/v1/overview`)).status).toBe(503);
    await server.start();
    await until('it works', async () => (await fetch(`${url}/readyz`)).status === 200, 40_000);
    expect(await runBaton(['task', 'new', 'One'], { cwd, env })).toMatchObject({ code: 0 });
    await until('its task is seen', async () =>
      (await (await fetch(`${url}/v1/overview`)).text()).includes('"ready":1'),
    );
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('baton_store_up 1');
    await server.kill();
    await until('it is noticed', async () => (await (await fetch(`${url}/healthz`)).text()).includes('"away"'));
    const times: number[] = [];
    const timed = async (path: string, init?: RequestInit): Promise<Response> => {
      const began = performance.now();
      const answer = await fetch(`${url}${path}`, init);
      times.push(performance.now() - began);
      return answer;
    };
    const stale = (await (await timed('/v1/overview')).json()) as { data: object; stale_since: string };
    expect(stale).toMatchObject({ data: { counts: { ready: 1 } }, stale_since: expect.stringMatching(/^\d{4}-/) });
    expect(await (await timed('/metrics')).text()).toMatch(/baton_tasks\{status="ready"\} 1[^]*baton_store_up 0/);
    expect(await (await timed('/healthz')).json()).toMatchObject({
      data: { status: 'ok', store: { state: 'away', since: stale.stale_since, code: 'STORE_UNREACHABLE' } },
    });
    const token = (await readToken(cwd)).trim();
    const refused = await timed('/v1/tasks', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Two' }),
    });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.json()).toMatchObject({ error: { code: 'STORE_UNREACHABLE' } });
    // Not a time of this machine but of the promise: a call that waits for the database takes seconds.
    expect(Math.max(...times)).toBeLessThan(1_000);
    await server.start();
    await until('it works again', async () => (await fetch(`${url}/readyz`)).status === 200, 60_000);
    await until('it says so again', () => entriesOf(log).some(({ event }) => event === 'recovered'), 40_000);
    expect(await runBaton(['task', 'new', 'For zoe', '--agent', 'zoe'], { cwd, env })).toMatchObject({ code: 0 });
    await until('an action is logged', () => output().some((line) => line.includes('report-unroutable')), 40_000);
    expect(output().map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({ kind: 'report-unroutable' }),
    );
    child.kill('SIGTERM');
    await once(child, 'close');
    const entries = entriesOf(log);
    expect(entries.filter(({ event }) => event === 'failed').length).toBeLessThanOrEqual(4);
    expect(entries.filter(({ event }) => event === 'recovered').length).toBeGreaterThanOrEqual(1);
    expect(entries.at(-1)).toMatchObject({ event: 'stopped' });
  },
  { timeout: 180_000 },
);

async function readToken(cwd: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  return await readFile(`${cwd}/.baton/serve/token`, 'utf8');
}

verifies(
  ['FLT-022', 'FLT-029'],
  'a refused login, a missing right and full slots are told apart from an outage, as JSON on every line',
  async () => {
    const server = await startPostgres();
    onTestFinished(() => server.remove());
    await query(server.url, 'CREATE ROLE shut NOLOGIN');
    await query(server.url, 'CREATE ROLE poor LOGIN');
    await query(server.url, 'CREATE ROLE crowded LOGIN CONNECTION LIMIT 0');
    const cases = { shut: 'STORE_LOGIN_REFUSED', poor: 'STORE_FORBIDDEN', crowded: 'STORE_FULL' };
    for (const [user, code] of Object.entries(cases)) {
      const schema = freshSchema();
      if (user === 'poor') {
        const owner = { BATON_STORE: server.url, BATON_STORE_SCHEMA: schema };
        await runBaton(['task', 'new', 'x'], { cwd: await tempFolder(), env: owner });
      }
      const env = { BATON_STORE: server.url.replace('baton@', `${user}@`), BATON_STORE_SCHEMA: schema };
      const cwd = await tempFolder();
      const { log } = serve(cwd, env);
      await until(`${user} is told`, () => entriesOf(log).some((entry) => entry.code === code), 30_000);
      const { stdout } = await runBaton(['task', 'list', '--json'], { cwd, env });
      expect(JSON.parse(stdout)).toMatchObject({ error: { code } });
      // A second daemon on the same data dir ends at once, and says why in the same form.
      const second = await runBaton(['serve', '--port', '0', '--log', 'json'], { cwd, env });
      expect(entriesOf(second.stderr.trimEnd().split('\n')).at(-1)).toMatchObject({
        event: 'ended',
        code: 'LOCK_HELD',
      });
    }
  },
  { timeout: 180_000 },
);

verifies('FLT-029', 'a task that no machine can take says so, and its agent can still claim it, in order', async () => {
  const server = await startPostgres();
  onTestFinished(() => server.remove());
  const schema = freshSchema();
  const ada = await startMachine('ada', { url: server.url, schema, agents: [] });
  const store = await ada.platform.tasks();
  const { task } = await createTask(store, 'For zoe', { routing: { agent: 'zoe', tags: [] }, priority: 'high' });
  await createTask(store, 'For anybody');
  await ada.serve();
  await until('it is reported', async () => (await store.find(task.id))?.task.metadata.unroutable === true);
  const waits = await explainTasks(ada.platform, await store.list({}));
  expect(waits.get(task.id)).toMatchObject({ kind: 'nobody', text: expect.stringContaining('there is no agent zoe') });
  const env = { BATON_STORE: server.url, BATON_STORE_SCHEMA: schema };
  const cwd = await tempFolder();
  const claimed = (await runForData(['claim', '--agent', 'zoe'], { cwd, env })) as { task: { id: string } };
  expect(claimed.task.id).toBe(task.id);
  expect((await claim(ada.platform, { agent: 'bob' }))?.task.title).toBe('For anybody');
});

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { createTask, readAllEvents, until } from '../../support/postgres/plane-actions.ts';
import { startPostgres } from '../../support/postgres/server.ts';
import { serve } from '../../support/postgres/serve.ts';
import { freshSchema } from '../../support/postgres/shared-server.ts';
import { startSlowLink, type SlowLink } from '../../support/postgres/slow-link.ts';
import { openTestStore } from '../../support/postgres/test-store.ts';
import { runBaton, runForData } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

interface Stage {
  readonly link: SlowLink;
  readonly direct: string;
  readonly schema: string;
  readonly cwd: string;
  readonly env: Record<string, string>;
}

/** A project whose way to the database can be made to swallow everything. */
async function stage(): Promise<Stage> {
  const server = await startPostgres();
  onTestFinished(() => server.remove());
  const link = await startSlowLink(Number(new URL(server.url).port));
  onTestFinished(() => link.close());
  const through = new URL(server.url);
  through.port = String(link.port);
  const schema = freshSchema();
  const env = { BATON_STORE: through.href, BATON_STORE_SCHEMA: schema, BATON_TASKS_OUTAGE_SECONDS: '1' };
  return { link, direct: server.url, schema, cwd: await tempFolder(), env };
}

/** Not a measure of this machine: a statement that nobody watches waits for 35 seconds, a socket for minutes. */
const SOON_MS = 20_000;

verifies(
  ['FLT-005', 'FLT-021', 'FLT-022'],
  'a network that swallows everything is noticed: the daemon says so, answers at once, and goes on when it heals',
  async () => {
    const { link, cwd, env } = await stage();
    await runForData(['task', 'new', 'One'], { cwd, env });
    const { log, url: getUrl } = serve(cwd, env);
    const url = await getUrl();
    await until('its task is seen', async () =>
      (await (await fetch(`${url}/v1/overview`)).text()).includes('"ready":1'),
    );
    link.isSilent = true;
    await until(
      'it is noticed',
      async () => (await (await fetch(`${url}/healthz`)).text()).includes('"away"'),
      SOON_MS,
    );
    const token = (await readFile(join(cwd, '.baton', 'serve', 'token'), 'utf8')).trim();
    const began = performance.now();
    expect(await (await fetch(`${url}/v1/overview`)).json()).toMatchObject({
      data: { counts: { ready: 1 } },
      stale_since: expect.any(String) as string,
    });
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('baton_store_up 0');
    const refused = await fetch(`${url}/v1/tasks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Two' }),
    });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(performance.now() - began).toBeLessThan(1_000);
    await until('it is said', () => log.some((line) => line.includes('"event":"failed"')), SOON_MS);
    link.isSilent = false;
    await until('it works again', async () => (await fetch(`${url}/readyz`)).status === 200, 60_000);
    await runForData(['task', 'new', 'Three'], { cwd, env });
    await until('it sees what came later', async () =>
      (await (await fetch(`${url}/v1/overview`)).text()).includes('"ready":2'),
    );
  },
  { timeout: 180_000 },
);

verifies(
  'FLT-005',
  'commands end in seconds where the network swallows everything, and a holder loses no report',
  async () => {
    const { link, direct, schema, cwd, env } = await stage();
    await runForData(['task', 'new', 'Build it', '--agent', 'ada'], { cwd, env });
    const { task, run } = (await runForData(['claim', '--agent', 'ada'], { cwd, env })) as {
      task: { id: string };
      run: { runId: string };
    };
    const asAda = { ...env, BATON_AGENT: 'ada', BATON_TASK_ID: task.id, BATON_RUN_ID: run.runId };
    link.isSilent = true;
    const began = performance.now();
    for (const args of [
      ['task', 'list'],
      ['task', 'new', 'Two'],
    ]) {
      const { stdout } = await runBaton([...args, '--json'], { cwd, env });
      expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'STORE_UNREACHABLE' } });
    }
    const kept = await runBaton(['complete', '--notes', 'made it', '--json'], { cwd, env: asAda });
    expect([kept.code, JSON.parse(kept.stdout)]).toMatchObject([0, { data: { kept: {} } }]);
    expect(performance.now() - began).toBeLessThan(3 * SOON_MS);
    link.isSilent = false;
    expect(await runBaton(['tick'], { cwd, env })).toMatchObject({ code: 0 });
    expect(await readdir(join(cwd, '.baton', 'reports'))).toEqual([]);
    const store = await openTestStore(direct, schema);
    onTestFinished(() => store.close());
    expect((await store.find(task.id))?.task.status).toBe('done');
  },
  { timeout: 180_000 },
);

verifies(
  ['FLT-003', 'FLT-005'],
  'a change whose statement arrives long after its caller has asked again is stored once',
  async () => {
    const { link, direct, schema, cwd, env } = await stage();
    await runForData(['task', 'new', 'First'], { cwd, env });
    const store = await openTestStore(env['BATON_STORE'] ?? '', schema, { patienceMs: 30_000 });
    onTestFinished(() => store.close());
    await store.list({});
    // Nothing leads there while it is sent; what was sent is passed on when the caller has long been trying again.
    link.isSilent = true;
    const made = createTask(store, 'Second');
    await sleep(10_000);
    link.isSilent = false;
    await made;
    const seen = await openTestStore(direct, schema);
    onTestFinished(() => seen.close());
    expect((await seen.list({})).map(({ title }) => title)).toEqual(['First', 'Second']);
    const events = await readAllEvents(seen);
    expect(events.filter(({ type }) => type === 'task.created')).toHaveLength(2);
  },
  { timeout: 120_000 },
);

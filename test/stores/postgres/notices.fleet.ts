import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { createUlidAfter } from '../../../src/kernel/ids.ts';
import type { PlaneEvent } from '../../../src/kernel/tasks.ts';
import { systemRandom } from '../../../src/stores/system/index.ts';
import { createTask } from '../../support/postgres/plane-actions.ts';
import { query } from '../../support/postgres/query.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres/server.ts';
import { freshSchema } from '../../support/postgres/shared-server.ts';
import { openTestStore } from '../../support/postgres/test-store.ts';
import { runBaton } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

let server: TestPostgres;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);

afterAll(async () => {
  await server.remove();
});

const waiting = async (schema: string): Promise<number> => {
  const [row] = await query(server.url, `SELECT count(*)::int AS count FROM "${schema}".outbox`);
  return Number(row?.['count']);
};

verifies('FLT-027', 'a command tells what it did itself, and leaves the backlog of others alone', async () => {
  const schema = freshSchema();
  const silent = await openTestStore(server.url, schema);
  onTestFinished(() => silent.close());
  for (let i = 0; i < 300; i += 1) await createTask(silent, `of somebody else ${i}`);
  await silent.findLastEventId();
  expect(await waiting(schema)).toBe(300);
  const cwd = await tempFolder();
  const run = await runBaton(['task', 'new', 'My own', '--agent', 'ada'], {
    cwd,
    env: { BATON_STORE: server.url, BATON_STORE_SCHEMA: schema },
  });
  expect([run.code, run.stderr]).toEqual([0, expect.not.stringContaining('somebody else')]);
  const ticked = await runBaton(['tick'], { cwd, env: { BATON_STORE: server.url, BATON_STORE_SCHEMA: schema } });
  expect([ticked.code, ticked.stderr]).toEqual([0, expect.not.stringContaining('somebody else')]);
  expect(await waiting(schema)).toBe(300);
});

verifies('FLT-027', 'what several processes do at once is told once, each by the one that did it', async () => {
  const schema = freshSchema();
  const told: string[][] = [[], [], []];
  const stores = await Promise.all(
    told.map((list) =>
      openTestStore(server.url, schema, {
        deliver: async (events) => void list.push(...events.map(({ payload }) => String(payload['title']))),
      }),
    ),
  );
  await createTask(stores[0] ?? (await openTestStore(server.url, schema)), '0');
  await Promise.all(
    stores.map(async (store, i) => {
      for (let n = 0; n < 20; n += 1) await createTask(store, String(i));
    }),
  );
  for (const store of stores) await store.close();
  expect(told.map((list) => [new Set(list).size, list[0]])).toEqual([
    [1, '0'],
    [1, '1'],
    [1, '2'],
  ]);
  expect(told.map((list) => list.length)).toEqual([21, 20, 20]);
  expect(await waiting(schema)).toBe(0);
});

verifies('FLT-027', 'a daemon tells the newest of a long backlog, and counts what it tells nobody', async () => {
  const schema = freshSchema();
  const delivered: PlaneEvent[] = [];
  const remarks: string[] = [];
  const store = await openTestStore(server.url, schema, {
    deliver: async (events) => void delivered.push(...events),
    remark: (text) => void remarks.push(text),
  });
  onTestFinished(() => store.close());
  await createTask(store, 'makes the tables');
  await store.reconcile();
  let id = createUlidAfter(undefined, Date.now() - 3_600_000, systemRandom);
  const rows = Array.from({ length: 4_000 }, (_, i) => {
    id = createUlidAfter(id, Date.now() - 3_600_000, systemRandom);
    const event: PlaneEvent = { id, type: 'task.created', timestamp: '', actor: 'x', payload: { title: String(i) } };
    return event;
  });
  const client = `INSERT INTO "${schema}".event (id, event) SELECT e->>'id', e::text FROM json_array_elements('${JSON.stringify(rows)}') e`;
  await query(server.url, client);
  await query(server.url, `INSERT INTO "${schema}".outbox (event_id) SELECT id FROM "${schema}".event`);
  const before = delivered.length;
  await store.reconcile({ backlog: true });
  const told = delivered.slice(before);
  expect(told.length).toBeLessThanOrEqual(1_200);
  expect(told.at(-1)?.payload['title']).toBe('makes the tables');
  const dropped = store.droppedEvents ?? 0;
  expect(told.length + dropped).toBe(4_001);
  expect(remarks).toEqual([`${dropped} events waited too long for a daemon and are told to nobody`]);
});

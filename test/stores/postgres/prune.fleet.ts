import { afterAll, beforeAll, expect } from 'vitest';
import { createUlidAfter } from '../../../src/kernel/ids.ts';
import type { TaskStore } from '../../../src/kernel/ports/index.ts';
import { getEntry, TaskEdit } from '../../../src/protocols/tasks/index.ts';
import { systemRandom } from '../../../src/stores/system/index.ts';
import { claimNext, createTask, readAllEvents } from '../../support/postgres/plane-actions.ts';
import { query } from '../../support/postgres/query.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres/server.ts';
import { freshSchema } from '../../support/postgres/shared-server.ts';
import { openTestStore } from '../../support/postgres/test-store.ts';
import { runBaton, runForData } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

let server: TestPostgres;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);

afterAll(async () => {
  await server.remove();
});

const DAY_MS = 86_400_000;

async function finish(store: TaskStore, id: string, now: number): Promise<void> {
  await store.change([id], (lookup) => {
    const edit = new TaskEdit(getEntry(lookup, id), { actor: 'ada', now });
    return edit.move('in-progress').move('review').move('done').toChange(null);
  });
}

/** A task, done long ago, whose events are of that time. */
async function doneLongAgo(schema: string, title: string, ageDays: number, more = {}): Promise<string> {
  const then = Date.now() - ageDays * DAY_MS;
  const store = await openTestStore(server.url, schema, { clock: { now: () => then } });
  const { task } = await createTask(store, title, more);
  await finish(store, task.id, then);
  await store.close();
  return task.id;
}

/** Events get ids of the moment they are numbered: as if that had been done at the time. */
async function backdateEvents(schema: string, ageDays: number): Promise<void> {
  const rows = await query(server.url, `SELECT id, event FROM "${schema}".event ORDER BY id`);
  let id: string | undefined;
  for (const row of rows) {
    id = createUlidAfter(id, Date.now() - ageDays * DAY_MS, systemRandom);
    const event = JSON.stringify({ ...(JSON.parse(String(row['event'])) as object), id });
    await query(
      server.url,
      `UPDATE "${schema}".event SET id = '${id}', event = $e$${event}$e$ WHERE id = '${String(row['id'])}'`,
    );
  }
  await query(server.url, `DELETE FROM "${schema}".outbox`);
}

/** As if the tables had been made so many days ago. */
async function endFirstPartition(schema: string, ageDays: number): Promise<void> {
  const table = `"${schema}".event`;
  const [row] = await query(
    server.url,
    `SELECT "${schema}".ulid_at(clock_timestamp() - interval '${ageDays} days') AS high`,
  );
  const high = String(row?.['high']);
  await query(server.url, `ALTER TABLE ${table} DETACH PARTITION "${schema}".event_first`);
  await query(
    server.url,
    `ALTER TABLE ${table} ATTACH PARTITION "${schema}".event_first FOR VALUES FROM (MINVALUE) TO ('${high}')`,
  );
  await query(server.url, `UPDATE "${schema}".event_month SET high = '${high}' WHERE name = 'event_first'`);
}

verifies(
  'FLT-026',
  'old finished work goes into an archive that import reads; what unfinished work needs stays, with its events',
  async () => {
    const schema = freshSchema();
    const store = await openTestStore(server.url, schema);
    const old = await doneLongAgo(schema, 'Old', 120);
    const needed = await doneLongAgo(schema, 'Still needed', 120);
    await store.findLastEventId();
    await endFirstPartition(schema, 100);
    await backdateEvents(schema, 120);
    await createTask(store, 'Waits', { dependsOn: [needed] });
    const recent = await createTask(store, 'Recent');
    await finish(store, recent.task.id, Date.now());
    const before = (await readAllEvents(store)).length;
    const cwd = await tempFolder();
    const env = { BATON_STORE: server.url, BATON_STORE_SCHEMA: schema };
    const planned = await runForData(['prune', '--older-than', '90d', '--dry-run'], { cwd, env });
    expect(planned).toMatchObject({ tasks: 1, archive: null, months: ['event_first'] });
    const pruned = (await runForData(['prune', '--older-than', '90d', '--archive', 'old.jsonl'], { cwd, env })) as {
      events: number;
    };
    expect(pruned).toMatchObject({ tasks: 1, stayed: 0, months: ['event_first'] });
    expect(await store.find(old)).toBeUndefined();
    const left = await store.list({ statuses: ['ready', 'done'] });
    expect(left.map(({ title }) => title).toSorted()).toEqual(['Recent', 'Still needed', 'Waits']);
    const events = await readAllEvents(store);
    expect(events.length).toBe(before - pruned.events);
    expect(events.filter(({ taskId }) => taskId === needed).length).toBeGreaterThan(2);
    expect(events.filter(({ taskId }) => taskId === old)).toEqual([]);
    expect((await claimNext(store, 'ada'))?.task.title).toBe('Waits');
    const elsewhere = await tempFolder();
    await runForData(['import', `${cwd}/old.jsonl`], { cwd: elsewhere });
    const imported = (await runForData(['task', 'list', '--status', 'done'], { cwd: elsewhere })) as {
      tasks: { id: string; title: string }[];
    };
    expect(imported.tasks).toMatchObject([{ id: old, title: 'Old' }]);
    const log = await runBaton(['watch', '--all', '--jsonl'], { cwd: elsewhere });
    expect(log.stdout).toContain(old);
    await store.close();
  },
  { timeout: 120_000 },
);

verifies(
  'FLT-026',
  'events go into the partition of their month, and a month that nobody made costs nothing',
  async () => {
    const schema = freshSchema();
    const store = await openTestStore(server.url, schema);
    await createTask(store, 'one');
    await store.findLastEventId();
    const partOf = async (): Promise<unknown[]> =>
      (await query(server.url, `SELECT DISTINCT tableoid::regclass::text AS part FROM "${schema}".event`)).map(
        ({ part }) => String(part).replace(/^.*\./, ''),
      );
    const month = new Date().toISOString().slice(0, 7).replace('-', '_');
    expect(await partOf()).toEqual([`event_${month}`]);
    // As after a year in which nobody made months.
    await query(server.url, `ALTER TABLE "${schema}".event DETACH PARTITION "${schema}"."event_${month}"`);
    await query(server.url, `INSERT INTO "${schema}".event SELECT * FROM "${schema}"."event_${month}"`);
    await query(server.url, `DROP TABLE "${schema}"."event_${month}"`);
    await query(server.url, `DELETE FROM "${schema}".event_month WHERE name <> 'event_first'`);
    for (const row of await query(
      server.url,
      `SELECT inhrelid::regclass::text AS part FROM pg_inherits WHERE inhparent = '"${schema}".event'::regclass`,
    ))
      if (/event_\d{4}/.test(String(row['part']))) await query(server.url, `DROP TABLE ${String(row['part'])}`);
    await createTask(store, 'two');
    await store.findLastEventId();
    expect(await partOf()).toEqual(['event_rest']);
    await store.reconcile({ deep: true });
    expect(await partOf()).toEqual([`event_${month}`]);
    expect((await readAllEvents(store)).map(({ payload }) => payload['title'])).toEqual(['one', 'two']);
    await store.close();
  },
);

verifies(
  'FLT-026',
  'pruning beside live claims leaves every one of them whole',
  async () => {
    const schema = freshSchema();
    const store = await openTestStore(server.url, schema);
    await createTask(store, 'makes the tables');
    for (let i = 0; i < 150; i += 1) await doneInBulk(store, 120);
    for (let i = 0; i < 60; i += 1) await createTask(store, `live ${i}`);
    const over = new AbortController();
    const pruning = runForData(['prune', '--older-than', '90d'], {
      cwd: await tempFolder(),
      env: { BATON_STORE: server.url, BATON_STORE_SCHEMA: schema },
    }).finally(() => over.abort());
    const claimed: string[] = [];
    while (!over.signal.aborted && claimed.length < 61) {
      const entry = await claimNext(store, 'ada');
      if (entry !== undefined) claimed.push(entry.task.id);
    }
    expect(await pruning).toMatchObject({ tasks: 150 });
    while (claimed.length < 61) {
      const entry = await claimNext(store, 'ada');
      claimed.push(entry?.task.id ?? '');
    }
    expect(new Set(claimed).size).toBe(61);
    expect(await store.count()).toMatchObject({ done: 0, 'in-progress': 61 });
    await store.close();
  },
  { timeout: 120_000 },
);

async function doneInBulk(store: TaskStore, ageDays: number): Promise<void> {
  const then = Date.now() - ageDays * DAY_MS;
  const { task } = await createTask(store, 'old');
  await finish(store, task.id, then);
}

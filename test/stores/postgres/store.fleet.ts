import { once } from 'node:events';
import { connect as connectTo, createServer, type AddressInfo, type Socket } from 'node:net';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { TaskStore } from '../../../src/kernel/ports/index.ts';
import type { PlaneEvent, TaskRecord } from '../../../src/kernel/tasks.ts';
import { getEntry, planClaim, planHeartbeat, planMove, planNewTask } from '../../../src/protocols/tasks/index.ts';
import { Database } from '../../../src/stores/postgres/database.ts';
import { migrate, quoteName, readVersion } from '../../../src/stores/postgres/schema/migrate.ts';
import { LATEST_VERSION, MIGRATIONS, NEEDED_VERSION } from '../../../src/stores/postgres/schema/migrations.ts';
import type { PostgresTaskStoreDeps } from '../../../src/stores/postgres/index.ts';
import type { ClaimCall } from '../../../src/stores/postgres/connection/claim-statements.ts';
import { undelivered } from '../../../src/stores/postgres/events/event-log.ts';
import { createStatements } from '../../../src/stores/postgres/connection/statements.ts';
import { systemClock, systemRandom, systemTimers } from '../../../src/stores/system/index.ts';
import { createQueue } from '../../../bench/fleet/queue.ts';
import { codeOf } from '../../support/code-of.ts';
import { claimByChange, claimNext, createTask, readAllEvents, until } from '../../support/postgres/plane-actions.ts';
import { query } from '../../support/postgres/query.ts';
import { freshSchema, useServer } from '../../support/postgres/shared-server.ts';
import { openTestStore } from '../../support/postgres/test-store.ts';
import { verifies } from '../../support/verifies.ts';

const server = useServer();

async function open(schema: string, more: Partial<PostgresTaskStoreDeps> = {}): Promise<TaskStore> {
  const store = await openTestStore(server.url, schema, more);
  onTestFinished(() => store.close());
  return store;
}

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: server.url });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

verifies('FLT-002', 'claims at the same moment get different tasks, in order, each with its fence', async () => {
  const schema = freshSchema();
  const store = await open(schema, { connections: 8 });
  for (let i = 0; i < 12; i += 1) await createTask(store, `task ${i}`);
  const claimed = await Promise.all(Array.from({ length: 12 }, (_, i) => claimNext(store, `agent-${i}`)));
  const ids = claimed.map((entry) => entry?.task.id);
  expect(new Set(ids).size).toBe(12);
  expect(claimed.every((entry) => entry?.task.lease?.fence === 1)).toBe(true);
  expect(await claimNext(store, 'late')).toBeUndefined();
});

verifies(
  'FLT-002',
  'a task that somebody is about to take does not hold up others, and is not given twice',
  async () => {
    const schema = freshSchema();
    const store = await open(schema);
    const first = await createTask(store, 'first');
    const second = await createTask(store, 'second');
    const other = await connect();
    await other.query('BEGIN');
    await other.query(`SELECT FROM "${schema}".task WHERE id = $1 FOR UPDATE`, [first.task.id]);
    expect((await claimNext(store, 'ada'))?.task.id).toBe(second.task.id);
    expect(await claimNext(store, 'ada')).toBeUndefined();
    await other.query('ROLLBACK');
    expect((await claimNext(store, 'ada'))?.task.id).toBe(first.task.id);
  },
);

/** A run with a checkpoint that was given back. */
async function failOnce(store: TaskStore, id: string, now: number): Promise<void> {
  const acting = { actor: 'x', now };
  const run = { ...acting, runId: 'first', ttlMs: 60_000 };
  await store.change([id], (lookup) => planClaim(getEntry(lookup, id), { ...run, agent: 'x' }));
  await store.change([id], (lookup) => planHeartbeat(getEntry(lookup, id), { ...run, checkpoint: { at: 'é' } }));
  await store.change([id], (lookup) => planMove(lookup, id, { ...acting, to: 'ready' }));
}

verifies(
  'FLT-002',
  'a claim in one statement makes of a task what the protocol says, whatever the task went through',
  async () => {
    const [one, two] = [await open(freshSchema()), await open(freshSchema())];
    const now = Date.parse('2026-02-09T21:00:00.000Z');
    const stories = ['new', 'failed before', 'text with \n and \u0000'];
    const claimed = [];
    for (const store of [one, two]) {
      for (const [i, title] of stories.entries())
        await store.change([], (lookup) =>
          planNewTask(lookup, { title, uid: `uid-${i}` }, { actor: 'x', now: now + i }),
        );
      await failOnce(store, 'TASK-2026-02-09-002', now);
      const entries = [];
      for (const runId of ['run-1', 'run-2', 'run-3']) {
        const terms = { agent: 'ada', actor: 'ada', runId, now: now + 1_000, ttlMs: 60_000 };
        entries.push(await (store === one ? claimByChange(store, terms) : store.claimFirst?.(terms, () => true)));
      }
      const found = await Promise.all(entries.map((entry) => store.find(entry?.task.id ?? '')));
      expect(found).toEqual(entries);
      const events = (await readAllEvents(store)).filter(({ runId }) => runId?.startsWith('run-') === true);
      claimed.push({
        entries,
        events: events.map(({ type, actor, taskId, runId, payload }) => ({ type, actor, taskId, runId, payload })),
      });
    }
    const [byChange, byStatement] = claimed;
    expect(byStatement).toEqual(byChange);
    expect(byStatement?.events).toHaveLength(6);
    expect(byStatement?.entries.map((entry) => entry?.task.lease?.fence)).toEqual([1, 2, 1]);
  },
);

verifies('FLT-002', 'tasks for others are passed over, also where their kind was never seen before', async () => {
  const store = await open(freshSchema());
  const mine = (task: TaskRecord): boolean => task.routing.agent === undefined || task.routing.agent === 'ada';
  for (const agent of ['bob', 'eve', 'ada', 'bob']) await createTask(store, `for ${agent}`, { routing: { agent } });
  await createTask(store, 'for all');
  const take = async (runId: string) =>
    (await store.claimFirst?.({ agent: 'ada', actor: 'ada', runId, now: Date.now(), ttlMs: 60_000 }, mine))?.task.title;
  expect([await take('run-1'), await take('run-2'), await take('run-3')]).toEqual(['for ada', 'for all', undefined]);
  expect(await store.count()).toMatchObject({ ready: 3, 'in-progress': 2 });
});

verifies('FLT-002', 'claims that wait together go together, and each gets its own task, run and events', async () => {
  const schema = freshSchema();
  const store = await open(schema, { connections: 8 });
  for (let i = 0; i < 20; i += 1) await createTask(store, `task ${i}`);
  const claimed = await Promise.all(Array.from({ length: 20 }, (_, i) => claimNext(store, `agent-${i}`)));
  expect(new Set(claimed.map((entry) => entry?.task.id)).size).toBe(20);
  expect(claimed.map((entry) => [entry?.task.lease?.agent, entry?.task.lease?.fence])).toEqual(
    claimed.map((_, i) => [`agent-${i}`, 1]),
  );
  expect(await Promise.all(claimed.map((entry) => store.find(entry?.task.id ?? '')))).toEqual(claimed);
  const events = await readAllEvents(store);
  for (const entry of claimed) {
    const own = events.filter(({ runId }) => runId === entry?.task.lease?.runId);
    expect(own.map(({ type, taskId, actor }) => [type, taskId, actor])).toEqual(
      ['task.transitioned', 'lease.acquired'].map((type) => [type, entry?.task.id, entry?.task.lease?.agent]),
    );
  }
  const rows = await query(
    server.url,
    `SELECT array_agg(substr(lease_agent, 7)::int ORDER BY order_key) AS agents FROM "${schema}".task GROUP BY xmin::text`,
  );
  const together = rows.map(({ agents }) => agents as number[]);
  expect(together.length).toBeLessThan(10);
  // Of those in one commit, who came first has what was first.
  expect(together).toEqual(together.map((agents) => agents.toSorted((x, y) => x - y)));
});

verifies(
  'FLT-002',
  'claims that go together keep the order also where an address is met for the first time',
  async () => {
    const store = await open(freshSchema());
    await createTask(store, 'known');
    await claimNext(store, 'ada');
    for (const title of ['one', 'two']) await createTask(store, title);
    await createTask(store, 'for zed', { routing: { agent: 'zed' } });
    for (const title of ['three', 'four']) await createTask(store, title);
    const claimed = await Promise.all(Array.from({ length: 4 }, () => claimNext(store, 'zed')));
    expect(claimed.map((entry) => entry?.task.title).sort()).toEqual(['for zed', 'one', 'three', 'two']);
  },
);

verifies('FLT-002', 'claims of agents that different tasks fit do not go together', async () => {
  const store = await open(freshSchema());
  const agents = ['ada', 'bob', 'ada', 'eve', 'bob', 'ada'];
  for (const agent of [...agents, ...agents]) await createTask(store, `for ${agent}`, { routing: { agent } });
  const take = async (agent: string, round: number) => {
    const runId = `run of ${agent} in ${round}`;
    const terms = { agent, actor: agent, runId, now: Date.now(), ttlMs: 60_000 };
    return (await store.claimFirst?.(terms, ({ routing }) => routing.agent === agent))?.task.title;
  };
  for (const round of [1, 2]) {
    const titles = await Promise.all(agents.map((agent, i) => take(agent, round * 10 + i)));
    expect(titles).toEqual(agents.map((agent) => `for ${agent}`));
  }
  expect(await take('ada', 99)).toBeUndefined();
});

const callOf = (runIds: readonly string[], fitting: readonly string[], version = '2'): ClaimCall => ({
  terms: runIds.map((runId) => ({ agent: 'ada', actor: 'ada', runId, now: 0, ttlMs: 1 })),
  fitting,
  version,
});

verifies('FLT-002', 'nothing is claimed while there is a task whose address nobody has judged', async () => {
  const schema = freshSchema();
  const store = await open(schema);
  for (const title of ['one', 'two']) await createTask(store, title);
  await createTask(store, 'for zed', { routing: { agent: 'zed' } });
  for (const title of ['three', 'four']) await createTask(store, title);
  const session = await connect();
  const found = await session.query<{ route_key: string }>(`SELECT route_key FROM "${schema}".route ORDER BY version`);
  const [all = '', zed = ''] = found.rows.map((row) => row.route_key);
  const take = async (round: number, claims: number, fitting: readonly string[], version?: string) => {
    const runIds = Array.from({ length: claims }, (_, n) => `run ${n} of ${round}`);
    const { text, values = [] } = createStatements(quoteName(schema)).claim(callOf(runIds, fitting, version));
    const { rows } = await session.query<{ entry: string }>(text, values);
    return rows.map(({ entry }) => /"title":"([^"]+)"/.exec(entry)?.[1]);
  };
  expect(await take(1, 1, [all])).toEqual([]);
  expect(await take(2, 3, [all])).toEqual([]);
  expect(await take(3, 1, [zed, all], '3')).toEqual(['one']);
  expect(await take(4, 3, [zed, all], '3')).toEqual(['two', 'for zed', 'three']);
  expect(await take(5, 3, [all], '3')).toEqual(['four']);
});

verifies('FLT-002', 'a task is found among hundreds for others, by whom it is for', async () => {
  const store = await open(freshSchema(), { connections: 8 });
  const agents = Array.from({ length: 250 }, (_, i) => `agent-${i}`);
  await Promise.all(agents.map((agent) => createTask(store, `for ${agent}`, { routing: { agent } })));
  const take = async (agent: string) => {
    const terms = { agent, actor: agent, runId: `run of ${agent}`, now: Date.now(), ttlMs: 60_000 };
    return (await store.claimFirst?.(terms, ({ routing }) => routing.agent === agent))?.task.title;
  };
  expect(await take('nobody')).toBeUndefined();
  expect(await Promise.all(agents.slice(-3).map(take))).toEqual(agents.slice(-3).map((agent) => `for ${agent}`));
});

verifies(
  'FLT-011',
  'addresses that no task has any more are forgotten, and known again when one comes back',
  async () => {
    const schema = freshSchema();
    const store = await open(schema);
    const { task } = await createTask(store, 'for zed', { routing: { agent: 'zed' } });
    await createTask(store, 'for ada', { routing: { agent: 'ada' } });
    await store.change([task.id], (lookup) =>
      planMove(lookup, task.id, { to: 'cancelled', actor: 'x', now: Date.now() }),
    );
    await query(
      server.url,
      `INSERT INTO "${schema}".route SELECT 'long gone ' || n, 1, '' FROM generate_series(1, 10000) n`,
    );
    await store.reconcile({ deep: true });
    const routes = await query(server.url, `SELECT route_key FROM "${schema}".route`);
    expect(routes.map((row) => row['route_key'])).toEqual([expect.stringContaining('ada')]);
    await createTask(store, 'for zed again', { routing: { agent: 'zed' } });
    const later = await open(schema);
    const terms = { agent: 'zed', actor: 'zed', runId: 'again', now: Date.now(), ttlMs: 60_000 };
    const claimed = await later.claimFirst?.(terms, ({ routing }) => routing.agent === 'zed');
    expect(claimed?.task.title).toBe('for zed again');
  },
);

test('what nobody can ask for any more is removed, however much it is', async () => {
  const schema = freshSchema();
  const store = await open(schema);
  await createTask(store, 'one');
  const old = `clock_timestamp() - interval '40 days'`;
  await query(
    server.url,
    `INSERT INTO "${schema}".applied (mark, at) SELECT n::text, ${old} FROM generate_series(1, 25000) n;
     INSERT INTO "${schema}".seen (key, at) SELECT n::text, ${old} FROM generate_series(1, 25000) n;
     INSERT INTO "${schema}".seen (key) VALUES ('young')`,
  );
  await store.reconcile({ deep: true });
  const [left] = await query(
    server.url,
    `SELECT (SELECT count(*)::int FROM "${schema}".applied) AS marks, (SELECT count(*)::int FROM "${schema}".seen) AS keys`,
  );
  expect(left).toEqual({ marks: 1, keys: 1 });
});

/** A connection with the settings that the store's own have: plans depend on them. */
async function openSession(schema: string): Promise<Client> {
  const database = new Database({
    address: server.url,
    schema,
    wall: systemClock,
    random: systemRandom,
    timers: systemTimers,
  });
  const session = await database.open();
  onTestFinished(() => session.end());
  return session;
}

verifies('FLT-011', 'a claim reads the queue in its order, however small the server believes it to be', async () => {
  const schema = freshSchema();
  const store = await open(schema);
  await createTask(store, 'one');
  await query(server.url, `VACUUM ANALYZE "${schema}".task`);
  const session = await openSession(schema);
  for (const runIds of [['run-1'], ['run-1', 'run-2', 'run-3']]) {
    const { text, values = [] } = createStatements(quoteName(schema)).claim(callOf(runIds, ['one']));
    const { rows } = await session.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Scan using task_route/);
    expect(plan).not.toMatch(/Seq Scan on task|Sort Key: (task\.)?order_key|Hash|Merge/);
  }
});

/** What one statement with so many claims reads; it is not kept. */
async function countPages(schema: string, claims: number): Promise<number> {
  const session = await openSession(schema);
  const { rows: addresses } = await session.query<{ route_key: string; version: string }>(
    `SELECT route_key, v.version::text AS version FROM "${schema}".model, "${schema}".route_version v`,
  );
  const [address] = addresses;
  const runIds = Array.from({ length: claims }, (_, i) => `run-${i}`);
  const { text, values = [] } = createStatements(quoteName(schema)).claim(
    callOf(runIds, [address?.route_key ?? ''], address?.version),
  );
  await session.query('BEGIN');
  const { rows } = await session.query<{ 'QUERY PLAN': [{ Plan: Record<string, unknown> }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
    values,
  );
  await session.query('ROLLBACK');
  const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
  expect(plan['Actual Rows']).toBe(claims);
  return Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks']);
}

async function filledQueue(live: number, finished: number): Promise<string> {
  const queue = await createQueue(server.url, freshSchema(), { live, finished });
  onTestFinished(() => queue.close());
  await queue.fill();
  return queue.schema;
}

verifies(
  'FLT-011',
  'a claim reads hardly more pages beside 10,000 live and 50,000 finished tasks than beside 200',
  async () => {
    for (const claims of [1, 8]) {
      const few = await countPages(await filledQueue(200, 0), claims);
      const many = await countPages(await filledQueue(10_000, 50_000), claims);
      expect(few).toBeGreaterThan(10);
      expect(many / few).toBeLessThanOrEqual(1.5);
    }
  },
);

verifies('FLT-011', 'a claim reads hardly more pages after 10,000 tasks that are for others', async () => {
  for (const claims of [1, 8]) {
    const few = await countPages(await filledQueue(200, 0), claims);
    const schema = await filledQueue(10_200, 0);
    await query(
      server.url,
      `UPDATE "${schema}".task SET route_key = 'others', order_key = '0' || order_key
       WHERE id IN (SELECT id FROM "${schema}".task ORDER BY id LIMIT 10000)`,
    );
    await query(server.url, `VACUUM ANALYZE "${schema}".task`);
    expect((await countPages(schema, claims)) / few).toBeLessThanOrEqual(1.5);
  }
});

verifies('FLT-011', 'who takes one of a few tasks does not read the queue before them', async () => {
  const schema = freshSchema();
  await createTask(await open(schema), 'one');
  const session = await openSession(schema);
  const { text, values = [] } = createStatements(quoteName(schema)).claimOf(['TASK-2026-02-09-001']);
  const { rows } = await session.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index Scan using task_pkey/);
  expect(plan).not.toMatch(/task_queue|task_route/);
});

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

verifies('FLT-011', 'delivery reads the events that it delivers, however many were delivered before', async () => {
  const schema = freshSchema();
  await createTask(await open(schema), 'makes the tables');
  const session = await openSession(schema);
  await session.query(
    `INSERT INTO "${schema}".event SELECT 'E' || lpad(n::text, 9, '0'), NULL, '{}' FROM generate_series(1, 20000) n`,
  );
  await session.query(`INSERT INTO "${schema}".outbox SELECT id FROM "${schema}".event ORDER BY id DESC LIMIT 100`);
  const { rows } = await session.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${undelivered(quoteName(schema)).text}`,
  );
  const nodes = rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
  const scans = nodes.filter((node) => node['Relation Name']?.startsWith('event') === true);
  expect(nodes[0]?.['Actual Rows']).toBe(100);
  expect(scans.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)).toBe(100);
});

verifies('FLT-002', 'how far the clock of the database is ahead is told when it is connected', async () => {
  const skews: number[] = [];
  const hourBehind = { now: () => Date.now() - 3_600_000 };
  await open(freshSchema(), { wall: hourBehind, onSkew: (ms) => skews.push(ms) });
  expect(Math.abs((skews[0] ?? 0) - 3_600_000)).toBeLessThan(60_000);
});

verifies('FLT-005', 'a waiter is woken by a change of another process, also after its connection was cut', async () => {
  const schema = freshSchema();
  const [writer, reader] = [await open(schema), await open(schema)];
  await createTask(writer, 'before');
  let wakes = 0;
  const end = reader.onChange?.(() => (wakes += 1));
  await until('the first wake-up', () => wakes > 0);
  const before = wakes;
  await createTask(writer, 'one');
  await until('a wake-up by a change', () => wakes > before);
  const last = (await readAllEvents(reader)).at(-1)?.id;
  const cut = wakes;
  await query(server.url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'`);
  await createTask(writer, 'while nobody listened');
  await until('a wake-up after the cut', () => wakes > cut);
  const missed = await readAllEvents(reader, last);
  expect(missed.map(({ type, payload }) => [type, payload['title']])).toEqual([
    ['task.created', 'while nobody listened'],
  ]);
  await end?.();
});

verifies('FLT-005', 'an event that commits late is read late, never missed', async () => {
  const schema = freshSchema();
  const store = await open(schema);
  await createTask(store, 'early');
  const slow = await connect();
  await slow.query('BEGIN');
  const draft = { type: 'slow.one', timestamp: '2026-02-09T21:00:00.000Z', actor: 'x', payload: {} };
  await slow.query(`INSERT INTO "${schema}".event_inbox (draft) VALUES ($1)`, [JSON.stringify(draft)]);
  await createTask(store, 'overtakes');
  const seen = await readAllEvents(store);
  expect(seen.map(({ type }) => type)).toEqual(['task.created', 'task.created']);
  await slow.query('COMMIT');
  const rest = await readAllEvents(store, seen.at(-1)?.id);
  expect(rest.map(({ type }) => type)).toEqual(['slow.one']);
});

verifies('FLT-004', 'one process leads; when it is gone another one does', async () => {
  const schema = freshSchema();
  const [one, two] = [await open(schema), await open(schema)];
  expect([await one.lead?.(), await two.lead?.(), await one.lead?.(), await two.lead?.()]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  await query(server.url, `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted`);
  // The one that lost its session does not believe that it still leads.
  await until('another one leads', async () => (await two.lead?.()) === true);
  expect(await one.lead?.()).toBe(false);
  await two.close();
  await until('the first one leads again', async () => (await one.lead?.()) === true);
});

test('events that a process could not deliver are delivered by another one', async () => {
  const schema = freshSchema();
  const delivered: PlaneEvent[] = [];
  const failing = await open(schema, {
    deliver: async () => {
      throw new Error('killed before it was delivered');
    },
  });
  await createTask(failing, 'one');
  await failing.close();
  const store = await open(schema, { deliver: async (events) => void delivered.push(...events) });
  await store.reconcile({ backlog: true });
  expect(delivered).toEqual([]);
  await query(server.url, `UPDATE "${schema}".outbox SET tried_at = tried_at - interval '1 minute'`);
  await store.reconcile({ backlog: true });
  await store.reconcile({ backlog: true });
  expect(delivered.map(({ type }) => type)).toEqual(['task.created']);
});

test('events wait for a daemon with rules for notices; if none lives, any other process delivers them', async () => {
  const schema = freshSchema();
  const [bare, ruled]: [string[], string[]] = [[], []];
  const collect = (into: string[]) => async (events: readonly PlaneEvent[]) =>
    void into.push(...events.map(({ taskId }) => taskId ?? ''));
  const withRules = await open(schema, { deliver: collect(ruled), hasRules: async () => true });
  const first = await createTask(withRules, 'makes the tables');
  await withRules.fleet?.report({ id: 'machine with rules', agents: [], runs: [], notifies: true });
  const without = await open(schema, { deliver: collect(bare), hasRules: async () => false });
  const second = await createTask(without, 'made where there are no rules');
  await without.reconcile({ backlog: true });
  await until('the one with rules delivers it', async () => {
    await withRules.reconcile({ backlog: true });
    return ruled.length === 2;
  });
  expect([bare, ruled]).toEqual([[], [first.task.id, second.task.id]]);
  await withRules.fleet?.leave();
  await withRules.close();
  const third = await createTask(without, 'made when it is gone');
  await until('it is delivered all the same', async () => {
    await without.reconcile({ backlog: true });
    return bare.length > 0;
  });
  expect(bare).toEqual([third.task.id]);
});

verifies('FLT-006', 'tables of every earlier version are brought up to date by the first change', async () => {
  const client = await connect();
  for (const version of [0, ...MIGRATIONS.slice(0, -1).map((migration) => migration.version)]) {
    const schema = freshSchema();
    if (version > 0) await migrate(client, schema, version);
    expect((await readVersion(client, schema)).version).toBe(version);
    const store = await open(schema);
    if (version > 0) expect(await codeOf(store.list({}))).toBe(version < NEEDED_VERSION ? 'STORE_SCHEMA_OLD' : 'ok');
    await createTask(store, 'one');
    expect(await store.server?.describe()).toMatchObject({ version: LATEST_VERSION, wanted: LATEST_VERSION });
    expect((await store.list({})).map(({ title }) => title)).toEqual(['one']);
  }
});

verifies('FLT-006', 'many processes at once make the tables once; newer tables are left alone', async () => {
  const schema = freshSchema();
  const stores = await Promise.all(Array.from({ length: 6 }, () => open(schema)));
  await Promise.all(stores.map((store, i) => createTask(store, `task ${i}`)));
  expect(await stores[0]?.count()).toMatchObject({ ready: 6 });
  await query(server.url, `INSERT INTO "${schema}".version (version, about) VALUES (999, 'later')`);
  const store = await open(schema);
  expect([await codeOf(store.list({})), await codeOf(createTask(store, 'x'))]).toEqual([
    'STORE_SCHEMA_NEW',
    'STORE_SCHEMA_NEW',
  ]);
});

verifies('FLT-006', 'reading makes no tables', async () => {
  const schema = freshSchema();
  const store = await open(schema);
  expect(await store.list({})).toEqual([]);
  expect(await store.find('TASK-2026-02-09-001')).toBeUndefined();
  expect(await readAllEvents(store)).toEqual([]);
  expect(await store.preview([], (lookup) => ({ result: lookup.freeId('2026-02-09') }))).toBe('TASK-2026-02-09-001');
  expect(await query(server.url, 'SELECT FROM pg_namespace WHERE nspname = $1', [schema])).toEqual([]);
});

verifies('FLT-007', 'an artifact over 1 MiB stands outside by checksum, and damage to it is noticed', async () => {
  const outside = new Map<string, Buffer>();
  const largeArtifacts = {
    write: async (sha256: string, content: Buffer) => void outside.set(sha256, content),
    read: async (sha256: string) => outside.get(sha256),
  };
  const store = await open(freshSchema(), { largeArtifacts });
  const { task } = await createTask(store, 'one');
  const small = 'é\u0000'.repeat(100);
  const limit = 'x'.repeat(1024 * 1024);
  const large = `${limit}y`;
  const artifacts = [small, limit, large].map((content, i) => ({ taskId: task.id, path: `outputs/${i}`, content }));
  await store.change([task.id], () => ({ artifacts, result: null }));
  expect(outside.size).toBe(1);
  expect((await store.readArtifact(task.id, 'outputs/0'))?.toString()).toBe(small);
  expect((await store.readArtifact(task.id, 'outputs/1'))?.length).toBe(1024 * 1024);
  expect((await store.readArtifact(task.id, 'outputs/2'))?.toString()).toBe(large);
  for (const sha256 of outside.keys()) outside.set(sha256, Buffer.from('changed'));
  expect(await codeOf(store.readArtifact(task.id, 'outputs/2'))).toBe('ARTIFACT_DAMAGED');
  outside.clear();
  expect(await codeOf(store.readArtifact(task.id, 'outputs/2'))).toBe('ARTIFACT_DAMAGED');
});

/** Says what PostgreSQL says while it starts, for a while; then it lets everybody through to the real one. */
async function startLateServer(port: number, lateMs: number): Promise<number> {
  const openMs = Date.now() + lateMs;
  const said = Buffer.from('SFATAL\0C57P03\0Mthe database system is starting up\0\0');
  const refusal = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), said]);
  refusal.writeUInt32BE(said.length + 4, 1);
  const door = createServer((client) => {
    client.on('error', () => undefined);
    if (Date.now() < openMs) {
      client.once('data', () => client.end(refusal));
      return;
    }
    const inner = connectTo(port, '127.0.0.1');
    // Either side may reset the connection when a test ends; without a listener that would end the whole run.
    inner.on('error', () => client.destroy());
    client.pipe(inner).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  onTestFinished(() => void door.close());
  return (door.address() as AddressInfo).port;
}

test('a server that has vanished is left without a farewell', async () => {
  const sockets = new Set<Socket>();
  const door = createServer((client) => {
    const inner = connectTo(Number(new URL(server.url).port), '127.0.0.1');
    for (const socket of [client, inner]) sockets.add(socket.on('error', () => undefined));
    client.pipe(inner).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    door.close();
  });
  const address = new URL(server.url);
  address.port = String((door.address() as AddressInfo).port);
  const store = await openTestStore(address.href, freshSchema());
  await createTask(store, 'one');
  for (const socket of sockets) socket.unpipe().pause();
  await expect(store.close()).resolves.toBeUndefined();
});

test('a server that is starting is waited for, longer than one that is not there', async () => {
  const late = new URL(server.url);
  late.port = String(await startLateServer(Number(late.port), 4_000));
  const store = await openTestStore(late.href, freshSchema());
  expect((await createTask(store, 'after the start')).task.status).toBe('ready');
  await store.close();
});

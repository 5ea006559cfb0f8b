import { Client } from 'pg';
import { expect, onTestFinished } from 'vitest';
import type { ClaimTerms } from '../../../src/kernel/ports/index.ts';
import { getEntry, planMove, TaskEdit } from '../../../src/protocols/tasks/index.ts';
import { LOCK_SPACE, quoteName } from '../../../src/stores/postgres/schema/migrate.ts';
import { createStatements } from '../../../src/stores/postgres/connection/statements.ts';
import { codeOf } from '../../support/code-of.ts';
import { checkHistory } from '../../support/postgres/check-history.ts';
import { startCutProxy } from '../../support/postgres/cut-proxy.ts';
import { claimNext, createTask, readAllEvents, until } from '../../support/postgres/plane-actions.ts';
import { query } from '../../support/postgres/query.ts';
import { startPostgres } from '../../support/postgres/server.ts';
import { freshSchema, useServer } from '../../support/postgres/shared-server.ts';
import { openTestStore } from '../../support/postgres/test-store.ts';
import { verifies } from '../../support/verifies.ts';

const server = useServer();

const portOf = (url: string): number => Number(new URL(url).port);

/** Changes are stored a while after they were sent, so that a lost answer is asked for before they are. */
async function slowCommits(schema: string): Promise<void> {
  await query(
    server.url,
    `CREATE FUNCTION "${schema}".dawdle() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.4); RETURN NULL; END';
     CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON "${schema}".applied DEFERRABLE INITIALLY DEFERRED
     FOR EACH ROW EXECUTE FUNCTION "${schema}".dawdle()`,
  );
}

/** One life of a task; every statement of it will be cut once. */
async function liveThrough(address: string, schema: string): Promise<void> {
  const store = await openTestStore(address, schema, { patienceMs: 10_000 });
  try {
    const { task } = await createTask(store, 'one');
    const now = Date.now();
    const terms = { agent: 'ada', actor: 'ada', runId: `run of ${task.id}`, now, ttlMs: 60_000 };
    const claimed = await store.claimFirst?.(terms, () => true);
    expect([claimed?.task.id, claimed?.task.lease?.runId]).toEqual([task.id, terms.runId]);
    await store.change([task.id], (lookup) =>
      new TaskEdit(getEntry(lookup, task.id), { actor: 'ada', now })
        .log('task.completed', { outcome: 'done' })
        .note('cut or not')
        .move('review')
        .move('done')
        .toChange(null),
    );
  } finally {
    await store.close();
  }
}

const TYPES = [
  'task.created',
  'lease.acquired',
  'task.transitioned',
  'task.completed',
  'task.noted',
  'lease.released',
  'task.transitioned',
  'task.transitioned',
];

verifies(
  'FLT-009',
  'a connection that is cut at any statement, before it or before its answer, changes nothing about what is stored',
  async () => {
    const proxy = await startCutProxy(portOf(server.url));
    onTestFinished(() => proxy.close());
    const address = server.url.replace(`:${portOf(server.url)}/`, `:${proxy.port}/`);
    const schema = freshSchema();
    const watcher = await openTestStore(server.url, schema);
    onTestFinished(() => watcher.close());
    const first = await createTask(watcher, 'makes the tables');
    await watcher.change([first.task.id], (lookup) =>
      planMove(lookup, first.task.id, { to: 'cancelled', actor: 'operator', now: Date.now() }),
    );
    proxy.arm(undefined);
    await liveThrough(address, schema);
    const statements = proxy.count;
    expect(statements).toBeGreaterThan(10);
    let after = (await readAllEvents(watcher)).at(-1)?.id;
    for (let at = 1; at <= statements; at += 1) {
      for (const when of ['before', 'answered'] as const) {
        proxy.arm({ at, when });
        await liveThrough(address, schema);
        expect([at, when, proxy.hasCut]).toEqual([at, when, true]);
        const events = await readAllEvents(watcher, after);
        after = events.at(-1)?.id;
        expect([at, when, events.map(({ type }) => type).sort()]).toEqual([at, when, [...TYPES].sort()]);
      }
    }
    const tasks = await watcher.list({ statuses: ['ready', 'in-progress', 'review', 'done', 'cancelled'] });
    const entries = await Promise.all(tasks.map(async ({ id }) => (await watcher.find(id)) ?? []));
    expect(checkHistory(await readAllEvents(watcher), entries.flat(), [])).toEqual([]);
    console.log(`cut ${statements * 2} times, at each of ${statements} statements: 0 violations`);
  },
);

verifies(
  'FLT-009',
  'a change that the server stores only after its connection was lost is stored once, and its answer is the right one',
  async () => {
    const proxy = await startCutProxy(portOf(server.url));
    onTestFinished(() => proxy.close());
    const schema = freshSchema();
    const watcher = await openTestStore(server.url, schema);
    onTestFinished(() => watcher.close());
    const { task } = await createTask(watcher, 'one');
    await slowCommits(schema);
    const store = await openTestStore(server.url.replace(`:${portOf(server.url)}/`, `:${proxy.port}/`), schema, {
      connections: 1,
    });
    onTestFinished(() => store.close());
    const move = async (to: 'blocked' | 'ready') =>
      await store.change([task.id], (lookup) => {
        // As a decision that does not expect to meet its own effect.
        if (lookup.get(task.id)?.task.status === to) throw new TypeError(`${task.id} is ${to} already`);
        return planMove(lookup, task.id, { to, actor: 'ada', now: Date.now() });
      });
    proxy.arm(undefined);
    await move('blocked');
    // Begin, lock, apply, commit; what follows is the wake-up.
    for (const at of [3, 4]) {
      const to = at === 3 ? 'ready' : 'blocked';
      proxy.arm({ at, when: 'sent' });
      const before = (await watcher.find(task.id))?.task.rev ?? 0;
      const { task: moved } = await move(to);
      expect([at, proxy.hasCut, moved.status, moved.rev]).toEqual([at, true, to, before + 1]);
      expect((await watcher.find(task.id))?.task).toMatchObject({ status: to, rev: before + 1 });
    }
    proxy.arm({ at: 3, when: 'sent' });
    const made = await createTask(store, 'two');
    expect((await watcher.list({})).map(({ id, title }) => [id, title])).toContainEqual([made.task.id, 'two']);
    expect((await watcher.list({ statuses: ['ready', 'blocked'] })).map(({ title }) => title)).toEqual(['one', 'two']);
  },
);

verifies('FLT-003', 'changes that go together and are stored late are stored once, and told as stored', async () => {
  const proxy = await startCutProxy(portOf(server.url));
  onTestFinished(() => proxy.close());
  const schema = freshSchema();
  const watcher = await openTestStore(server.url, schema);
  onTestFinished(() => watcher.close());
  const { task } = await createTask(watcher, 'one');
  await slowCommits(schema);
  const store = await openTestStore(server.url.replace(`:${portOf(server.url)}/`, `:${proxy.port}/`), schema);
  onTestFinished(() => store.close());
  const note = async (text: string) =>
    await store.together?.(async ({ change }) => {
      return await change([task.id], (lookup) => {
        const entry = getEntry(lookup, task.id);
        return new TaskEdit(entry, { actor: 'ada', now: Date.now() })
          .log('task.noted', { text })
          .set({})
          .toChange(text);
      });
    });
  await note('the tables are known');
  // Begin, lock, apply, commit.
  for (let at = 1; at <= 4; at += 1) {
    const before = (await watcher.find(task.id))?.task.rev ?? 0;
    proxy.arm({ at, when: 'sent' });
    expect([at, await note(`note ${at}`)]).toEqual([at, `note ${at}`]);
    expect([at, proxy.hasCut, (await watcher.find(task.id))?.task.rev]).toEqual([at, true, before + 1]);
  }
});

verifies('FLT-009', 'who waits for a row that somebody holds is told so in time', async () => {
  const schema = freshSchema();
  const store = await openTestStore(server.url, schema, { patienceMs: 1_000 });
  onTestFinished(() => store.close());
  const { task } = await createTask(store, 'one');
  const holder = new Client({ connectionString: server.url });
  holder.on('error', () => undefined);
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM "${schema}".task FOR UPDATE`);
  const moving = store.change([task.id], (lookup) =>
    planMove(lookup, task.id, { to: 'blocked', actor: 'ada', now: Date.now() }),
  );
  expect(await codeOf(moving)).toBe('STORE_BUSY');
  await holder.query('ROLLBACK');
});

verifies('FLT-005', 'who numbers events and stops in the middle holds up neither changes nor readers', async () => {
  const schema = freshSchema();
  const store = await openTestStore(server.url, schema, { deliver: async () => undefined });
  await createTask(store, 'one');
  const before = await readAllEvents(store);
  const holder = new Client({ connectionString: server.url });
  holder.on('error', () => undefined);
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('SELECT pg_advisory_lock($1, hashtext($2))', [LOCK_SPACE, `events ${quoteName(schema)}`]);
  await createTask(store, 'two');
  expect(await readAllEvents(store)).toEqual(before);
  await store.close();
  await holder.query('SELECT pg_advisory_unlock_all()');
  const later = await openTestStore(server.url, schema);
  onTestFinished(() => later.close());
  expect((await readAllEvents(later)).map(({ payload }) => payload['title'])).toEqual(['one', 'two']);
});

verifies(
  'FLT-009',
  'claims that went together and lost their connection are each made once, and each is told its own',
  async () => {
    const proxy = await startCutProxy(portOf(server.url));
    onTestFinished(() => proxy.close());
    const schema = freshSchema();
    const watcher = await openTestStore(server.url, schema);
    onTestFinished(() => watcher.close());
    const store = await openTestStore(server.url.replace(`:${portOf(server.url)}/`, `:${proxy.port}/`), schema, {
      connections: 3,
    });
    onTestFinished(() => store.close());
    await createTask(watcher, 'learned');
    await claimNext(store, 'ada');
    let after = (await readAllEvents(watcher)).at(-1)?.id;
    for (const when of ['before', 'sent', 'answered'] as const) {
      // The first goes alone, the others together.
      for (const at of [1, 2]) {
        for (let i = 0; i < 6; i += 1) await createTask(watcher, `task ${i}`);
        proxy.arm({ at, when });
        const claimed = await Promise.all(Array.from({ length: 6 }, (_, i) => claimNext(store, `agent-${i}`)));
        expect([at, when, proxy.hasCut]).toEqual([at, when, true]);
        expect(claimed.map((entry) => entry?.task.lease?.agent)).toEqual(claimed.map((_, i) => `agent-${i}`));
        expect(new Set(claimed.map((entry) => entry?.task.id)).size).toBe(6);
        expect(await watcher.count()).toMatchObject({ ready: 0 });
        const events = await readAllEvents(watcher, after);
        after = events.at(-1)?.id;
        const acquired = events.filter(({ type }) => type === 'lease.acquired');
        expect(acquired.map(({ runId }) => runId).sort()).toEqual(
          claimed.map((entry) => entry?.task.lease?.runId).sort(),
        );
      }
    }
  },
);

/** A store behind a proxy, and what the server would get to see of a claim of it that arrives late. */
async function storeWithLateClaims() {
  const proxy = await startCutProxy(portOf(server.url));
  onTestFinished(() => proxy.close());
  const schema = freshSchema();
  const watcher = await openTestStore(server.url, schema);
  onTestFinished(() => watcher.close());
  const store = await openTestStore(server.url.replace(`:${portOf(server.url)}/`, `:${proxy.port}/`), schema);
  onTestFinished(() => store.close());
  await createTask(watcher, 'learned');
  await claimNext(store, 'ada');
  const [row] = await query(
    server.url,
    `SELECT route_key, v.version FROM "${schema}".task, "${schema}".route_version v`,
  );
  const termsOf = (runId: string): ClaimTerms => ({
    agent: 'bob',
    actor: 'bob',
    runId,
    now: Date.now(),
    ttlMs: 60_000,
  });
  const claimLate = async (...terms: ClaimTerms[]) => {
    const call = { terms, fitting: [String(row?.['route_key'])], version: String(row?.['version']) };
    const { text, values } = createStatements(quoteName(schema)).claim(call);
    return await query(server.url, text, values);
  };
  return { proxy, schema, watcher, store, termsOf, claimLate };
}

verifies(
  'FLT-009',
  'a claim that was sent again is made once, also where the first one arrives when others have read of the second',
  async () => {
    const { proxy, watcher, store, termsOf, claimLate } = await storeWithLateClaims();
    for (const title of ['one', 'two']) await createTask(watcher, title);
    const terms = termsOf('sent twice');
    proxy.arm({ at: 1, when: 'before' });
    expect((await store.claimFirst?.(terms, () => true))?.task.title).toBe('one');
    expect(proxy.hasCut).toBe(true);
    await readAllEvents(watcher);
    expect(await claimLate(terms)).toEqual([]);
    expect(await claimLate(termsOf('another'), terms)).toEqual([]);
    expect(await watcher.count()).toMatchObject({ ready: 1, 'in-progress': 2 });
    expect(await claimLate(termsOf('new'))).toHaveLength(1);
  },
);

verifies('FLT-009', 'a claim that found nothing when it was sent again takes nothing later', async () => {
  const { proxy, watcher, store, termsOf, claimLate } = await storeWithLateClaims();
  const terms = termsOf('too early');
  proxy.arm({ at: 1, when: 'before' });
  expect(await store.claimFirst?.(terms, () => true)).toBeUndefined();
  expect(proxy.hasCut).toBe(true);
  await createTask(watcher, 'comes later');
  expect(await claimLate(terms)).toEqual([]);
  expect(await watcher.count()).toMatchObject({ ready: 1, 'in-progress': 1 });
});

verifies('FLT-009', 'a claim that the server is still at when it is sent again is waited for', async () => {
  const { proxy, schema, watcher, store, termsOf } = await storeWithLateClaims();
  for (const title of ['one', 'two']) await createTask(watcher, title);
  await query(
    server.url,
    `CREATE SEQUENCE "${schema}".told;
     CREATE FUNCTION "${schema}".dawdle() RETURNS trigger LANGUAGE plpgsql AS $body$
       BEGIN IF nextval('"${schema}".told') = 1 THEN PERFORM pg_sleep(0.7); END IF; RETURN NEW; END $body$;
     CREATE TRIGGER slow BEFORE INSERT ON "${schema}".event_inbox FOR EACH ROW EXECUTE FUNCTION "${schema}".dawdle()`,
  );
  proxy.arm({ at: 1, when: 'sent' });
  const claimed = await store.claimFirst?.(termsOf('slow'), () => true);
  await readAllEvents(watcher);
  expect([proxy.hasCut, claimed?.task.title, claimed?.task.lease?.runId]).toEqual([true, 'one', 'slow']);
  const isAtIt = async () => {
    const rows = await query(server.url, `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'`);
    return rows.length > 0;
  };
  await until('the first one is over', async () => !(await isAtIt()));
  expect(await watcher.count()).toMatchObject({ ready: 1, 'in-progress': 2 });
});

verifies(
  'FLT-009',
  'what a server shows after a crash and had not given to its standby is told to nobody before it has',
  async () => {
    const primary = await startPostgres();
    onTestFinished(() => primary.remove());
    const schema = freshSchema();
    const store = await openTestStore(primary.url, schema);
    onTestFinished(() => store.close());
    await createTask(store, 'learned');
    await claimNext(store, 'ada');
    const waitsFor = async (standby: string): Promise<void> => {
      await query(primary.url, `ALTER SYSTEM SET synchronous_standby_names = '${standby}'`);
      await query(primary.url, 'SELECT pg_reload_conf()');
      await until('the setting holds', async () => {
        const [row] = await query(primary.url, 'SHOW synchronous_standby_names');
        return row?.['synchronous_standby_names'] === standby;
      });
    };
    const isCommitting = async (): Promise<boolean> => {
      const rows = await query(primary.url, `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'`);
      return rows.length > 0;
    };
    for (const act of [() => createTask(store, 'one'), () => claimNext(store, 'bob')]) {
      // One that never comes: a commit is stored here and waits.
      await waitsFor('absent');
      let isTold = false;
      const told = act().finally(() => (isTold = true));
      await until('the commit waits for the standby', isCommitting);
      await primary.kill();
      await primary.start();
      await until('the question after it waits too', isCommitting);
      const [shown] = await query(
        primary.url,
        `SELECT count(*) FILTER (WHERE lease_agent = 'bob' OR status = 'ready')::int AS count FROM "${schema}".task`,
      );
      expect([shown, isTold]).toEqual([{ count: 1 }, false]);
      await waitsFor('');
      expect((await told)?.task.title).toBe('one');
    }
    expect(await store.count()).toMatchObject({ ready: 0, 'in-progress': 2 });
  },
);

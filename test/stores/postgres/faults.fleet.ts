import { expect, onTestFinished } from 'vitest';
import { getEntry, planMove, TaskEdit } from '../../../src/protocols/tasks/index.ts';
import { checkHistory } from '../../support/postgres/check-history.ts';
import { startCutProxy } from '../../support/postgres/cut-proxy.ts';
import { createTask, readAllEvents } from '../../support/postgres/plane-actions.ts';
import { query } from '../../support/postgres/query.ts';
import { freshSchema, useServer } from '../../support/postgres/shared-server.ts';
import { openTestStore } from '../../support/postgres/test-store.ts';
import { verifies } from '../../support/verifies.ts';

const server = useServer();

const portOf = (url: string): number => Number(new URL(url).port);

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
    await query(
      server.url,
      `CREATE FUNCTION "${schema}".dawdle() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.4); RETURN NULL; END';
       CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON "${schema}".applied DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION "${schema}".dawdle()`,
    );
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

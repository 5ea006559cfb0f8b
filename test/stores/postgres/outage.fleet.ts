import { expect, onTestFinished } from 'vitest';
import { watch } from '../../../src/relay/tasks/index.ts';
import { startMachine } from '../../support/postgres/machines.ts';
import { createTask, until } from '../../support/postgres/plane-actions.ts';
import { query } from '../../support/postgres/query.ts';
import { startPostgres } from '../../support/postgres/server.ts';
import { freshSchema } from '../../support/postgres/shared-server.ts';
import { openTestStore } from '../../support/postgres/test-store.ts';
import { verifies } from '../../support/verifies.ts';

verifies(
  'FLT-005',
  'a database that is away ends neither who watches nor the daemon: both say so once, and go on when it is back',
  async () => {
    const server = await startPostgres();
    onTestFinished(() => server.remove());
    const schema = freshSchema();
    const ada = await startMachine('ada', { url: server.url, schema, agents: [] });
    const store = await openTestStore(server.url, schema, { patienceMs: 300 });
    onTestFinished(() => store.close());
    await createTask(store, 'before');
    const after = (await store.findLastEventId()) ?? '';
    const remarks: string[] = [];
    const stop = new AbortController();
    const watching = watch(
      { ...ada.platform, tasks: async () => store, remark: (text) => void remarks.push(text) },
      { after, signal: stop.signal, pollMs: 50 },
    );
    const seen: string[] = [];
    const ended = (async () => {
      for await (const { type } of watching) seen.push(type);
    })();
    await ada.serve();
    await createTask(store, 'first');
    await until('it is seen', () => seen.length === 1);
    await server.kill();
    await until('both say that it is away', () => remarks.length === 1 && ada.remarks.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await server.start();
    await until('both say that it is back', () => remarks.length === 2 && ada.remarks.length === 2, 40_000);
    await createTask(store, 'second');
    await until('it goes on from where it was', () => seen.length === 2);
    expect(seen).toEqual(['task.created', 'task.created']);
    expect(remarks).toEqual([expect.stringMatching(/^waiting for the store: /), 'the store answers again']);
    expect(ada.remarks).toEqual([
      expect.stringMatching(/^a scheduler pass failed and will be retried: /),
      'the scheduler works again',
    ]);
    stop.abort();
    await ended;
  },
  { timeout: 120_000 },
);

verifies(
  'FLT-005',
  'a login that is refused for a while does not end the daemon, and is told once',
  async () => {
    const server = await startPostgres();
    onTestFinished(() => server.remove());
    await query(server.url, 'CREATE ROLE agent LOGIN SUPERUSER');
    const url = server.url.replace(/\/\/[^@/]*@/, '//agent@');
    const ada = await startMachine('ada', { url, schema: freshSchema(), agents: [] });
    const daemon = await ada.serve(50);
    const { fleet } = await ada.platform.tasks();
    await until('it leads', async () => (await fleet?.findLeader()) !== undefined);
    let isOver = false;
    void daemon.ended.finally(() => (isOver = true)).catch(() => undefined);
    await query(server.url, `ALTER ROLE agent NOLOGIN`);
    await query(server.url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'agent'`);
    await until('it is said', () => ada.remarks.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect([isOver, ada.remarks]).toEqual([false, [expect.stringContaining('not permitted to log in')]]);
    await query(server.url, `ALTER ROLE agent LOGIN`);
    await until('it goes on', () => ada.remarks.includes('the scheduler works again'), 30_000);
  },
  { timeout: 120_000 },
);

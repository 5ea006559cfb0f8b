import { expect, onTestFinished } from 'vitest';
import type { TaskStore } from '../../../src/kernel/ports/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { createTask } from '../../support/postgres/plane-actions.ts';
import { query } from '../../support/postgres/query.ts';
import { freshSchema, useServer } from '../../support/postgres/shared-server.ts';
import { openTestStore } from '../../support/postgres/test-store.ts';
import { verifies } from '../../support/verifies.ts';

const server = useServer();

/** A daemon's store with a clock that can be put forward. */
async function openLeading(
  schema: string,
): Promise<{ readonly store: TaskStore; lead(): Promise<boolean | undefined> }> {
  let aheadMs = 0;
  const store = await openTestStore(server.url, schema, { wall: { now: () => Date.now() + aheadMs } });
  onTestFinished(() => store.close());
  return {
    store,
    async lead() {
      aheadMs += 6_000;
      return await store.lead?.();
    },
  };
}

verifies('FLT-006', 'a daemon notices that the tables were upgraded past it while it works', async () => {
  const schema = freshSchema();
  const { store, lead } = await openLeading(schema);
  await createTask(store, 'makes the tables');
  expect([await lead(), await lead()]).toEqual([true, true]);
  await query(server.url, `INSERT INTO "${schema}".addition (version, about) VALUES (998, 'adds something')`);
  expect(await lead()).toBe(true);
  await query(server.url, `INSERT INTO "${schema}".version (version, about) VALUES (999, 'later')`);
  expect(await codeOf(lead())).toBe('STORE_SCHEMA_NEW');
});

verifies(
  'FLT-006',
  'a daemon whose tables were removed finds nothing, and makes them again with a change',
  async () => {
    const schema = freshSchema();
    const { store, lead } = await openLeading(schema);
    await createTask(store, 'makes the tables');
    expect([await lead(), await lead()]).toEqual([true, true]);
    await query(server.url, `DROP SCHEMA "${schema}" CASCADE`);
    expect([await lead(), await store.list({})]).toEqual([true, []]);
    await createTask(store, 'again');
    expect((await store.list({})).map(({ title }) => title)).toEqual(['again']);
  },
);

verifies('FLT-004', 'one session leads, however often it asks, and another one as soon as it has ended', async () => {
  const schema = freshSchema();
  const [first, second] = [await openLeading(schema), await openLeading(schema)];
  await createTask(first.store, 'makes the tables');
  expect([await first.lead(), await first.lead(), await second.lead(), await first.lead()]).toEqual([
    true,
    true,
    false,
    true,
  ]);
  await first.store.close();
  expect([await second.lead(), await second.lead()]).toEqual([true, true]);
});

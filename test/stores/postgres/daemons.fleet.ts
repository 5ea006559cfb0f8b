import { expect, onTestFinished } from 'vitest';
import { complete, moveTask, newTask, tick } from '../../../src/relay/tasks/index.ts';
import { ask } from '../../support/busy-data-dir.ts';
import { codeOf } from '../../support/code-of.ts';
import { startMachine, type Machine, type MachineOptions } from '../../support/postgres/machines.ts';
import { readAllEvents, until } from '../../support/postgres/plane-actions.ts';
import { query } from '../../support/postgres/query.ts';
import { freshSchema, useServer } from '../../support/postgres/shared-server.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const server = useServer();
const SHORT_LEASE = {
  BATON_TASKS_LEASE_SECONDS: '1',
  BATON_TASKS_GRACE_SECONDS: '1',
  BATON_TASKS_BACKOFF_SECONDS: '1',
};
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function startMachines(
  names: Readonly<Record<string, readonly string[]>>,
  more: Partial<MachineOptions> = {},
): Promise<{ readonly schema: string; readonly machines: readonly Machine[] }> {
  const schema = freshSchema();
  const machines: Machine[] = [];
  for (const [name, agents] of Object.entries(names))
    machines.push(await startMachine(name, { url: server.url, schema, agents, ...more }));
  return { schema, machines };
}

const createFor = async (machine: Machine, agent: string): Promise<string> =>
  (await newTask(machine.platform, { title: `for ${agent}`, by: 'operator', routing: { agent } })).task.id;

const getEntry = async (machine: Machine, id: string) => {
  const entry = await (await machine.platform.tasks()).find(id);
  if (entry === undefined) throw new Error(`there is no ${id}`);
  return entry;
};

const typesOf = async (machine: Machine, id: string): Promise<string[]> =>
  (await readAllEvents(await machine.platform.tasks())).filter(({ taskId }) => taskId === id).map(({ type }) => type);

const leadLock = (schema: string): string =>
  `locktype = 'advisory' AND granted AND objid::bigint = hashtext('lead ${schema}')::bigint & 4294967295`;

/** Takes the lead from whoever has it. */
const endLead = async (schema: string): Promise<unknown> =>
  await query(server.url, `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE ${leadLock(schema)}`);

verifies(
  ['FLT-004', 'FLT-009'],
  'an agent that says nothing is not started again when another machine leads, for as long as its own daemon sees it',
  async () => {
    const { schema, machines } = await startMachines({ ada: ['local'], bob: ['local'] }, { environment: SHORT_LEASE });
    const [ada, bob] = machines as [Machine, Machine];
    await ada.serve();
    const id = await createFor(ada, 'local');
    await until('ada starts it', () => ada.started.length === 1);
    await bob.serve();
    await until('bob leads', async () => {
      await endLead(schema);
      return (await (await bob.platform.tasks()).lead?.()) === true;
    });
    await sleep(3_500);
    expect([ada.started, bob.started]).toEqual([[id], []]);
    const { task } = await getEntry(bob, id);
    expect([task.status, Date.parse(task.lease?.expiresAt ?? '') > Date.now()]).toEqual(['in-progress', true]);
    const types = await typesOf(bob, id);
    expect([types.includes('lease.renewed'), types.includes('task.reclaimed')]).toEqual([true, false]);
  },
);

verifies(
  ['FLT-004', 'FLT-009'],
  'an agent whose machine is gone is started elsewhere when its lease has lapsed, and its late result is refused',
  async () => {
    const { schema, machines } = await startMachines({ ada: ['local'], bob: ['local'] }, { environment: SHORT_LEASE });
    const [ada, bob] = machines as [Machine, Machine];
    await ada.serve();
    const id = await createFor(ada, 'local');
    await until('ada starts it', () => ada.started.length === 1);
    const first = (await getEntry(bob, id)).run;
    await ada.kill();
    await bob.serve();
    await sleep(2_000);
    // It may be back at any moment: it was heard of a moment ago.
    const { task, run } = await getEntry(bob, id);
    expect([task.status, run?.runId, bob.started]).toEqual(['in-progress', first?.runId, []]);
    await query(
      server.url,
      `UPDATE "${schema}".daemon SET seen_at = seen_at - interval '1 minute' WHERE id LIKE 'ada %'`,
    );
    await until('bob starts it', () => bob.started.length === 1);
    const report = { id, agent: 'local', runId: first?.runId ?? '', outcome: 'done' as const, notes: 'too late' };
    expect((await complete(bob.platform, report)).outcome).toBe('rejected');
    expect((await getEntry(bob, id)).task.status).toBe('in-progress');
  },
);

verifies(
  ['FLT-004', 'TSK-053'],
  'a task for an agent of a machine that does not lead is started there; one that nobody alive knows is reported',
  async () => {
    const { machines } = await startMachines({ ada: ['local'], bob: ['special'] });
    const [ada, bob] = machines as [Machine, Machine];
    await ada.serve();
    await until('ada leads', async () => (await (await ada.platform.tasks()).fleet?.findLeader()) !== undefined);
    const early = await createFor(ada, 'special');
    await until('nobody knows special yet', async () => (await getEntry(ada, early)).task.metadata.unroutable === true);
    const daemon = await bob.serve();
    await until('bob takes what waited for it', () => bob.started.includes(early));
    const ids = [await createFor(ada, 'special'), await createFor(bob, 'local')] as const;
    await until('both are started', () => bob.started.includes(ids[0]) && ada.started.includes(ids[1]));
    expect(await typesOf(ada, ids[0])).not.toContain('dispatch.unroutable');
    await daemon.stop();
    const late = await createFor(ada, 'special');
    await until('nobody knows it any more', async () => (await getEntry(ada, late)).task.metadata.unroutable === true);
    expect([ada.started, bob.started]).toEqual([[ids[1]], [early, ids[0]]]);
  },
);

verifies('FLT-004', 'how many agents may run counts for all machines together', async () => {
  const { machines } = await startMachines(
    { ada: ['local'], bob: ['local'], eve: ['local'] },
    { environment: { BATON_TASKS_MAX_RUNNING: '3' } },
  );
  const [ada] = machines as [Machine];
  for (let i = 0; i < 12; i += 1) await createFor(ada, 'local');
  await Promise.all(machines.map(async ({ platform }) => await tick(platform, { dryRun: false })));
  await Promise.all(machines.map(async ({ platform }) => await tick(platform, { dryRun: false })));
  expect(machines.flatMap(({ started }) => started)).toHaveLength(3);
});

verifies('FLT-004', 'a daemon that looks seldom keeps the lead: its session shows life by itself', async () => {
  const { schema, machines } = await startMachines({ ada: ['local'] });
  const [ada] = machines as [Machine];
  const store = await ada.platform.tasks();
  expect(await store.lead?.()).toBe(true);
  const lastSign = async (): Promise<unknown> =>
    (
      await query(
        server.url,
        `SELECT a.query_start::text AS at FROM pg_stat_activity a JOIN pg_locks l USING (pid) WHERE ${leadLock(schema)}`,
      )
    )[0]?.['at'];
  const first = await lastSign();
  expect(first).toEqual(expect.any(String));
  await until('a sign of life that nobody asked for', async () => (await lastSign()) !== first);
  expect(await store.lead?.()).toBe(true);
});

verifies('FLT-006', 'a daemon whose tables were brought up to date by a newer Baton ends, and says why', async () => {
  const { schema, machines } = await startMachines({ ada: ['local'] });
  const [ada] = machines as [Machine];
  const id = await createFor(ada, 'local');
  const daemon = await ada.serve();
  await until('it works', () => ada.started.includes(id));
  await query(server.url, `INSERT INTO "${schema}".version (version, about) VALUES (999, 'later')`);
  expect(await codeOf(daemon.ended)).toBe('STORE_SCHEMA_NEW');
  // Whatever else goes on in its process is refused as well.
  expect(await codeOf(createFor(ada, 'local'))).toBe('STORE_SCHEMA_NEW');
});

verifies('FLT-006', 'a right that is missing for leading is told as such', async () => {
  const schema = freshSchema();
  const role = schema.replace('test', 'role');
  await query(server.url, `CREATE ROLE ${role} LOGIN; GRANT CREATE ON DATABASE postgres TO ${role}`);
  await query(server.url, `REVOKE EXECUTE ON FUNCTION pg_try_advisory_lock(integer, integer) FROM PUBLIC`);
  onTestFinished(async () => {
    await query(server.url, `GRANT EXECUTE ON FUNCTION pg_try_advisory_lock(integer, integer) TO PUBLIC`);
  });
  const url = server.url.replace(/\/\/[^@/]*@/, `//${role}@`);
  const ada = await startMachine('ada', { url, schema, agents: [] });
  const daemon = await ada.serve();
  await until('it is said', () => ada.remarks.length > 0);
  await sleep(500);
  expect(ada.remarks).toEqual([expect.stringContaining('permission denied for function pg_try_advisory_lock')]);
  await query(server.url, `GRANT EXECUTE ON FUNCTION pg_try_advisory_lock(integer, integer) TO PUBLIC`);
  await until('it goes on', () => ada.remarks.length > 1);
  expect(ada.remarks[1]).toBe('the scheduler works again');
  await daemon.stop();
});

verifies(
  ['FLT-004', 'FLT-007'],
  'a large input that a machine lacks is a start that failed: noted, tried again, and no hindrance for other tasks',
  async () => {
    const { machines } = await startMachines({ ada: [], bob: ['local'] });
    const [ada, bob] = machines as [Machine, Machine];
    const ids = [await createFor(ada, 'local'), await createFor(ada, 'local')] as const;
    const content = 'x'.repeat(2 * 1024 * 1024);
    await (
      await ada.platform.tasks()
    ).change([ids[0]], () => ({ artifacts: [{ taskId: ids[0], path: 'inputs/large.txt', content }], result: null }));
    expect((await (await ada.platform.tasks()).readArtifact(ids[0], 'inputs/large.txt'))?.length).toBe(content.length);
    await tick(bob.platform, { dryRun: false });
    expect(bob.started).toEqual([ids[1]]);
    const { task } = await getEntry(bob, ids[0]);
    expect([task.status, task.metadata.block?.kind]).toEqual(['blocked', 'spawn']);
    expect(await typesOf(bob, ids[0])).toContain('dispatch.failed');
  },
);

verifies('FLT-008', 'a database that another machine works on is neither replaced nor moved out of', async () => {
  const { schema, machines } = await startMachines({ ada: ['local'] });
  const [ada] = machines as [Machine];
  const env = { BATON_STORE: server.url, BATON_STORE_SCHEMA: schema };
  const folder = await tempFolder();
  const id = await createFor(ada, 'local');
  await ask(folder, ['export', 'all.jsonl'], { env });
  const refusals = async (): Promise<unknown[]> => [
    (await ask(folder, ['import', 'all.jsonl', '--replace', '--yes'], { env, exit: 3 }))['message'],
    (await ask(folder, ['import', 'all.jsonl', '--replace', '--dry-run'], { env, exit: 3 }))['message'],
    (await ask(folder, ['export', 'more.jsonl'], { env, exit: 3 }))['message'],
  ];
  const daemon = await ada.serve();
  await until('it leads', async () => (await (await ada.platform.tasks()).fleet?.findLeader()) !== undefined);
  const byDaemon = expect.stringContaining('a daemon works on the same database');
  expect(await refusals()).toEqual([byDaemon, byDaemon, byDaemon]);
  await until('it is started', () => ada.started.length === 1);
  await daemon.stop();
  const byAgent = expect.stringContaining(`local works on ${id} until`);
  expect(await refusals()).toEqual([byAgent, byAgent, byAgent]);
  expect((await getEntry(ada, id)).task.status).toBe('in-progress');
  await moveTask(ada.platform, { id, to: 'ready', by: 'operator' });
  await ask(folder, ['import', 'all.jsonl', '--replace', '--yes'], { env });
});

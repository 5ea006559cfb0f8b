import { Client } from 'pg';
import { planNewTask, taskCodec } from '../../src/protocols/tasks/index.ts';
import { createFiles, nodeDisk } from '../../src/stores/fs/index.ts';
import { openPostgresStores, type PostgresTaskStoreDeps } from '../../src/stores/postgres/index.ts';
import { systemClock, systemRandom, systemTimers } from '../../src/stores/system/index.ts';
import type { TaskStore } from '../../src/kernel/ports/index.ts';

/** A schema of Baton's own tables whose queue is kept at a constant length. */
export interface Queue {
  readonly address: string;
  readonly schema: string;
  /** Adds ready tasks after the others until the queue has its length. */
  fill(): Promise<void>;
  close(): Promise<void>;
}

export interface QueueSize {
  readonly live: number;
  readonly finished: number;
  /** Ready too, before all others in the queue, and for nobody who claims here. */
  readonly forOthers?: number;
}

/** Rows are made in the database from one that the store wrote: a million of them would take an hour otherwise. */
export async function createQueue(address: string, schema: string, size: QueueSize): Promise<Queue> {
  const { live, finished, forOthers = 0 } = size;
  const store = await openStore(address, schema);
  const acting = { actor: 'bench', now: Date.parse('2026-01-01T00:00:00.000Z') };
  await store.change([], (lookup) =>
    planNewTask(lookup, { title: 'Something to do', uid: '01J00000000000000000000000' }, acting),
  );
  await store.close();
  const client = new Client({ connectionString: address });
  await client.connect();
  // Kept aside: the task itself will be claimed.
  await client.query(`CREATE TABLE "${schema}".model AS SELECT * FROM "${schema}".task`);
  let last = 999;
  const add = async (count: number, status: 'ready' | 'done'): Promise<void> => {
    await client.query(copyModel(schema), [last + 1, last + count, status]);
    last += count;
  };
  if (finished > 0) await add(finished, 'done');
  if (forOthers > 0) {
    const first = last + 1;
    await add(forOthers, 'ready');
    await client.query(
      `UPDATE "${schema}".task SET route_key = 'others', order_key = '0' || order_key
       WHERE id = ANY (SELECT 'TASK-2026-01-01-' || n FROM generate_series($1::int, $2::int) n)`,
      [first, last],
    );
    const sample = `replace(entry, '"routing":{', '"routing":{"agent":"others",')`;
    await client.query(`SELECT "${schema}".meet_route('others', ${sample}) FROM "${schema}".model`);
  }
  await client.query(`VACUUM ANALYZE "${schema}".task`);
  return {
    address,
    schema,
    fill: async () => {
      const { rows } = await client.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM "${schema}".task WHERE status = 'ready' AND route_key <> 'others'`,
      );
      const missing = live - (rows[0]?.count ?? 0);
      if (missing > 0) await add(missing, 'ready');
    },
    close: async () => await client.end(),
  };
}

/** As the store would have written them, but for their number and status. */
const copyModel = (schema: string): string => `
  INSERT INTO "${schema}".task (id, id_key, status, rev, order_key, route_key, gate, is_parked, depends_on, skipped, entry, document)
  SELECT 'TASK-2026-01-01-' || n, '2026-01-01-' || lpad(n::text, 15, '0'), $3, t.rev,
    regexp_replace(t.order_key, '\\d+$', lpad(n::text, 15, '0')), t.route_key, t.gate, t.is_parked, t.depends_on, t.skipped,
    replace(replace(t.entry, t.id, 'TASK-2026-01-01-' || n), '"status":"ready"', '"status":"' || $3 || '"'), t.document
  FROM "${schema}".model t, generate_series($1::int, $2::int) n`;

export const openStore = async (
  address: string,
  schema: string,
  more: Partial<PostgresTaskStoreDeps> = {},
): Promise<TaskStore> => {
  const { tasks } = await openPostgresStores({
    address,
    schema,
    files: createFiles(nodeDisk),
    keyFolder: '',
    codec: taskCodec,
    clock: systemClock,
    wall: systemClock,
    random: systemRandom,
    timers: systemTimers,
    largeArtifacts: { write: async () => undefined, read: async () => undefined },
    ...more,
  });
  return tasks;
};

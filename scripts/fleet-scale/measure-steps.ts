import type { Client } from 'pg';
import type { TaskEntry, TaskStore } from '../../src/kernel/index.ts';
import { readAllEvents } from '../../test/support/postgres/plane-actions.ts';
import { beat, claim, complete, create } from './steps.ts';

const COUNT = 500;

/** Bytes of the write-ahead log for each step, one kind at a time; a checkpoint before, so that no page is logged whole by chance. */
export async function measureSteps(store: TaskStore, watcher: Client): Promise<Record<string, number>> {
  const entries: TaskEntry[] = [];
  const bytes: Record<string, number> = {};
  const measure = async (step: string, work: (i: number) => Promise<unknown>): Promise<void> => {
    // Warm pages: what is logged whole after a checkpoint is logged by a first, unmeasured round.
    const before = await readPosition(watcher);
    for (let i = 0; i < COUNT; i += 1) await work(i);
    bytes[step] = Math.round(((await readPosition(watcher)) - before) / COUNT);
  };
  await create(store, 'The first one makes the tables');
  await measure('create', () => create(store, 'Something to do'));
  await measure('claim', async () => {
    const entry = await claim(store, 'ada');
    if (entry !== undefined) entries.push(entry);
  });
  const withEntry = (work: (entry: TaskEntry) => Promise<void>) => async (i: number) => {
    const entry = entries[i];
    if (entry !== undefined) await work(entry);
  };
  await measure(
    'heartbeat',
    withEntry((entry) => beat(store, entry, 'ada')),
  );
  await measure(
    'complete',
    withEntry((entry) => complete(store, entry, 'ada')),
  );
  const before = await readPosition(watcher);
  const events = await readAllEvents(store);
  bytes['numbering of an event'] = Math.round(((await readPosition(watcher)) - before) / events.length);
  return bytes;
}

async function readPosition(watcher: Client): Promise<number> {
  const { rows } = await watcher.query<{ at: string }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS at`,
  );
  return Number(rows[0]?.at);
}

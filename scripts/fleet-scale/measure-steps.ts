import type { Client } from 'pg';
import type { TaskStore } from '../../src/kernel/ports/index.ts';
import type { TaskEntry } from '../../src/kernel/tasks.ts';
import { readAllEvents } from '../../test/support/postgres/plane-actions.ts';
import { beat, claim, complete, create } from './steps.ts';

const COUNT = 500;

export interface StepCosts {
  readonly walBytes: Readonly<Record<string, number>>;
  /** Reading them included. */
  readonly eventsNumberedPerSecond: number;
}

/** Bytes of the write-ahead log for each step, one kind at a time, long after a checkpoint: no page is logged whole. */
export async function measureSteps(store: TaskStore, watcher: Client): Promise<StepCosts> {
  const entries: TaskEntry[] = [];
  const bytes: Record<string, number> = {};
  const measure = async (step: string, work: (i: number) => Promise<unknown>): Promise<void> => {
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
  const began = performance.now();
  const events = await readAllEvents(store);
  const seconds = (performance.now() - began) / 1_000;
  bytes['numbering of an event'] = Math.round(((await readPosition(watcher)) - before) / events.length);
  return { walBytes: bytes, eventsNumberedPerSecond: Math.round(events.length / seconds) };
}

async function readPosition(watcher: Client): Promise<number> {
  const { rows } = await watcher.query<{ at: string }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS at`,
  );
  return Number(rows[0]?.at);
}

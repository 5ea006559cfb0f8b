import { createUlidAfter } from '../../../kernel/ids.ts';
import type { PlaneEvent } from '../../../kernel/tasks.ts';
import type { Connection } from '../connection/dial.ts';
import { parseEvent } from './events.ts';
import { send, type Statement } from '../connection/statements.ts';
import type { OwnEvents } from './own-events.ts';

const BATCH = 100;

export const undelivered = (schema: string): Statement => ({
  name: 'take-undelivered',
  text: `WITH taken AS (
           UPDATE ${schema}.outbox SET tried_at = clock_timestamp() WHERE event_id IN (
             SELECT event_id FROM ${schema}.outbox
             WHERE tried_at IS NULL OR tried_at < clock_timestamp() - interval '30 seconds'
             ORDER BY event_id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
           ) RETURNING event_id
         ) SELECT e.event FROM taken JOIN ${schema}.event e ON e.id = taken.event_id`,
});

/**
 * Hands out events that nobody has delivered yet. One that was taken and not confirmed, because the process that took it died,
 * comes again after half a minute: at least once, and each with the id by which a second time is recognised.
 */
export async function takeUndelivered(connection: Connection, schema: string): Promise<PlaneEvent[]> {
  const [rows = []] = await send(connection, [undelivered(schema)]);
  // Not by the server: told to go by the indexes, it would read all events there ever were to have them in order.
  return rows.map(parseEvent).sort((a, b) => (a.id < b.id ? -1 : 1));
}

const MAX_OWN_PAGE = 1_000;

/** As `takeUndelivered`, of what this process has brought about alone. */
export async function takeOwn(connection: Connection, schema: string, own: OwnEvents): Promise<PlaneEvent[]> {
  const [rows = []] = await send(connection, [
    {
      name: 'own-undelivered',
      text: `SELECT e.event FROM ${schema}.outbox o JOIN ${schema}.event e ON e.id = o.event_id
             WHERE o.tried_at IS NULL AND o.event_id >= $1 AND e.task_id = ANY ($2)
             ORDER BY o.event_id LIMIT ${MAX_OWN_PAGE}`,
      values: [idAt(own.sinceMs), own.taskIds],
    },
  ]);
  const events = rows.map(parseEvent).filter((event) => own.has(event));
  if (events.length === 0) return [];
  const [taken = []] = await send(connection, [
    {
      text: `UPDATE ${schema}.outbox SET tried_at = clock_timestamp()
             WHERE event_id = ANY ($1) AND tried_at IS NULL RETURNING event_id`,
      values: [events.map(({ id }) => id)],
    },
  ]);
  const ids = new Set(taken.map((row) => row['event_id']));
  return events.filter(({ id }) => ids.has(id));
}

/** No event of that moment or later has a smaller id. */
const idAt = (epochMs: number): string =>
  createUlidAfter(undefined, epochMs, { bytes: (size) => new Uint8Array(size) });

/** What waits longer than this while more than so many wait is told to nobody any more. */
const MAX_BACKLOG = 1_000;
const BACKLOG_MS = 60_000;
const DROP_BATCH = 10_000;

/** Shortens a backlog that nobody would read; gives the number of events that are told to nobody. */
export async function dropBacklog(connection: Connection, schema: string, now: number): Promise<number> {
  const [[first] = []] = await send(connection, [
    { text: `SELECT event_id FROM ${schema}.outbox ORDER BY event_id DESC OFFSET ${MAX_BACKLOG} LIMIT 1` },
  ]);
  if (first === undefined) return 0;
  const bound = [String(first['event_id']), idAt(now - BACKLOG_MS)].sort()[0];
  for (let dropped = 0; ;) {
    const { rowCount } = await connection.query(
      `DELETE FROM ${schema}.outbox WHERE event_id IN (
         SELECT event_id FROM ${schema}.outbox WHERE event_id <= $1 ORDER BY event_id LIMIT ${DROP_BATCH})`,
      [bound],
    );
    dropped += rowCount ?? 0;
    if ((rowCount ?? 0) < DROP_BATCH) return dropped;
  }
}

export async function confirmDelivered(connection: Connection, schema: string, ids: readonly string[]): Promise<void> {
  await connection.query(`DELETE FROM ${schema}.outbox WHERE event_id = ANY ($1)`, [ids]);
}

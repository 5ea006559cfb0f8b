import type { PlaneEvent } from '../../../kernel/tasks.ts';
import type { Connection } from '../connection/connections.ts';
import { parseEvent } from './events.ts';
import { send, type Statement } from '../connection/statements.ts';

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
 * Hands out events that nobody has delivered yet. One that was taken and not confirmed, because whoever took it died,
 * comes again after half a minute: at least once, and each with the id by which a second time is recognised.
 */
export async function takeUndelivered(connection: Connection, schema: string): Promise<PlaneEvent[]> {
  const [rows = []] = await send(connection, [undelivered(schema)]);
  // Not by the server: told to go by the indexes, it would read all events there ever were to have them in order.
  return rows.map(parseEvent).sort((a, b) => (a.id < b.id ? -1 : 1));
}

export async function confirmDelivered(connection: Connection, schema: string, ids: readonly string[]): Promise<void> {
  await connection.query(`DELETE FROM ${schema}.outbox WHERE event_id = ANY ($1)`, [ids]);
}

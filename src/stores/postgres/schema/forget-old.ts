import type { Connection } from '../connection/dial.ts';

/** Keys are kept far longer than a message can be on its way, marks far longer than a call can last. */
const KEPT = [
  { table: 'seen', span: '30 days' },
  { table: 'applied', span: '1 day' },
] as const;

/** So many rows in one statement, which has a time limit; and so many statements in one go. */
const BATCH = 10_000;
const MAX_BATCHES = 20;
/** Fewer addresses cost nobody anything. */
const MANY_ROUTES = 10_000;

/** Removes what nobody can ask for any more. What is left over is removed the next time. */
export async function forgetOld(connection: Connection, schema: string): Promise<void> {
  for (const { table, span } of KEPT) {
    const text = `DELETE FROM ${schema}.${table} WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM ${schema}.${table} WHERE at < clock_timestamp() - interval '${span}' ORDER BY at LIMIT ${BATCH}))`;
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const { rowCount } = await connection.query(text);
      if ((rowCount ?? 0) < BATCH) break;
    }
  }
  await forgetRoutes(connection, schema);
  await keepMonths(connection, schema);
}

/** The partitions of the months to come. Tables of an older step have none. */
async function keepMonths(connection: Connection, schema: string): Promise<void> {
  const { rows } = await connection.query(`SELECT to_regclass($1) AS there`, [`${schema}.event_month`]);
  if (rows[0]?.['there'] === null) return;
  const next = await connection.query(
    `SELECT FROM ${schema}.event_month
     WHERE high >= ${schema}.ulid_at(clock_timestamp() + interval '40 days') COLLATE "C" LIMIT 1`,
  );
  if (next.rows.length === 0) await connection.query(`SELECT ${schema}.keep_months()`);
}

/** Addresses of which no task is left that could be claimed one day: what is finished stays so. */
async function forgetRoutes(connection: Connection, schema: string): Promise<void> {
  const { rows } = await connection.query(`SELECT FROM ${schema}.route OFFSET ${MANY_ROUTES} LIMIT 1`);
  if (rows.length === 0) return;
  // While they are held, nobody relies on one that is about to go.
  await connection.query(
    `BEGIN; SET LOCAL enable_seqscan = on; LOCK TABLE ${schema}.route IN EXCLUSIVE MODE;
     DELETE FROM ${schema}.route r WHERE NOT EXISTS (
       SELECT FROM ${schema}.task t WHERE t.route_key = r.route_key AND t.status NOT IN ('done', 'cancelled'));
     COMMIT`,
  );
}

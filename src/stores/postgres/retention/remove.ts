import type { PrunedTask } from '../../../kernel/ports/index.ts';
import { isConflict } from '../connection/failures.ts';
import type { Statement } from '../connection/statements.ts';
import type { Database } from '../database.ts';
import { quoteName } from '../schema/migrate.ts';

/** Rows of one transaction: others wait for it at most that long. */
const BATCH = 100;
const EVENT_BATCH = 5_000;
const MAX_TRIES = 20;

/** Each only if it is as it was read, and still nobody needs it. What hangs on it goes with it. */
export async function removeTasks(database: Database, tasks: readonly PrunedTask[]): Promise<number> {
  const { schema } = database;
  let removed = 0;
  for (let at = 0; at < tasks.length; at += BATCH) {
    const batch = tasks.slice(at, at + BATCH);
    removed += await database.retrying(async (connection) => {
      const { rowCount } = await connection.query(
        `WITH gone AS (
           DELETE FROM ${schema}.task t USING unnest($1::text[], $2::bigint[]) AS g(id, rev)
           WHERE t.id = g.id AND t.rev = g.rev AND t.status IN ('done', 'cancelled') AND ${notNeeded(schema)}
           RETURNING t.id
         ), links AS (DELETE FROM ${schema}.dependency WHERE on_id IN (SELECT id FROM gone))
         SELECT FROM gone`,
        [batch.map(({ id }) => id), batch.map(({ rev }) => rev)],
      );
      return rowCount ?? 0;
    });
    // Other sessions that need the same rows or the disk go first.
    await database.pause(2);
  }
  return removed;
}

/**
 * A month goes whole. Events of tasks that are still there stay: no partition takes their ids any more, so they go into
 * the one for the rest.
 */
export async function detachMonth(database: Database, month: string): Promise<number> {
  const { schema } = database;
  const part = `${schema}.${quoteName(month)}`;
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.once(async (connection) => {
        try {
          await connection.query(`BEGIN; SET LOCAL lock_timeout = '1s'; SET LOCAL enable_seqscan = on`);
          await connection.query(`ALTER TABLE ${schema}.event DETACH PARTITION ${part}`);
          const all = await connection.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${part}`);
          const kept = await connection.query(
            `INSERT INTO ${schema}.event SELECT e.* FROM ${part} e
             WHERE e.task_id IN (SELECT id FROM ${schema}.task)`,
          );
          await connection.query(`DROP TABLE ${part}`);
          await connection.query(`DELETE FROM ${schema}.event_month WHERE name = $1`, [month]);
          await connection.query('COMMIT');
          return (all.rows[0]?.count ?? 0) - (kept.rowCount ?? 0);
        } catch (error) {
          await connection.query('ROLLBACK').catch(() => undefined);
          throw error;
        }
      });
    } catch (error) {
      // Another session reads the month: sessions that queue after this one must not wait for long.
      if (!isConflict(error) || tries === MAX_TRIES) throw database.toError(error);
      await database.pause(20);
    }
  }
}

/** Events of earlier months whose tasks have gone since. */
export async function removeStrayEvents(database: Database, beforeMs: number): Promise<number> {
  const { schema } = database;
  for (let removed = 0; ;) {
    const { rowCount } = await database.retrying((connection) =>
      connection.query(
        `DELETE FROM ${schema}.event_rest WHERE id IN (
           SELECT e.id FROM ${schema}.event_rest e
           WHERE e.id < ${schema}.ulid_at(to_timestamp($1)) COLLATE "C"
             AND e.id < (SELECT min(m.low) FROM ${schema}.event_month m) COLLATE "C"
             AND NOT EXISTS (SELECT FROM ${schema}.task t WHERE t.id = e.task_id)
           LIMIT ${EVENT_BATCH})`,
        [beforeMs / 1_000],
      ),
    );
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < EVENT_BATCH) return removed;
  }
}

/** Nobody who is not finished waits for the task `t`, came of it, or is what it came of. */
export const notNeeded = (schema: string): string => `
  NOT EXISTS (SELECT FROM ${schema}.dependency d JOIN ${schema}.task w ON w.id = d.task_id
              WHERE d.on_id = t.id AND w.status NOT IN ('done', 'cancelled'))
  AND NOT EXISTS (SELECT FROM ${schema}.task c WHERE c.parent_id = t.id AND c.status NOT IN ('done', 'cancelled'))
  AND NOT EXISTS (SELECT FROM ${schema}.task p WHERE p.id = t.parent_id AND p.status NOT IN ('done', 'cancelled'))`;

/** Partitions that hold nothing but what is older. */
export const listMonths = (schema: string, beforeMs: number): Statement => ({
  text: `SELECT name, low, high FROM ${schema}.event_month
         WHERE high <= ${schema}.ulid_at(to_timestamp($1)) COLLATE "C" ORDER BY low`,
  values: [beforeMs / 1_000],
});

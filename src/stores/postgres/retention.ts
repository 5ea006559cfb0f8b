import { BatonError } from '../../kernel/errors/index.ts';
import type { Pruned, PrunedTask, PrunePlan, Retention, TaskPiece } from '../../kernel/ports/index.ts';
import { mayStillRun } from '../../kernel/tasks.ts';
import { isConflict } from './connection/failures.ts';
import { send, type Row, type Statement } from './connection/statements.ts';
import type { Database } from './database.ts';
import { parseEvent } from './events/events.ts';
import { quoteName } from './schema/migrate.ts';
import { parseEntry } from './tasks/task-row.ts';
import { readTask, type SnapshotDeps } from './transfer/transfer.ts';

interface RetentionDeps extends Omit<SnapshotDeps, 'schema'> {
  readonly database: Database;
}

const FINISHED = ['done', 'cancelled'] as const;
const PAGE = 200;
/** The step that brought the months. */
const MONTHS_VERSION = 9;

/**
 * Old work leaves in two phases: all of it is read, so that an archive is whole and on disk before anything is removed;
 * then it is removed in small transactions, each task only if it is still what was read.
 */
export class PostgresRetention implements Retention {
  readonly #deps: RetentionDeps;

  constructor(deps: RetentionDeps) {
    this.#deps = deps;
  }

  async plan(beforeMs: number): Promise<PrunePlan> {
    const { database } = this.#deps;
    const { version } = await database.describe();
    if (version < MONTHS_VERSION)
      throw new BatonError(
        'STORE_SCHEMA_OLD',
        `events are not kept by month yet: the tables are at version ${version}`,
      );
    const [owner] = await database.read({
      text: `SELECT pg_has_role(relowner, 'USAGE') AS owns FROM pg_class WHERE oid = to_regclass($1)`,
      values: [`${database.schema}.event`],
    });
    const months = (await database.read(listMonths(database.schema, beforeMs))).map((row) => String(row['name']));
    if (months.length > 0 && owner?.['owns'] !== true)
      throw new BatonError('STORE_FORBIDDEN', `only the owner of the tables can remove ${months.join(', ')}`, {
        hint: 'run baton prune as the role that owns the schema',
      });
    return { months };
  }

  async *read(beforeMs: number): AsyncGenerator<TaskPiece> {
    const { database, codec } = this.#deps;
    const { schema } = database;
    const ask = async (statement: Statement): Promise<readonly Row[]> => await database.read(statement);
    const numbers = new Map<string, number>();
    for (const status of FINISHED) {
      for (let after = ''; ;) {
        const rows = await ask({
          text: `SELECT t.id, t.id_key, t.entry, t.document FROM ${schema}.task t
                 WHERE t.status = $1 AND t.id_key > $2 AND ${notNeeded(schema)} ORDER BY t.id_key LIMIT ${PAGE}`,
          values: [status, after],
        });
        for (const row of rows) {
          const { task, run } = parseEntry(String(row['entry']), codec);
          if (Date.parse(task.updatedAt) >= beforeMs || mayStillRun(run)) continue;
          noteNumber(numbers, task.id);
          yield* readTask(row, ask, { ...this.#deps, schema });
        }
        after = String(rows.at(-1)?.['id_key'] ?? '');
        if (rows.length < PAGE) break;
      }
    }
    for (const [date, last] of numbers) yield { kind: 'number', date, last };
    yield* this.#readEvents(beforeMs, ask);
  }

  async remove(beforeMs: number, tasks: readonly PrunedTask[]): Promise<Pruned> {
    const { database } = this.#deps;
    const { schema } = database;
    const removed = await removeTasks(database, tasks);
    let events = 0;
    const months = (await database.read(listMonths(schema, beforeMs))).map((row) => String(row['name']));
    for (const month of months) events += await detachMonth(database, month);
    events += await removeStrayEvents(database, beforeMs);
    await database.retrying(async (connection) => {
      await send(connection, [
        {
          text: `DELETE FROM ${schema}.outbox WHERE event_id < ${schema}.ulid_at(to_timestamp($1))`,
          values: [beforeMs / 1_000],
        },
      ]);
    });
    return { tasks: removed, events, months };
  }

  /** Of the months that go, and what was left of earlier ones, in the order of their ids. */
  async *#readEvents(
    beforeMs: number,
    ask: (statement: Statement) => Promise<readonly Row[]>,
  ): AsyncGenerator<TaskPiece> {
    const { schema } = this.#deps.database;
    const months = await ask(listMonths(schema, beforeMs));
    const high = months
      .map((row) => String(row['high']))
      .sort()
      .at(-1);
    if (high === undefined) return;
    for (let after = ''; ;) {
      const rows = await ask({
        text: `SELECT id, event FROM ${schema}.event WHERE id > $1 AND id < $2 ORDER BY id LIMIT 1000`,
        values: [after, high],
      });
      for (const row of rows) yield { kind: 'event', event: parseEvent(row) };
      const last = rows.at(-1);
      if (last === undefined) return;
      after = String(last['id']);
    }
  }
}

function noteNumber(numbers: Map<string, number>, id: string): void {
  const match = /^TASK-(?<date>\d{4}-\d\d-\d\d)-(?<number>\d+)$/.exec(id)?.groups;
  if (match?.['date'] === undefined) return;
  numbers.set(match['date'], Math.max(numbers.get(match['date']) ?? 0, Number(match['number'])));
}

/** Rows of one transaction: others wait for it at most that long. */
const BATCH = 100;
const EVENT_BATCH = 5_000;
const MAX_TRIES = 20;

/** Each only if it is as it was read, and still nobody needs it. What hangs on it goes with it. */
async function removeTasks(database: Database, tasks: readonly PrunedTask[]): Promise<number> {
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
async function detachMonth(database: Database, month: string): Promise<number> {
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
async function removeStrayEvents(database: Database, beforeMs: number): Promise<number> {
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
const notNeeded = (schema: string): string => `
  NOT EXISTS (SELECT FROM ${schema}.dependency d JOIN ${schema}.task w ON w.id = d.task_id
              WHERE d.on_id = t.id AND w.status NOT IN ('done', 'cancelled'))
  AND NOT EXISTS (SELECT FROM ${schema}.task c WHERE c.parent_id = t.id AND c.status NOT IN ('done', 'cancelled'))
  AND NOT EXISTS (SELECT FROM ${schema}.task p WHERE p.id = t.parent_id AND p.status NOT IN ('done', 'cancelled'))`;

/** Partitions that hold nothing but what is older. */
const listMonths = (schema: string, beforeMs: number): Statement => ({
  text: `SELECT name, low, high FROM ${schema}.event_month
         WHERE high <= ${schema}.ulid_at(to_timestamp($1)) COLLATE "C" ORDER BY low`,
  values: [beforeMs / 1_000],
});

import { BatonError } from '../../../kernel/errors/index.ts';
import type { Pruned, PrunedTask, PrunePlan, Retention, TaskPiece } from '../../../kernel/ports/index.ts';
import { mayStillRun } from '../../../kernel/tasks.ts';
import type { Database } from '../database.ts';
import { send, type Row, type Statement } from '../connection/statements.ts';
import { parseEvent } from '../events/events.ts';
import { parseEntry } from '../tasks/task-row.ts';
import { readTask, type SnapshotDeps } from '../transfer/snapshot.ts';
import { detachMonth, listMonths, notNeeded, removeStrayEvents, removeTasks } from './remove.ts';

export interface RetentionDeps extends Omit<SnapshotDeps, 'schema'> {
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

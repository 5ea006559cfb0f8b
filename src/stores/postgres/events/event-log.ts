import { isBatonError } from '../../../kernel/errors/index.ts';
import { createUlidAfter } from '../../../kernel/ids.ts';
import type { PlaneEvent } from '../../../kernel/tasks.ts';
import type { Connection } from '../connection/dial.ts';
import { send, type Statement } from '../connection/statements.ts';
import type { Database } from '../database.ts';
import { eventPage, numberEvents, parseEvent, type NumberingDeps, type Turn } from './events.ts';
import type { OwnEvents } from './own-events.ts';

export type Deliver = (events: readonly PlaneEvent[]) => Promise<void>;

/** Events in their order, and their way out. */
export class EventLog {
  readonly #database: Database;
  readonly #deps: NumberingDeps;

  constructor(database: Database, deps: NumberingDeps) {
    this.#database = database;
    this.#deps = deps;
  }

  async *read(after?: string, about?: { readonly taskIds: readonly string[] }): AsyncIterable<PlaneEvent> {
    if (!(await this.#database.hasTables())) return;
    await this.number('wait');
    for (let at = after ?? ''; ;) {
      const rows = await this.#database.read(eventPage(this.#database.schema, at, about?.taskIds));
      for (const row of rows) yield parseEvent(row);
      const last = rows.at(-1);
      if (last === undefined) return;
      at = String(last['id']);
    }
  }

  async findLastId(): Promise<string | undefined> {
    await this.settle();
    const [row] = await this.#database.read({
      text: `SELECT id FROM ${this.#database.schema}.event ORDER BY id DESC LIMIT 1`,
    });
    return row === undefined ? undefined : String(row['id']);
  }

  /** Everything that was committed by now has its place. */
  async settle(): Promise<void> {
    if (await this.#database.hasTables()) await this.number('wait');
  }

  /**
   * What nobody has delivered yet, also what a process that died has left behind. Gives the number of events that were
   * dropped because too many had waited for too long.
   */
  async deliverAll(deliver: Deliver, now: number): Promise<number> {
    const { schema } = this.#database;
    if (!(await this.#database.hasTables())) return 0;
    await this.number('leave');
    let dropped = 0;
    for (;;) {
      const events = await this.#database.retrying((connection) => takeUndelivered(connection, schema));
      if (events.length === 0) return dropped;
      await this.#handOver(events, deliver);
      dropped += await this.#database.retrying((connection) => dropBacklog(connection, schema, now));
    }
  }

  /** What this process has brought about: the backlog of others is for a daemon. */
  async deliverOwn(deliver: Deliver, own: OwnEvents): Promise<void> {
    const { schema } = this.#database;
    // Another process may be numbering them at this moment: then that is waited for.
    for (const turn of ['leave', 'wait'] as const) {
      if (own.isEmpty || !(await this.#database.hasTables())) break;
      await this.number(turn);
      const events = await this.#database.retrying((connection) => takeOwn(connection, schema, own));
      if (events.length > 0) await this.#handOver(events, deliver);
      own.forget(events);
    }
  }

  async #handOver(events: readonly PlaneEvent[], deliver: Deliver): Promise<void> {
    const { schema } = this.#database;
    await deliver(events);
    const ids = events.map(({ id }) => id);
    await this.#database.retrying((connection) => confirmDelivered(connection, schema, ids));
  }

  /** Gives what waits for an id one. Where another process has the turn and does not go on, it comes later. */
  async number(turn: Turn): Promise<void> {
    // A standby shows what has its place; the rest comes when the primary has read it.
    if (this.#database.isReadOnly) return;
    const { schema } = this.#database;
    for (let isMore = true; isMore;) {
      try {
        const numbered = await this.#database.retrying((connection) =>
          numberEvents(connection, schema, this.#deps, turn),
        );
        isMore = numbered.length > 0;
      } catch (error) {
        if (!isBatonError(error, 'STORE_BUSY')) throw error;
        isMore = false;
      }
    }
  }
}

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
async function takeUndelivered(connection: Connection, schema: string): Promise<PlaneEvent[]> {
  const [rows = []] = await send(connection, [undelivered(schema)]);
  // Not by the server: told to go by the indexes, it would read all events there ever were to have them in order.
  return rows.map(parseEvent).sort((a, b) => (a.id < b.id ? -1 : 1));
}

const MAX_OWN_PAGE = 1_000;

/** As `takeUndelivered`, of what this process has brought about alone. */
async function takeOwn(connection: Connection, schema: string, own: OwnEvents): Promise<PlaneEvent[]> {
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
async function dropBacklog(connection: Connection, schema: string, now: number): Promise<number> {
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

async function confirmDelivered(connection: Connection, schema: string, ids: readonly string[]): Promise<void> {
  await connection.query(`DELETE FROM ${schema}.outbox WHERE event_id = ANY ($1)`, [ids]);
}

import { isBatonError } from '../../../kernel/errors/index.ts';
import type { PlaneEvent } from '../../../kernel/tasks.ts';
import type { Database } from '../database.ts';
import { eventPage, numberEvents, parseEvent, type NumberingDeps, type Turn } from './events.ts';
import { confirmDelivered, takeUndelivered } from './outbox.ts';

export type Deliver = (events: readonly PlaneEvent[]) => Promise<void>;

/** Events in their order, and their way out. */
export class EventLog {
  readonly #database: Database;
  readonly #deps: NumberingDeps;

  constructor(database: Database, deps: NumberingDeps) {
    this.#database = database;
    this.#deps = deps;
  }

  async *read(after?: string, about?: { readonly taskId: string }): AsyncIterable<PlaneEvent> {
    if (!(await this.#database.hasTables())) return;
    await this.number('wait');
    for (let at = after ?? ''; ;) {
      const rows = await this.#database.read(eventPage(this.#database.schema, at, about?.taskId));
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

  /** What nobody has delivered yet, also what a process that died has left behind. */
  async deliver(deliver: Deliver): Promise<void> {
    const { schema } = this.#database;
    if (!(await this.#database.hasTables())) return;
    await this.number('leave');
    for (;;) {
      const events = await this.#database.retrying((connection) => takeUndelivered(connection, schema));
      if (events.length === 0) return;
      await deliver(events);
      const ids = events.map(({ id }) => id);
      await this.#database.retrying((connection) => confirmDelivered(connection, schema, ids));
    }
  }

  /** Gives what waits for an id one. Where another process has the turn and does not go on, it comes later. */
  async number(turn: Turn): Promise<void> {
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

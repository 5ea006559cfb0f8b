import { BatonError } from '../../../kernel/errors/index.ts';
import type { StagedTasks, StageOptions, TaskPiece, TaskTransfer } from '../../../kernel/ports/index.ts';
import type { Staging } from '../audit/audit-transfer.ts';
import { endConnection, type Connection } from '../connection/dial.ts';
import type { Database } from '../database.ts';
import type { EventLog } from '../events/event-log.ts';
import { TableIntake } from './intake.ts';
import { readSnapshot, type SnapshotDeps } from './snapshot.ts';
import { send, type Statement } from '../connection/statements.ts';

export interface TransferDeps extends Omit<SnapshotDeps, 'schema'> {
  readonly database: Database;
  readonly events: EventLog;
  readonly staging: Staging;
}

const MAX_TRIES = 50;

/** In the order in which they can be emptied. */
const TABLES = [
  'audit_line',
  'audit_head',
  'outbox',
  'event',
  'event_inbox',
  'artifact',
  'attempt',
  'dependency',
  'task',
  'day',
  'seen',
];

/** A schema as a whole: read in one snapshot, filled in one transaction. */
export class PostgresTransfer implements TaskTransfer {
  readonly #deps: TransferDeps;

  constructor(deps: TransferDeps) {
    this.#deps = deps;
  }

  async *read(): AsyncGenerator<TaskPiece> {
    if (!(await this.#deps.database.hasTables())) return;
    const connection = await this.#open();
    try {
      await this.#beginSnapshot(connection);
      yield* readSnapshot(connection, this.#snapshotDeps);
    } finally {
      await endConnection(connection);
    }
  }

  async isEmpty(): Promise<boolean> {
    const [row] = await this.#deps.database.read(this.#anything);
    return row?.['some'] !== true;
  }

  async wasKept(mark: string): Promise<boolean> {
    const { database } = this.#deps;
    const rows = await database.read({
      text: `SELECT FROM ${database.schema}.applied WHERE mark = $1`,
      values: [mark],
    });
    return rows.length > 0;
  }

  async stage(pieces: AsyncIterable<TaskPiece>, { mark, replace = false }: StageOptions): Promise<StagedTasks> {
    const { database, largeArtifacts, staging } = this.#deps;
    await database.ensureTables();
    const connection = await this.#open();
    const end = async (statement: string): Promise<void> => {
      staging.connection = undefined;
      try {
        await connection.query(statement);
      } finally {
        await endConnection(connection);
      }
    };
    try {
      await this.#beginEmpty(connection, replace);
      staging.connection = connection;
      const intake = new TableIntake(connection, database.schema, largeArtifacts);
      for await (const piece of pieces) await intake.take(piece);
      await intake.finish(mark);
    } catch (error) {
      await end('ROLLBACK').catch(() => undefined);
      throw database.toError(error);
    }
    return {
      read: () => readSnapshot(connection, this.#snapshotDeps),
      keep: () => end('COMMIT'),
      discard: () => end('ROLLBACK'),
    };
  }

  get #snapshotDeps(): SnapshotDeps {
    const { codec, largeArtifacts, database } = this.#deps;
    return { codec, largeArtifacts, schema: database.schema };
  }

  /** As long as it takes: sorting a million rows, or a reader that is slow. The end of the process ends it. */
  async #open(): Promise<Connection> {
    const connection = await this.#deps.database.open('unlimited');
    await connection.query(
      'RESET ALL; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 10000; SET statement_timeout = 0',
    );
    return connection;
  }

  get #anything(): Statement {
    const { schema } = this.#deps.database;
    const some = ['task', 'event', 'event_inbox', 'seen'].map((name) => `EXISTS (SELECT FROM ${schema}.${name})`);
    return { text: `SELECT ${some.join(' OR ')} AS some` };
  }

  /** Others may fill it at this moment: the second waits, and sees what is there then. */
  async #beginEmpty(connection: Connection, replace: boolean): Promise<void> {
    const { schema } = this.#deps.database;
    await connection.query('BEGIN');
    const tables = ['task', 'event', 'audit_head'].map((name) => `${schema}.${name}`).join(', ');
    await connection.query(`LOCK TABLE ${tables} IN SHARE ROW EXCLUSIVE MODE`);
    const [[row] = [], audited = []] = await send(connection, [
      this.#anything,
      { text: `SELECT FROM ${schema}.audit_line LIMIT 1` },
    ]);
    if (audited.length > 0 && !replace)
      throw new BatonError('STORE_NOT_EMPTY', `there is an audit log in schema ${schema} already`);
    if (row?.['some'] === true && !replace)
      throw new BatonError('STORE_NOT_EMPTY', `there are tasks in schema ${schema} already`);
    for (const name of TABLES) await connection.query(`DELETE FROM ${schema}.${name}`);
  }

  /** Events get their ids from their readers: the snapshot must hold none that still waits for one. */
  async #beginSnapshot(connection: Connection): Promise<void> {
    const { database, events } = this.#deps;
    for (let i = 0; i < MAX_TRIES; i += 1) {
      await events.number('wait');
      const [, waiting = []] = await send(connection, [
        { text: 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY' },
        { text: `SELECT FROM ${database.schema}.event_inbox LIMIT 1` },
      ]);
      if (waiting.length === 0) return;
      await connection.query('ROLLBACK');
      await database.pause(10);
    }
    throw new BatonError('STORE_BUSY', 'tasks are changed too fast for a whole picture of them', {
      hint: 'run the command again when fewer agents work',
    });
  }
}

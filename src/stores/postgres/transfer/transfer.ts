import { BatonError } from '../../../kernel/errors/index.ts';
import type {
  EarlierRun,
  StagedTasks,
  StageOptions,
  TaskCodec,
  TaskPiece,
  TaskTransfer,
} from '../../../kernel/ports/index.ts';
import { isFinished, type PlaneEvent } from '../../../kernel/tasks.ts';
import { KEPT_KEYS, withoutStaleCheckpoint } from '../../task-index/index.ts';
import type { Staging } from '../audit/audit-transfer.ts';
import { endConnection, type Connection } from '../connection/dial.ts';
import { send, type Row, type Statement } from '../connection/statements.ts';
import type { Database } from '../database.ts';
import type { EventLog } from '../events/event-log.ts';
import { parseEvent } from '../events/events.ts';
import { readArtifactRow, type LargeArtifacts } from '../tasks/change-payload.ts';
import { findDocument, parseEntry } from '../tasks/task-row.ts';
import { TableIntake } from './intake.ts';

interface TransferDeps extends Omit<SnapshotDeps, 'schema'> {
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

export interface SnapshotDeps {
  readonly schema: string;
  readonly codec: TaskCodec;
  readonly largeArtifacts: LargeArtifacts;
}

const PAGE = 200;

/** Everything a transaction sees, without ever holding more than a page of it. */
async function* readSnapshot(connection: Connection, deps: SnapshotDeps): AsyncGenerator<TaskPiece> {
  const { schema } = deps;
  const ask = async (statement: Statement): Promise<readonly Row[]> => (await send(connection, [statement]))[0] ?? [];
  for await (const row of scroll(ask, `SELECT id, entry, document FROM ${schema}.task ORDER BY id_key`))
    yield* readTask(row, ask, deps);
  for (const { date, last } of await ask({ text: `SELECT date, last::text FROM ${schema}.day ORDER BY date` }))
    yield { kind: 'number', date: String(date), last: Number(last) };
  const latest = `SELECT key, at FROM ${schema}.seen ORDER BY at DESC, key DESC LIMIT ${KEPT_KEYS}`;
  for (const { key } of await ask({ text: `SELECT key FROM (${latest}) k ORDER BY at, key` }))
    yield { kind: 'seen', key: String(key) };
  for await (const row of scroll(ask, `SELECT id, event FROM ${schema}.event ORDER BY id`)) {
    const event: PlaneEvent = parseEvent(row);
    yield { kind: 'event', event };
  }
}

type Ask = (statement: Statement) => Promise<readonly Row[]>;

/** A cursor: sorted once, fetched in pages. */
async function* scroll(ask: Ask, query: string): AsyncGenerator<Row> {
  await ask({ text: `DECLARE pieces NO SCROLL CURSOR FOR ${query}` });
  for (;;) {
    const rows = await ask({ text: `FETCH ${PAGE} FROM pieces` });
    yield* rows;
    if (rows.length < PAGE) break;
  }
  await ask({ text: 'CLOSE pieces' });
}

/** A task with its earlier runs and artifacts. */
export async function* readTask(
  row: Row,
  ask: Ask,
  { schema, codec, largeArtifacts }: SnapshotDeps,
): AsyncGenerator<TaskPiece> {
  const id = String(row['id']);
  const entry = parseEntry(String(row['entry']), codec);
  const earlier = await ask({
    name: 'earlier-runs',
    text: `SELECT record FROM ${schema}.attempt WHERE task_id = $1 ORDER BY attempt`,
    values: [id],
  });
  yield {
    kind: 'task',
    entry: withoutStaleCheckpoint(entry, isFinished(entry.task.status)),
    text: codec.render(entry.task, findDocument(row)),
    // Only findEarlierRun's values are written there.
    earlier: earlier.map(({ record }) => JSON.parse(String(record)) as EarlierRun),
  };
  const paths = await ask({
    name: 'artifact-paths',
    text: `SELECT path FROM ${schema}.artifact WHERE task_id = $1 ORDER BY path`,
    values: [id],
  });
  for (const { path } of paths) {
    const [found] = await ask({
      name: 'artifact-content',
      text: `SELECT sha256, content FROM ${schema}.artifact WHERE task_id = $1 AND path = $2`,
      values: [id, path],
    });
    if (found === undefined) continue;
    yield {
      kind: 'artifact',
      taskId: id,
      path: String(path),
      content: await readArtifactRow(found, String(path), largeArtifacts),
    };
  }
}

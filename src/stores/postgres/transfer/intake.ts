import type { EarlierRun, TaskPiece } from '../../../kernel/ports/index.ts';
import type { PlaneEvent } from '../../../kernel/tasks.ts';
import { toArtifactRow, type LargeArtifacts } from '../tasks/change-payload.ts';
import type { Connection } from '../connection/dial.ts';
import { insertEarlierRuns, toRow } from '../tasks/task-row.ts';
import { send, type Statement } from '../connection/statements.ts';

const BATCH = 500;
/** Of characters in one statement. */
const BATCH_SIZE = 4 * 1024 * 1024;

/** Puts pieces into the tables of a transaction, many rows at a time. */
export class TableIntake {
  readonly #connection: Connection;
  readonly #schema: string;
  readonly #large: LargeArtifacts;
  #tasks: string[] = [];
  #earlier: { taskId: string; run: EarlierRun }[] = [];
  #events: PlaneEvent[] = [];
  #keys: string[] = [];
  #size = 0;
  #keyCount = 0;

  constructor(connection: Connection, schema: string, large: LargeArtifacts) {
    this.#connection = connection;
    this.#schema = schema;
    this.#large = large;
  }

  async take(piece: TaskPiece): Promise<void> {
    switch (piece.kind) {
      case 'task':
        this.#takeTask(piece);
        break;
      case 'artifact':
        await this.flush();
        return await this.#insertArtifact(piece);
      case 'number':
        return await this.#run({
          text: `INSERT INTO ${this.#schema}.day (date, last) VALUES ($1, $2)`,
          values: [piece.date, piece.last],
        });
      case 'seen':
        this.#keys.push(piece.key);
        break;
      case 'event':
        this.#events.push(piece.event);
        break;
    }
    const count = this.#tasks.length + this.#keys.length + this.#events.length;
    if (count >= BATCH || this.#size >= BATCH_SIZE) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#tasks.length > 0) await this.#insertTasks();
    if (this.#keys.length > 0) await this.#insertKeys();
    if (this.#events.length > 0) await this.#insertEvents();
  }

  /** What hangs on several tasks can be worked out when all of them are there. */
  async finish(mark: string): Promise<void> {
    await this.flush();
    const { task, dependency, applied } = tables(this.#schema);
    await this.#run({
      text: `INSERT INTO ${dependency} (task_id, on_id) SELECT DISTINCT t.id, d FROM ${task} t, unnest(t.depends_on) d`,
    });
    await this.#run({
      text: `UPDATE ${task} SET gate = ${this.#schema}.gate_of(depends_on, skipped) WHERE cardinality(depends_on) > 0`,
    });
    await this.#run({
      text: `SELECT ${this.#schema}.meet_route(route_key, entry)
             FROM (SELECT DISTINCT ON (route_key) route_key, entry FROM ${task} ORDER BY route_key) AS route`,
    });
    await this.#run({
      text: `INSERT INTO ${applied} AS a (mark) VALUES ($1) ON CONFLICT (mark) DO UPDATE SET at = excluded.at`,
      values: [mark],
    });
  }

  #takeTask({ entry, text, earlier }: Extract<TaskPiece, { kind: 'task' }>): void {
    const row = JSON.stringify(toRow(entry, text));
    this.#tasks.push(row);
    this.#size += row.length;
    for (const run of earlier) this.#earlier.push({ taskId: entry.task.id, run });
  }

  async #insertTasks(): Promise<void> {
    const { task } = tables(this.#schema);
    await this.#run({
      text: `INSERT INTO ${task} SELECT * FROM jsonb_populate_recordset(NULL::${task}, $1::jsonb)`,
      values: [`[${this.#tasks.join(',')}]`],
    });
    if (this.#earlier.length > 0) await this.#run(insertEarlierRuns(this.#schema, this.#earlier));
    this.#tasks = [];
    this.#earlier = [];
    this.#size = 0;
  }

  async #insertArtifact({ taskId, path, content }: Extract<TaskPiece, { kind: 'artifact' }>): Promise<void> {
    const bytes = Buffer.from(content);
    const row = await toArtifactRow({ taskId, path }, bytes, this.#large);
    await this.#run({
      text: `INSERT INTO ${this.#schema}.artifact (task_id, path, sha256, size, content) VALUES ($1, $2, $3, $4, $5)`,
      values: [taskId, path, row.sha256, row.size, row.content === undefined ? null : bytes],
    });
  }

  /** A microsecond apart, so that their order can be read back. */
  async #insertKeys(): Promise<void> {
    await this.#run({
      text: `INSERT INTO ${this.#schema}.seen (key, at)
             SELECT key, now() + ($2 + place) * interval '1 microsecond'
             FROM unnest($1::text[]) WITH ORDINALITY AS k(key, place)`,
      values: [this.#keys, this.#keyCount],
    });
    this.#keyCount += this.#keys.length;
    this.#keys = [];
  }

  /** With the ids they have; they were delivered where they come from. */
  async #insertEvents(): Promise<void> {
    await this.#run({
      text: `INSERT INTO ${this.#schema}.event (id, task_id, event)
             SELECT * FROM unnest($1::text[], $2::text[], $3::text[])`,
      values: [
        this.#events.map(({ id }) => id),
        this.#events.map(({ taskId }) => taskId ?? null),
        this.#events.map((event) => JSON.stringify(event)),
      ],
    });
    this.#events = [];
  }

  async #run(statement: Statement): Promise<void> {
    await send(this.#connection, [statement]);
  }
}

const tables = (schema: string) => ({
  task: `${schema}.task`,
  dependency: `${schema}.dependency`,
  applied: `${schema}.applied`,
});

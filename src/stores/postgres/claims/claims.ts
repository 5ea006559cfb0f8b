import { BatonError } from '../../../kernel/errors/index.ts';
import type { ClaimTerms, TaskCodec } from '../../../kernel/ports/index.ts';
import type { TaskEntry } from '../../../kernel/tasks.ts';
import { claimAgain } from './claim-again.ts';
import { ClaimBatches } from './claim-batches.ts';
import type { Connection } from '../connection/dial.ts';
import type { Database } from '../database.ts';
import { isConflict, isLost } from '../connection/failures.ts';
import { KnownRoutes, type Fits } from './known-routes.ts';
import { send, type Row, type Statements } from '../connection/statements.ts';
import { parseClaimed, parseEntry } from '../tasks/task-row.ts';

/** The first task that fits, taken in one statement and exactly once. */
export class Claims {
  readonly #database: Database;
  readonly #statements: Statements;
  readonly #codec: TaskCodec;
  readonly #batches: ClaimBatches;
  readonly #routes: KnownRoutes;

  constructor(database: Database, statements: Statements, codec: TaskCodec) {
    this.#database = database;
    this.#statements = statements;
    this.#codec = codec;
    this.#routes = new KnownRoutes(database, statements, codec);
    this.#batches = new ClaimBatches(async (call) => {
      const answer = await database.once((connection) => connection.query<Row>(statements.claim(call)));
      return answer.rows;
    });
  }

  async claimFirst(terms: ClaimTerms, fits: Fits): Promise<TaskEntry | undefined> {
    const database = this.#database;
    await database.ensureTables();
    if (this.#routes.isNew) await this.#routes.learn();
    const deadline = database.newDeadline();
    /** An answer was lost: what was sent may be stored, or the server may still be at it. */
    for (let isUnsure = false; ;) {
      try {
        const { version } = this.#routes;
        const claimed = await (isUnsure ? this.#sendAgain(terms, fits) : this.#send(terms, fits));
        if (claimed !== undefined) return claimed;
        // Others of this process may have learned meanwhile what was not known to the statement.
        if (version !== this.#routes.version || (await this.#routes.learn())) {
          if (!database.isPast(deadline)) continue;
          throw new BatonError('STORE_BUSY', 'tasks with new addresses come faster than they can be judged');
        }
        return isUnsure ? await this.#sendAgain(terms) : undefined;
      } catch (error) {
        const mayTryAgain = (isLost(error) || isConflict(error)) && !database.isPast(deadline);
        if (!mayTryAgain) throw database.toError(error);
        isUnsure = true;
        await database.pause(10);
      }
    }
  }

  async #send(terms: ClaimTerms, fits: Fits): Promise<TaskEntry | undefined> {
    return this.#toClaimed(await this.#batches.claim({ terms, ...this.#routes.judge(fits) }), terms);
  }

  /** Alone, and not beside what was sent before; without a taste nothing more is claimed. */
  async #sendAgain(terms: ClaimTerms, fits?: Fits): Promise<TaskEntry | undefined> {
    // Every claim has a run of its own, so that is its mark.
    const mark = terms.runId;
    const call = fits === undefined ? undefined : { terms: [terms], ...this.#routes.judge(fits) };
    return await this.#database.once(async (connection) => {
      const { found, row } = await claimAgain(connection, this.#statements, mark, call);
      if (found?.taskId === undefined) return this.#toClaimed(row, terms);
      await this.#database.assure(connection, mark);
      return await this.#getClaimed(connection, found.taskId, terms);
    });
  }

  #toClaimed(row: Row | undefined, terms: ClaimTerms): TaskEntry | undefined {
    return row === undefined ? undefined : parseClaimed(String(row['entry']), terms, this.#codec);
  }

  async #getClaimed(connection: Connection, id: string, { runId }: ClaimTerms): Promise<TaskEntry> {
    const [[row] = []] = await send(connection, [this.#statements.find([id])]);
    const entry = row === undefined ? undefined : parseEntry(String(row['entry']), this.#codec);
    if (entry?.task.lease?.runId === runId) return entry;
    const lost = `run ${runId} claimed ${id} and lost it while the database did not answer`;
    throw new BatonError('LEASE_NOT_YOURS', lost, { id, runId });
  }
}

import { BatonError } from '../../../kernel/errors/index.ts';
import type { ClaimTerms, TaskCodec } from '../../../kernel/ports/index.ts';
import type { TaskEntry, TaskRecord } from '../../../kernel/tasks.ts';
import type { ClaimCall } from '../connection/claim-statements.ts';
import type { Connection } from '../connection/dial.ts';
import { isConflict, isLost } from '../connection/failures.ts';
import { send, type Row, type Statements } from '../connection/statements.ts';
import type { Database } from '../database.ts';
import { parseClaimed, parseEntry } from '../tasks/task-row.ts';
import { ClaimBatches } from './claim-batches.ts';

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

interface Again {
  /** Where what was sent before was stored: the task it took, if it took one. */
  readonly found?: { readonly taskId: string | undefined };
  /** Where it was not, and there was something to claim now. */
  readonly row?: Row | undefined;
}

/**
 * For a claim that was sent and not answered: it may be stored, the server may be at it, or may begin with it only later.
 * While the inbox is held no claim is under way, so what was stored is found by its mark; and one that begins later finds
 * the mark that is left here and does nothing. Without a call, nothing is claimed and the mark alone is left.
 */
async function claimAgain(
  connection: Connection,
  statements: Statements,
  mark: string,
  call?: ClaimCall,
): Promise<Again> {
  const { begin, commit, holdClaims, claimedWith, claim, keepMark, forbidMark } = statements;
  try {
    const [, , known = []] = await send(connection, [begin, holdClaims, claimedWith(mark)]);
    if (known[0] !== undefined) {
      await connection.query('ROLLBACK');
      const id = known[0]['task_id'];
      return { found: { taskId: typeof id === 'string' ? id : undefined } };
    }
    const work = call === undefined ? [forbidMark(mark)] : [claim(call), keepMark(mark)];
    const [rows = []] = await send(connection, [...work, commit]);
    return { row: rows[0] };
  } catch (error) {
    if (!isLost(error)) await connection.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

type Fits = (task: TaskRecord) => boolean;

interface Judged extends Omit<ClaimCall, 'terms'> {
  /** Claims with the same one can go together. */
  readonly group: string;
}

/** Beyond it they are read again: many are of tasks long gone. */
const MAX_KNOWN = 10_000;

/** Whom tasks are for, as far as this process has heard: one task of each address, to judge all others by. */
class KnownRoutes {
  readonly #database: Database;
  readonly #statements: Statements;
  readonly #codec: TaskCodec;
  readonly #tasks = new Map<string, TaskRecord>();
  #version = '0';
  #learning: Promise<boolean> | undefined;

  constructor(database: Database, statements: Statements, codec: TaskCodec) {
    this.#database = database;
    this.#statements = statements;
    this.#codec = codec;
  }

  get version(): string {
    return this.#version;
  }

  get isNew(): boolean {
    return this.#version === '0';
  }

  judge(fits: Fits): Judged {
    const fitting: string[] = [];
    let group = `${this.#version} `;
    for (const [address, task] of this.#tasks) {
      const doesFit = fits(task);
      if (doesFit) fitting.push(address);
      group += doesFit ? '+' : '-';
    }
    return { fitting, version: this.#version, group };
  }

  /** True where there was something new. */
  async learn(): Promise<boolean> {
    const running = this.#learning;
    if (running !== undefined && (await running)) return true;
    // The one before may have begun before the address was there that the statement has met.
    return await (this.#learning ??= this.#learnNow());
  }

  async #learnNow(): Promise<boolean> {
    try {
      const isFull = this.#tasks.size > MAX_KNOWN;
      const rows = await this.#database.read(this.#statements.newRoutes(isFull ? '0' : this.#version));
      if (isFull) this.#tasks.clear();
      for (const row of rows) {
        const { route_key: address, entry } = row;
        if (typeof address === 'string') this.#tasks.set(address, parseEntry(String(entry), this.#codec).task);
      }
      const version = String(rows[0]?.['version'] ?? this.#version);
      const isNewer = version !== this.#version;
      this.#version = version;
      return isNewer;
    } finally {
      this.#learning = undefined;
    }
  }
}

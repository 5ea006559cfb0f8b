import { BatonError, type ClaimTerms, type TaskCodec, type TaskEntry, type TaskRecord } from '../../kernel/index.ts';
import { claimAgain } from './claim-again.ts';
import { ClaimBatches } from './claim-batches.ts';
import type { Connection } from './connections.ts';
import type { Database } from './database.ts';
import { isConflict, isLost } from './failures.ts';
import { send, type Row, type Statements } from './statements.ts';
import { parseClaimed, parseEntry } from './task-row.ts';

type Fits = (task: TaskRecord) => boolean;

/** Beyond it they are learned anew: the statement carries them. */
const MAX_ADDRESSES = 200;

/** The first task that fits, taken in one statement and exactly once. */
export class Claims {
  readonly #database: Database;
  readonly #statements: Statements;
  readonly #codec: TaskCodec;
  readonly #batches: ClaimBatches;
  /** One task of each address that was met so far, to judge all of them by. */
  readonly #known = new Map<string, TaskRecord>();
  /** How often something was added to it. */
  #learned = 0;
  #learning: Promise<boolean> | undefined;

  constructor(database: Database, statements: Statements, codec: TaskCodec) {
    this.#database = database;
    this.#statements = statements;
    this.#codec = codec;
    this.#batches = new ClaimBatches(async (call) => {
      const answer = await database.once((connection) => connection.query<Row>(statements.claim(call)));
      return answer.rows;
    });
  }

  async claimFirst(terms: ClaimTerms, fits: Fits): Promise<TaskEntry | undefined> {
    const database = this.#database;
    await database.ensureTables();
    const deadline = database.newDeadline();
    /** An answer was lost: what was sent may be stored, or the server may still be at it. */
    for (let isUnsure = false; ;) {
      try {
        const learned = this.#learned;
        const claimed = await (isUnsure ? this.#sendAgain(terms, fits) : this.#send(terms, fits));
        if (claimed !== undefined) return claimed;
        // Others of this process may have learned meanwhile what was not known to the statement.
        if (learned !== this.#learned || (await this.#learn())) continue;
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
    const { group, ...addresses } = this.#judge(fits);
    return this.#toClaimed(await this.#batches.claim({ terms, ...addresses, group }), terms);
  }

  /** Alone, and not beside what was sent before; without a taste nothing more is claimed. */
  async #sendAgain(terms: ClaimTerms, fits?: Fits): Promise<TaskEntry | undefined> {
    // Every claim has a run of its own, so that is its mark.
    const mark = terms.runId;
    const call = fits === undefined ? undefined : { terms: [terms], ...this.#judge(fits) };
    return await this.#database.once(async (connection) => {
      const { found, row } = await claimAgain(connection, this.#statements, mark, call);
      if (found?.taskId === undefined) return this.#toClaimed(row, terms);
      await this.#database.assure(connection, mark);
      return await this.#getClaimed(connection, found.taskId, terms);
    });
  }

  /** Which addresses fit. Claims with the same group can go together. */
  #judge(fits: Fits): { readonly fitting: string[]; readonly others: string[]; readonly group: string } {
    const fitting: string[] = [];
    const others: string[] = [];
    let group = `${this.#learned} `;
    for (const [address, task] of this.#known) {
      const doesFit = fits(task);
      (doesFit ? fitting : others).push(address);
      group += doesFit ? '+' : '-';
    }
    return { fitting, others, group };
  }

  /** True where a task with an address that was not known before waits to be judged. */
  async #learn(): Promise<boolean> {
    const running = this.#learning;
    if (running !== undefined && (await running)) return true;
    // The one before may have begun before the task was there that the statement has met.
    return await (this.#learning ??= this.#learnOne());
  }

  async #learnOne(): Promise<boolean> {
    try {
      if (this.#known.size >= MAX_ADDRESSES) this.#known.clear();
      const [row] = await this.#database.read(this.#statements.firstUnknown([...this.#known.keys()]));
      if (row === undefined) return false;
      this.#known.set(String(row['route_key']), parseEntry(String(row['entry']), this.#codec).task);
      this.#learned += 1;
      return true;
    } finally {
      this.#learning = undefined;
    }
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

import { BatonError, type ClaimTerms, type TaskCodec, type TaskEntry, type TaskRecord } from '../../kernel/index.ts';
import { ClaimBatches } from './claim-batches.ts';
import type { Database } from './database.ts';
import { isConflict, isLost } from './failures.ts';
import type { Row, Statements } from './statements.ts';
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
    // Every claim has a run of its own, so that is its mark.
    const mark = terms.runId;
    const deadline = database.newDeadline();
    /** An answer was lost: what was sent may be stored, or the server may still be at it. */
    for (let isUnsure = false; ;) {
      try {
        const claimed = isUnsure ? await this.#findClaimed(mark, terms) : undefined;
        if (claimed !== undefined) return claimed;
        const learned = this.#learned;
        const row = await this.#send(terms, fits, isUnsure);
        if (row !== undefined) return parseClaimed(String(row['entry']), terms, this.#codec);
        // Others of this process may have learned meanwhile what was not known to the statement.
        if (learned !== this.#learned || (await this.#learn())) continue;
        if (!isUnsure) return undefined;
        await database.pause(20);
        return await this.#findClaimed(mark, terms);
      } catch (error) {
        // A conflict is our own mark: what was believed lost arrived late.
        const mayTryAgain = (isLost(error) || isConflict(error)) && !database.isPast(deadline);
        if (!mayTryAgain) throw database.toError(error);
        isUnsure = true;
        await database.pause(10);
      }
    }
  }

  #send(terms: ClaimTerms, fits: Fits, isUnsure: boolean): Promise<Row | undefined> {
    const fitting: string[] = [];
    const others: string[] = [];
    let group = `${this.#learned} `;
    for (const [address, task] of this.#known) {
      const doesFit = fits(task);
      (doesFit ? fitting : others).push(address);
      group += doesFit ? '+' : '-';
    }
    // One that may meet its own mark goes alone: the conflict is not the others'.
    return this.#batches.claim({ terms, fitting, others, group: isUnsure ? terms.runId : group });
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
      this.#known.set(String(row['route_key']), this.#parse(row).task);
      this.#learned += 1;
      return true;
    } finally {
      this.#learning = undefined;
    }
  }

  #parse(row: Row): TaskEntry {
    return parseEntry(String(row['entry']), this.#codec);
  }

  /** The answer was lost: the claim may have been stored all the same. */
  async #findClaimed(mark: string, { runId }: ClaimTerms): Promise<TaskEntry | undefined> {
    const [claim] = await this.#database.readAssured(this.#statements.claimedWith(mark), mark);
    if (claim === undefined) return undefined;
    const id = String(claim['task_id']);
    const [row] = await this.#database.read(this.#statements.find([id]));
    const entry = row === undefined ? undefined : this.#parse(row);
    if (entry?.task.lease?.runId === runId) return entry;
    throw new BatonError(
      'LEASE_NOT_YOURS',
      `run ${runId} claimed ${id} and lost it while the database did not answer`,
      {
        id,
        runId,
      },
    );
  }
}

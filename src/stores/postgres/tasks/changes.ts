import { BatonError } from '../../../kernel/errors/index.ts';
import { renderTaskId } from '../../../kernel/ids.ts';
import type { Clock, Random, TaskChange, TaskCodec, TaskLookup } from '../../../kernel/ports/index.ts';
import { renderIsoTime } from '../../../kernel/time.ts';
import { isEmpty, needsDocument, storeArtifacts, toPayload, type LargeArtifacts } from './change-payload.ts';
import type { Connection } from '../connection/dial.ts';
import type { Database } from '../database.ts';
import { findDocument, findEarlierRuns, insertEarlierRuns } from './task-row.ts';
import { FactReader, type FactReaderOptions } from './fact-reader.ts';
import { isConflict, isLost } from '../connection/failures.ts';
import { Facts } from './lookup.ts';
import { send, type Statement, type Statements } from '../connection/statements.ts';

export interface ChangesDeps {
  readonly codec: TaskCodec;
  /** Gives events their time. */
  readonly clock: Clock;
  readonly random: Random;
  readonly largeArtifacts: LargeArtifacts;
  /** An event of this process that is stored. */
  noteEvent?(event: StoredEvent): void;
}

type Decide<R> = (tasks: TaskLookup) => TaskChange<R>;

const MAX_CONFLICTS = 100;

/** Carries what a decision threw past everything that judges errors of the database. */
export class DecisionFailed {
  readonly cause: unknown;
  constructor(cause: unknown) {
    this.cause = cause;
  }
}

/** As much of it as is known before it has an id. */
export interface StoredEvent {
  readonly taskId: string | undefined;
  readonly timestamp: string;
}

export interface Outcome<R> {
  readonly result: R;
  /** False if nothing had to be stored. */
  readonly isStored: boolean;
}

interface Attempt<R> {
  readonly ids: readonly string[];
  readonly decide: Decide<R>;
  readonly mark: string;
  /** Set when the change was sent and no answer came: it may be stored, or the server may still be at it. */
  unsure?: { readonly result: R } | undefined;
  /** What was sent last. */
  events?: readonly StoredEvent[];
}

/** Decides, and stores what was decided whole or not at all, exactly once. */
export class Changes {
  readonly #database: Database;
  readonly #statements: Statements;
  readonly #deps: ChangesDeps;

  constructor(database: Database, statements: Statements, deps: ChangesDeps) {
    this.#database = database;
    this.#statements = statements;
    this.#deps = deps;
  }

  async change<R>(ids: readonly string[], decide: Decide<R>): Promise<Outcome<R>> {
    const database = this.#database;
    await database.ensureTables();
    const attempt: Attempt<R> = { ids: [...new Set(ids)], decide, mark: this.newMark() };
    const deadline = database.newDeadline();
    for (let conflicts = 0; ;) {
      try {
        const outcome = await this.#attempt(attempt);
        const stored = (outcome.isStored ? undefined : await this.#findStored(attempt)) ?? outcome;
        if (stored.isStored) this.noteStored(attempt.events ?? []);
        return stored;
      } catch (error) {
        if (error instanceof DecisionFailed) {
          // It may have failed upon what it has itself brought about.
          const stored = await this.#findStored(attempt);
          if (stored !== undefined) return stored;
          throw error.cause;
        }
        if (isConflict(error)) conflicts += 1;
        const mayTryAgain =
          (isConflict(error) ? conflicts <= MAX_CONFLICTS : isLost(error)) && !database.isPast(deadline);
        if (!mayTryAgain) throw database.toError(error);
        await database.pause(isConflict(error) ? conflicts : 10);
      }
    }
  }

  async preview<R>(ids: readonly string[], decide: Decide<R>): Promise<R> {
    if (!(await this.#database.hasTables())) return decide(lookupOfNothing(ids)).result;
    try {
      return await this.#database.retrying(async (connection) => {
        const facts = new Facts();
        const reader = this.#newReader(connection, facts, { ids, isPreview: true });
        await reader.begin();
        return (await decideOn(reader, facts, decide)).result;
      });
    } catch (error) {
      throw error instanceof DecisionFailed ? error.cause : error;
    }
  }

  async #attempt<R>(attempt: Attempt<R>): Promise<Outcome<R>> {
    const stored = await this.#findStored(attempt);
    if (stored !== undefined) return stored;
    return await this.#database.once(async (connection) => await this.#try(connection, attempt));
  }

  /** Part of a transaction that is under way: it is neither begun nor ended here, and a failure leaves it unusable. */
  async changeWithin<R>(connection: Connection, attempt: Attempt<R>): Promise<Outcome<R>> {
    const { ids, decide } = attempt;
    const facts = new Facts();
    const reader = this.#newReader(connection, facts, { ids: [...new Set(ids)], isWithin: true });
    await reader.begin();
    const change = await decideOn(reader, facts, decide);
    if (isEmpty(change)) return { result: change.result, isStored: false };
    await send(connection, await this.#prepare(connection, change, facts, attempt));
    return { result: change.result, isStored: true };
  }

  /** One try on one connection. */
  async #try<R>(connection: Connection, attempt: Attempt<R>): Promise<Outcome<R>> {
    const facts = new Facts();
    const reader = this.#newReader(connection, facts, { ids: attempt.ids });
    try {
      await reader.begin();
      const change = await decideOn(reader, facts, attempt.decide);
      if (isEmpty(change)) {
        await reader.rollback();
        return { result: change.result, isStored: false };
      }
      const statements = await this.#prepare(connection, change, facts, attempt);
      const { begin, commit } = this.#statements;
      if (!reader.isInTransaction && statements.length > 1) statements.unshift(begin);
      // Where one fails, the last ends the transaction without effect.
      const all = reader.isInTransaction || statements.length > 1 ? [...statements, commit] : statements;
      await this.#store(connection, attempt, change.result, all);
      return { result: change.result, isStored: true };
    } catch (error) {
      if (!isLost(error)) await connection.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  async #store<R>(
    connection: Connection,
    attempt: Attempt<R>,
    result: R,
    statements: readonly Statement[],
  ): Promise<void> {
    const former = attempt.unsure;
    attempt.unsure = { result };
    try {
      await send(connection, statements);
    } catch (error) {
      // The server refused it: it can only be the one before that was stored.
      if (!isLost(error)) attempt.unsure = former;
      throw error;
    }
  }

  /** The statements that store it. */
  async #prepare(
    connection: Connection,
    change: TaskChange<unknown>,
    facts: Facts,
    attempt: Attempt<unknown>,
  ): Promise<Statement[]> {
    const { codec, clock, largeArtifacts } = this.#deps;
    const documents = new Map<string, string | undefined>();
    for (const put of (change.puts ?? []).filter((one) => needsDocument(one, facts))) {
      const id = put.formerId ?? put.task.id;
      const [[row] = []] = await send(connection, [this.#statements.document(id)]);
      documents.set(id, findDocument(row));
    }
    const artifacts = await storeArtifacts(change.artifacts ?? [], largeArtifacts);
    const timestamp = renderIsoTime(clock.now());
    attempt.events = (change.events ?? []).map(({ taskId }) => ({ taskId, timestamp }));
    const payload = toPayload({ change, facts, mark: attempt.mark, timestamp, artifacts, documents, codec });
    const earlier = findEarlierRuns(change, facts);
    return [
      this.#statements.apply(payload),
      ...(earlier.length === 0 ? [] : [insertEarlierRuns(this.#database.schema, earlier)]),
    ];
  }

  #newReader(connection: Connection, facts: Facts, options: Omit<FactReaderOptions, 'codec'>): FactReader {
    return new FactReader(connection, this.#statements, facts, { ...options, codec: this.#deps.codec });
  }

  /** Undefined if nothing was sent, or what was sent is not stored. */
  async #findStored<R>({ unsure, mark }: Attempt<R>): Promise<Outcome<R> | undefined> {
    if (unsure === undefined || !(await this.wasApplied(mark))) return undefined;
    return { result: unsure.result, isStored: true };
  }

  async wasApplied(mark: string): Promise<boolean> {
    return (await this.#database.readAssured(this.#statements.wasApplied(mark), mark)).length > 0;
  }

  noteStored(events: readonly StoredEvent[]): void {
    for (const event of events) this.#deps.noteEvent?.(event);
  }

  newMark(): string {
    return Buffer.from(this.#deps.random.bytes(16)).toString('hex');
  }
}

async function decideOn<R>(reader: FactReader, facts: Facts, decide: Decide<R>): Promise<TaskChange<R>> {
  for (;;) {
    const outcome = decideOnce(facts, decide);
    if ('value' in outcome) return outcome.value;
    await reader.answer(outcome.questions);
  }
}

function decideOnce<R>(facts: Facts, decide: Decide<R>): ReturnType<typeof facts.decide<TaskChange<R>>> {
  try {
    return facts.decide(decide);
  } catch (cause) {
    throw new DecisionFailed(cause);
  }
}

/** Before the first change there are no tables to ask. */
const lookupOfNothing = (ids: readonly string[]): TaskLookup => ({
  get: (id) => {
    if (!ids.includes(id)) throw new BatonError('INTERNAL', `task ${id} was not named in the change`);
    return undefined;
  },
  statusOf: () => undefined,
  dependsOn: () => [],
  childrenOf: () => [],
  wasSeen: () => false,
  claimable: () => [],
  freeId: (date) => renderTaskId({ date, number: 1 }),
});

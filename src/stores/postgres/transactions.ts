import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import type { TaskChange, TaskLookup } from '../../kernel/ports/index.ts';
import type { AuditAnswer, AuditRequest, AuditWriter, Appended } from './audit/audit-writer.ts';
import { createAuditStatements, type AuditStatements } from './audit/audit-rows.ts';
import { DecisionFailed, type Changes, type StoredEvent } from './tasks/changes.ts';
import { endConnection, type Connection } from './connection/dial.ts';
import type { Database } from './database.ts';
import { isConflict, isLost } from './connection/failures.ts';
import { send } from './connection/statements.ts';

const MAX_CONFLICTS = 100;

interface Unsure<R> {
  readonly transaction: Transaction;
  readonly result: R;
}

/** Changes of tasks and entries of the audit log that are stored together or not at all. */
export class Transactions {
  readonly #database: Database;
  readonly #changes: Changes;
  readonly #writer: AuditWriter;
  readonly #statements: AuditStatements;
  /** Of their own, one after the other: what is done inside may need a connection of the others. */
  #connection: Connection | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(database: Database, changes: Changes, writer: AuditWriter) {
    this.#database = database;
    this.#changes = changes;
    this.#writer = writer;
    this.#statements = createAuditStatements(database.schema);
  }

  /** `work` may run again where somebody else was quicker or the connection was lost: all it does is in the transaction. */
  async run<R>(work: (transaction: Transaction) => Promise<R>): Promise<R> {
    const turn = this.#turn.then(
      () => this.#runNow(work),
      () => this.#runNow(work),
    );
    this.#turn = turn;
    const result = await turn;
    await this.remember('if due');
    return result;
  }

  /** How far the audit log has come, for later processes of this machine. What is stored is stored, even if this fails. */
  async remember(when: 'if newer' | 'if due'): Promise<void> {
    try {
      await this.#writer.remember(when);
    } catch (error) {
      if (!isBatonError(error)) throw error;
      this.#writer.memory.reportUnwritten(error);
    }
  }

  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection !== undefined) await endConnection(connection);
  }

  async #runNow<R>(work: (transaction: Transaction) => Promise<R>): Promise<R> {
    const database = this.#database;
    await database.ensureTables();
    const deadline = database.newDeadline();
    const mark = this.#changes.newMark();
    /** Its end was sent, and no answer came. */
    let unsure: Unsure<R> | undefined;
    for (let conflicts = 0; ;) {
      let transaction: Transaction | undefined;
      try {
        this.#connection ??= await database.open();
        // Asked each time: the server may have been at it when it was asked before.
        const stored = await this.#findStored(unsure);
        if (stored !== undefined) return stored.result;
        transaction = new Transaction(this.#connection, this.#changes, this.#writer, mark);
        const begun = transaction;
        const result = await database.watched(this.#connection, () => work(begun));
        if (transaction.failure !== undefined) throw transaction.failure;
        unsure = { transaction, result };
        await this.#connection.query('COMMIT');
        this.#confirm(transaction);
        return result;
      } catch (error) {
        // Somebody above may have caught it and gone on without.
        const failure = transaction?.failure ?? error;
        if (isLost(failure)) await this.close();
        else await this.#connection?.query('ROLLBACK').catch(() => undefined);
        if (isConflict(failure)) conflicts += 1;
        const mayTryAgain =
          (isConflict(failure) ? conflicts <= MAX_CONFLICTS : isLost(failure)) && !database.isPast(deadline);
        if (!mayTryAgain) {
          // It may have failed upon what it has itself brought about.
          const stored = isLost(failure) ? undefined : await this.#findStored(unsure);
          if (stored !== undefined) return stored.result;
          throw failure instanceof DecisionFailed ? failure.cause : database.toError(failure);
        }
        await database.pause(isConflict(failure) ? conflicts : 10);
      }
    }
  }

  async #findStored<R>(unsure: Unsure<R> | undefined): Promise<Unsure<R> | undefined> {
    const connection = this.#connection;
    if (unsure === undefined || connection === undefined) return undefined;
    if (!(await this.#wasStored(connection, unsure.transaction))) return undefined;
    this.#confirm(unsure.transaction);
    return unsure;
  }

  #confirm({ appended, events }: Transaction): void {
    this.#changes.noteStored(events);
    if (appended !== undefined) this.#writer.confirm(appended.end);
  }

  /**
   * Everything was stored or nothing was, so one part of it tells. The server may still be at it: then it holds the head
   * of the audit log, and the question waits for it.
   */
  async #wasStored(connection: Connection, { appended, mark }: Transaction): Promise<boolean> {
    if (appended?.last === undefined) return mark !== undefined && (await this.#changes.wasApplied(mark));
    const { seq, text } = appended.last;
    const [, , found = []] = await send(connection, [
      { text: 'BEGIN' },
      this.#statements.lockHead,
      this.#statements.isThere(seq, text),
      { text: 'ROLLBACK' },
    ]);
    if (found.length > 0) await this.#database.assure(connection, this.#changes.newMark());
    return found.length > 0;
  }
}

/** What is done inside; nothing of it is stored before all of it is. */
export class Transaction {
  readonly #connection: Connection;
  readonly #changes: Changes;
  readonly #writer: AuditWriter;
  readonly #mark: string;
  #isBegun = false;
  #changed = 0;
  /** Of all changes. */
  readonly events: StoredEvent[] = [];
  /** Of the database: from here on the transaction can only be given up. */
  failure: unknown;
  /** What was added last: entries build on each other, so where it is, the others are. */
  appended: Appended | undefined;
  /** Of the last change that was not empty. */
  mark: string | undefined;

  constructor(connection: Connection, changes: Changes, writer: AuditWriter, mark: string) {
    this.#connection = connection;
    this.#changes = changes;
    this.#writer = writer;
    this.#mark = mark;
  }

  async append(requests: readonly AuditRequest[]): Promise<readonly AuditAnswer[]> {
    return await this.#do(async () => {
      this.appended = await this.#writer.append(this.#connection, requests);
      return this.appended.answers;
    });
  }

  async change<R>(ids: readonly string[], decide: (tasks: TaskLookup) => TaskChange<R>): Promise<R> {
    return await this.#do(async () => {
      const mark = `${this.#mark} ${(this.#changed += 1)}`;
      const attempt = { ids, decide, mark, events: [] as readonly StoredEvent[] };
      const { result, isStored } = await this.#changes.changeWithin(this.#connection, attempt);
      if (isStored) this.mark = mark;
      this.events.push(...attempt.events);
      return result;
    });
  }

  async #do<T>(work: () => Promise<T>): Promise<T> {
    if (this.failure !== undefined) throw this.failure;
    try {
      if (!this.#isBegun) await this.#connection.query('BEGIN');
      this.#isBegun = true;
      return await work();
    } catch (error) {
      // What Baton itself refuses, such as an entry in a broken log, leaves the transaction as it was.
      if (!(error instanceof BatonError)) this.failure = error;
      throw error;
    }
  }
}

import { renderTaskId } from '../../../kernel/ids.ts';
import type { TaskCodec } from '../../../kernel/ports/index.ts';
import type { TaskEntry, TaskRecord, TaskStatus } from '../../../kernel/tasks.ts';
import type { Connection } from '../connection/dial.ts';
import type { Facts, Questions } from './lookup.ts';
import { send, type Row, type Statement, type Statements } from '../connection/statements.ts';
import { parseEntry } from './task-row.ts';

const FIRST_PAGE = 64;
const PAGE = 512;

export interface FactReaderOptions {
  readonly ids: readonly string[];
  readonly codec: TaskCodec;
  /** A preview takes no locks and no numbers. */
  readonly isPreview?: boolean;
  /** Inside a transaction that others began and will end. */
  readonly isWithin?: boolean;
}

/** Answers what a decision asks, within one attempt on one connection. */
export class FactReader {
  readonly #connection: Connection;
  readonly #statements: Statements;
  readonly #facts: Facts;
  readonly #ids: readonly string[];
  readonly #isPreview: boolean;
  readonly #isWithin: boolean;
  readonly #codec: TaskCodec;
  isInTransaction = false;
  #queueAt = '';
  #isFirstLook = true;

  constructor(connection: Connection, statements: Statements, facts: Facts, options: FactReaderOptions) {
    this.#connection = connection;
    this.#statements = statements;
    this.#facts = facts;
    this.#ids = options.ids;
    this.#isPreview = options.isPreview === true;
    this.#isWithin = options.isWithin === true;
    this.isInTransaction = this.#isWithin;
    this.#codec = options.codec;
  }

  /** The tasks that were named, locked until the end of the attempt. */
  async begin(): Promise<void> {
    if (this.#ids.length === 0) return;
    const { find, lock } = this.#statements;
    const rows = await this.#ask((this.#isPreview ? find : lock)(this.#ids));
    const found = new Map(rows.map((row) => [String(row['id']), this.#toEntry(row)]));
    for (const id of this.#ids) this.#facts.named.set(id, found.get(id));
  }

  async answer(questions: Questions): Promise<void> {
    const { tasks, children, keys, dates, queue } = questions;
    if (tasks.size > 0) await this.#readTasks([...tasks]);
    if (children.size > 0) await this.#readChildren([...children]);
    if (keys.size > 0) await this.#readKeys([...keys]);
    for (const date of dates) await this.#findFreeId(date);
    if (queue !== undefined) await (this.#isPreview ? this.#readQueue() : this.#lockNext(queue));
  }

  async rollback(): Promise<void> {
    if (!this.isInTransaction || this.#isWithin) return;
    this.isInTransaction = false;
    await this.#connection.query('ROLLBACK');
  }

  /** Locks need a transaction around them; it begins with the first of them, in the same breath. */
  async #ask(statement: Statement): Promise<readonly Row[]> {
    if (this.#isPreview || this.isInTransaction) return (await send(this.#connection, [statement]))[0] ?? [];
    this.isInTransaction = true;
    return (await send(this.#connection, [this.#statements.begin, statement]))[1] ?? [];
  }

  async #read(statement: Statement): Promise<readonly Row[]> {
    return (await send(this.#connection, [statement]))[0] ?? [];
  }

  async #readTasks(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#facts.tasks.set(id, undefined);
    for (const row of await this.#read(this.#statements.facts(ids))) {
      const status = row['status'] as TaskStatus;
      const dependsOn = status === 'done' || status === 'cancelled' ? [] : (row['depends_on'] as string[]);
      this.#facts.tasks.set(String(row['id']), { status, rev: Number(row['rev']), dependsOn });
    }
  }

  async #readChildren(ids: readonly string[]): Promise<void> {
    const rows = await this.#read(this.#statements.children(ids));
    for (const id of ids)
      this.#facts.children.set(
        id,
        rows.flatMap((row) => (row['parent_id'] === id ? [String(row['id'])] : [])),
      );
  }

  async #readKeys(keys: readonly string[]): Promise<void> {
    const rows = await this.#read(this.#statements.seen(keys));
    for (const key of keys)
      this.#facts.keys.set(
        key,
        rows.some((row) => row['key'] === key),
      );
  }

  async #findFreeId(date: string): Promise<void> {
    if (this.#isPreview) {
      const [row] = await this.#read(this.#statements.lastNumber(date));
      this.#facts.freeIds.set(date, renderTaskId({ date, number: Number(row?.['last'] ?? 0) + 1 }));
      return;
    }
    if (this.#isWithin) {
      const [row] = await this.#read(this.#statements.takeNumber(date));
      this.#facts.freeIds.set(date, renderTaskId({ date, number: Number(row?.['last']) }));
      return;
    }
    // A number is a transaction of its own, so that of the attempt has to begin again.
    const wasInTransaction = this.isInTransaction;
    await this.rollback();
    const answers = await send(this.#connection, this.#statements.nextNumber(date));
    this.#facts.freeIds.set(date, renderTaskId({ date, number: Number(answers[2]?.[0]?.['last']) }));
    if (!wasInTransaction) return;
    this.#facts.queue.length = 0;
    this.#queueAt = '';
    await this.begin();
  }

  async #readQueue(): Promise<void> {
    const rows = await this.#read(this.#statements.queuePage(this.#queueAt, PAGE));
    this.#facts.queue.push(...rows.map((row) => this.#toEntry(row)));
    this.#queueAt = String(rows.at(-1)?.['order_key'] ?? this.#queueAt);
    this.#facts.isQueueWhole = rows.length < PAGE;
  }

  /** Adds the next task that fits and that nobody else is about to take. */
  async #lockNext(fits: (task: TaskRecord) => boolean): Promise<void> {
    if (this.#isFirstLook && this.#ids.length === 0) {
      this.#isFirstLook = false;
      const [first] = await this.#ask(this.#statements.claimFirst);
      if (first === undefined || fits(this.#toEntry(first).task)) {
        this.#noteLocked(first);
        return;
      }
      // Others may want it: it is not held while the rest is searched.
      await this.rollback();
    }
    for (let size = FIRST_PAGE; ; size = PAGE) {
      const page = await this.#read(this.#statements.queuePage(this.#queueAt, size));
      const fitting = page.map((row) => this.#toEntry(row)).filter(({ task }) => fits(task));
      const [locked] =
        fitting.length === 0 ? [] : await this.#ask(this.#statements.claimOf(fitting.map(({ task }) => task.id)));
      if (locked !== undefined || page.length < size) {
        this.#noteLocked(locked);
        return;
      }
      this.#queueAt = String(page.at(-1)?.['order_key']);
    }
  }

  #noteLocked(row: Row | undefined): void {
    if (row === undefined) {
      this.#facts.isQueueWhole = true;
      return;
    }
    this.#facts.queue.push(this.#toEntry(row));
    this.#queueAt = String(row['order_key']);
  }

  #toEntry(row: Row): TaskEntry {
    return parseEntry(String(row['entry']), this.#codec);
  }
}

import { BatonError } from '../../kernel/errors/index.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import type {
  AuditLog,
  ClaimTerms,
  Inspection,
  ReconcileOptions,
  Reconciliation,
  Retention,
  StoreScope,
  StoreServer,
  Survey,
  SurveyQuery,
  TaskChange,
  TaskFilter,
  TaskLookup,
  TaskStore,
  TaskTransfer,
} from '../../kernel/ports/index.ts';
import { renderIsoTime } from '../../kernel/time.ts';
import {
  isFinished,
  TASK_STATUSES,
  type PlaneEvent,
  type TaskEntry,
  type TaskLink,
  type TaskRecord,
  type TaskStatus,
} from '../../kernel/tasks.ts';
import { AfterCommit, OwnEvents } from './events/own-events.ts';
import { readArtifactRow } from './tasks/change-payload.ts';
import { PostgresAuditLog } from './audit/audit-log.ts';
import type { Staging } from './audit/audit-transfer.ts';
import { createAuditWithin, markNameOf } from './audit/audit-within.ts';
import { AuditWriter, type AuditWriterDeps } from './audit/audit-writer.ts';
import { Changes, type ChangesDeps, type StoredEvent } from './tasks/changes.ts';
import { Claims } from './claims/claims.ts';
import { Database, type DatabaseDeps } from './database.ts';
import { EventLog, type Deliver } from './events/event-log.ts';
import { DaemonSession, Leader } from './fleet/daemon-session.ts';
import { PostgresFleet } from './fleet/fleet.ts';
import { forgetOld } from './schema/forget-old.ts';
import { listen } from './connection/listener.ts';
import { quoteName } from './schema/migrate.ts';
import { createStatements, type Row, type Statements } from './connection/statements.ts';
import { readSurvey } from './tasks/survey.ts';
import { findDocument, parseEntry, toLink } from './tasks/task-row.ts';
import { findTracedTasks } from './events/events.ts';
import { Transactions } from './transactions.ts';
import { PostgresRetention } from './retention.ts';
import { PostgresTransfer } from './transfer/transfer.ts';

export interface PostgresTaskStoreDeps extends DatabaseDeps, ChangesDeps, AuditWriterDeps {
  /** Takes events over, each at least once over all processes; where it fails they come again. */
  readonly deliver?: Deliver;
  /** Somebody has said here what to do with events; absent: so it is. */
  hasRules?(): Promise<boolean>;
  remark?(text: string): void;
}

export interface PostgresStores {
  readonly tasks: TaskStore;
  readonly audit: AuditLog;
}

/** Connects, so that what is wrong with the address or the server is said at once. The first change makes the tables. */
export async function openPostgresStores(deps: PostgresTaskStoreDeps): Promise<PostgresStores> {
  const database = new Database(deps);
  await database.connect();
  const tasks = new PostgresTaskStore(deps, database);
  return { tasks, audit: tasks.audit };
}

/** The step that brought the table of traces. */
const TRACES_VERSION = 10;

class PostgresTaskStore implements TaskStore {
  readonly #deps: PostgresTaskStoreDeps;
  readonly #database: Database;
  readonly #statements: Statements;
  readonly #changes: Changes;
  readonly #transactions: Transactions;
  readonly audit: AuditLog;
  readonly #claims: Claims;
  readonly #events: EventLog;
  #own = new OwnEvents();
  readonly #afterCommit: AfterCommit;
  readonly #session: DaemonSession;
  readonly #leader: Leader;
  readonly fleet: PostgresFleet;
  droppedEvents = 0;
  readonly #channel: string;
  readonly transfer: TaskTransfer;
  readonly retention: Retention;
  readonly #wakers = new Set<() => void>();
  #endListening: (() => Promise<void>) | undefined;

  constructor(deps: PostgresTaskStoreDeps, database: Database) {
    this.#deps = deps;
    this.#database = database;
    this.#statements = createStatements(database.schema);
    const noteEvent = (event: StoredEvent): void => this.#noteEvent(event);
    this.#changes = new Changes(database, this.#statements, { ...deps, noteEvent });
    const staging: Staging = { connection: undefined };
    const markName = markNameOf(deps.address, deps.schema);
    const writer = new AuditWriter(deps, database.schema, markName);
    this.#transactions = new Transactions(database, this.#changes, writer);
    this.audit = new PostgresAuditLog(database, this.#transactions, { ...deps, writer, markName }, staging);
    this.#claims = new Claims(database, this.#statements, deps.codec);
    this.#events = new EventLog(database, deps);
    this.transfer = new PostgresTransfer({ ...deps, database, events: this.#events, staging });
    this.retention = new PostgresRetention({ ...deps, database });
    this.#session = new DaemonSession({
      timers: deps.timers,
      open: () => database.open(),
      watched: (session, work) => database.watched(session, work),
      toError: (error) => database.toError(error),
    });
    this.#leader = new Leader(this.#session, deps.schema);
    this.fleet = new PostgresFleet({
      database,
      session: this.#session,
      leader: this.#leader,
      timers: deps.timers,
      wall: deps.wall,
    });
    this.#channel = quoteName(`baton_${sha256Hex(deps.schema).slice(0, 16)}`);
    this.#afterCommit = new AfterCommit({
      wall: deps.wall,
      timers: deps.timers,
      round: () => this.#announce(),
      onFailure: (error) => deps.remark?.(`events wait for the next process: ${String(error)}`),
    });
  }

  get server(): StoreServer {
    return this.#database;
  }

  async find(id: string): Promise<TaskEntry | undefined> {
    const [row] = await this.#database.read(this.#statements.find([id]));
    return row === undefined ? undefined : this.#toEntry(row);
  }

  async readBody(id: string): Promise<string> {
    const [row] = await this.#database.read(this.#statements.document(id));
    if (row === undefined) throw new BatonError('TASK_NOT_FOUND', `there is no task ${id}`, { id });
    const { codec } = this.#deps;
    return codec.parse(findDocument(row) ?? codec.render(this.#toEntry(row).task, undefined)).body;
  }

  async list(filter: TaskFilter): Promise<readonly TaskRecord[]> {
    const rows = await this.#database.read(this.#statements.list(filter));
    return rows.map((row) => this.#toEntry(row).task);
  }

  async listEntries(filter: TaskFilter): Promise<readonly TaskEntry[]> {
    const statuses = (filter.statuses ?? TASK_STATUSES).filter((status) => !isFinished(status));
    const rows = await this.#database.read(this.#statements.list({ ...filter, statuses }));
    return rows.map((row) => this.#toEntry(row));
  }

  async listLinks(): Promise<readonly TaskLink[]> {
    const rows = await this.#database.read(this.#statements.links);
    return rows.map((row) => toLink(row, this.#deps.codec));
  }

  async count(): Promise<Readonly<Record<TaskStatus, number>>> {
    const rows = await this.#database.read(this.#statements.count);
    const found = new Map(rows.map((row) => [row['status'], Number(row['count'])]));
    const counts = Object.fromEntries(TASK_STATUSES.map((status) => [status, found.get(status) ?? 0]));
    return counts as Record<TaskStatus, number>;
  }

  async survey(query: SurveyQuery): Promise<Survey> {
    const empty: Survey = { running: [], claimable: [], parked: [], unblockable: [], troubled: [], overdue: [] };
    return await this.#database.withTables(empty, (connection) =>
      readSurvey(connection, this.#statements, this.#deps.codec, query),
    );
  }

  async change<R>(ids: readonly string[], decide: (tasks: TaskLookup) => TaskChange<R>): Promise<R> {
    const { result, isStored } = await this.#changes.change(ids, decide);
    if (isStored) this.#afterCommit.ask('now');
    return result;
  }

  async claimFirst(terms: ClaimTerms, fits: (task: TaskRecord) => boolean): Promise<TaskEntry | undefined> {
    const claimed = await this.#claims.claimFirst(terms, fits);
    // Others wait for work that comes, not for work that is taken.
    if (claimed !== undefined) {
      this.#noteEvent({ taskId: claimed.task.id, timestamp: renderIsoTime(terms.now) });
      this.#afterCommit.ask('paced');
    }
    return claimed;
  }

  async together<R>(work: (scope: StoreScope) => Promise<R>): Promise<R> {
    const result = await this.#transactions.run(async (transaction) => {
      const change: TaskStore['change'] = async (ids, decide) => await transaction.change(ids, decide);
      return await work({ change, audit: createAuditWithin(this.audit, transaction) });
    });
    this.#afterCommit.ask('now');
    return result;
  }

  async preview<R>(ids: readonly string[], decide: (tasks: TaskLookup) => TaskChange<R>): Promise<R> {
    return await this.#changes.preview(ids, decide);
  }

  readEvents(after?: string, about?: { readonly taskIds: readonly string[] }): AsyncIterable<PlaneEvent> {
    return this.#events.read(after, about);
  }

  async findLastEventId(): Promise<string | undefined> {
    return await this.#events.findLastId();
  }

  async findTraced(traceId: string): Promise<readonly string[]> {
    await this.#events.settle();
    await this.#database.assertStep(TRACES_VERSION);
    return await findTracedTasks(this.#database, traceId);
  }

  async readArtifact(id: string, path: string): Promise<Buffer | undefined> {
    const [row] = await this.#database.read(this.#statements.artifact(id, path));
    return row === undefined ? undefined : await readArtifactRow(row, path, this.#deps.largeArtifacts);
  }

  async listArtifacts(id: string): Promise<readonly string[]> {
    return (await this.#database.read(this.#statements.artifacts(id))).map((row) => String(row['path']));
  }

  /** Nobody edits rows by hand: there are no files to look after. */
  async inspect(): Promise<Inspection> {
    return { edited: [], broken: [] };
  }

  async reconcile({ deep = false, backlog = false }: ReconcileOptions = {}): Promise<Reconciliation> {
    if (deep) await this.#forgetOld();
    await this.#deliver(backlog);
    return { adopted: [], reported: [], repaired: [] };
  }

  onChange(wake: () => void): () => Promise<void> {
    const { timers } = this.#deps;
    this.#wakers.add(wake);
    // One session listens for all who wait in this process.
    this.#endListening ??= listen({ timers, channel: this.#channel, open: () => this.#database.open() }, () => {
      for (const one of this.#wakers) one();
    });
    return async () => {
      this.#wakers.delete(wake);
      if (this.#wakers.size === 0) await this.#stopListening();
    };
  }

  async #stopListening(): Promise<void> {
    const end = this.#endListening;
    this.#endListening = undefined;
    await end?.();
  }

  async lead(): Promise<boolean> {
    const leads = await this.#leader.check();
    await this.#database.recheckNowAndThen();
    return leads;
  }

  async close(): Promise<void> {
    await this.#afterCommit.close();
    await this.#stopListening();
    await this.#session.end();
    await this.#transactions.remember('if newer');
    await this.#transactions.close();
    await this.#database.close();
  }

  /**
   * Not part of the change: a notification inside a transaction makes all commits of a database queue up. Nor flushed:
   * nothing is lost with it that the listeners would not look for themselves.
   */
  async #announce(): Promise<void> {
    const wakeUp = `BEGIN; SET LOCAL synchronous_commit = off; NOTIFY ${this.#channel}; COMMIT`;
    await this.#database.once(async (connection) => await connection.query(wakeUp));
    await this.#deliver(false);
    // Where no daemon runs nobody else does it.
    if ((this.#deps.random.bytes(1)[0] ?? 1) === 0) await this.#forgetOld();
  }

  /** Who has no rules would deliver by those that hold without any: not while a daemon with rules is there to do it. */
  async #deliver(backlog: boolean): Promise<void> {
    const { deliver, hasRules, clock } = this.#deps;
    if (deliver === undefined || (!backlog && this.#own.isEmpty)) return;
    const mayDeliver = hasRules === undefined || (await hasRules()) || !(await this.fleet.hasNotifier());
    const own = this.#own;
    this.#own = new OwnEvents();
    if (!mayDeliver) return;
    if (!backlog) return await this.#events.deliverOwn(deliver, own);
    const dropped = await this.#events.deliverAll(deliver, clock.now());
    if (dropped > 0) this.#deps.remark?.(`${dropped} events waited too long for a daemon and are told to nobody`);
    this.droppedEvents += dropped;
  }

  #noteEvent(event: StoredEvent): void {
    if (this.#deps.deliver !== undefined) this.#own.note(event);
  }

  #toEntry(row: Row): TaskEntry {
    return parseEntry(String(row['entry']), this.#deps.codec);
  }

  async #forgetOld(): Promise<void> {
    try {
      await this.#database.withTables(undefined, (connection) => forgetOld(connection, this.#database.schema));
    } catch (error) {
      this.#deps.remark?.(`what is no longer needed stays until the next time: ${String(error)}`);
    }
  }
}

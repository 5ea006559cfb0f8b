import {
  BatonError,
  renderIsoTime,
  sha256Hex,
  TASK_STATUSES,
  type Clock,
  type Inspection,
  type PlaneEvent,
  type Random,
  type Reconciliation,
  type ReconcileOptions,
  type StoreState,
  type Survey,
  type SurveyQuery,
  type TaskChange,
  type TaskCodec,
  type TaskEntry,
  type TaskFilter,
  type TaskLookup,
  type TaskRecord,
  type TaskStatus,
  type TaskStore,
  type Timers,
} from '../../kernel/index.ts';
import { parseStoreAddress } from './address.ts';
import { AfterCommit } from './after-commit.ts';
import { readArtifactRow, storeArtifacts, type LargeArtifacts } from './artifacts.ts';
import { isEmpty, needsDocument, toPayload } from './change-payload.ts';
import { Connections, type Connection } from './connections.ts';
import { eventPage, numberEvents, parseEvent } from './events.ts';
import { FactReader } from './fact-reader.ts';
import { isConflict, isLost, toStoreError } from './failures.ts';
import { Leader } from './leader.ts';
import { listen } from './listener.ts';
import { Facts } from './lookup.ts';
import { assertNotNewer, migrate, quoteName, readVersion } from './migrate.ts';
import { LATEST_VERSION } from './migrations.ts';
import { confirmDelivered, takeUndelivered } from './outbox.ts';
import { createStatements, send, type Row, type Statement, type Statements } from './statements.ts';
import { readSurvey } from './survey.ts';
import { parseDocument, parseEntry } from './task-row.ts';

export interface PostgresTaskStoreDeps {
  /** As in the setting `store`. */
  readonly address: string;
  readonly schema: string;
  readonly codec: TaskCodec;
  /** Gives events their time. */
  readonly clock: Clock;
  /** This machine's clock, for waiting. */
  readonly wall: Clock;
  readonly random: Random;
  readonly timers: Timers;
  readonly largeArtifacts: LargeArtifacts;
  /** Connections at most; default 4. */
  readonly connections?: number;
  /** How long a call keeps trying where no server answers, as in a fail-over; default 20 s. */
  readonly patienceMs?: number;
  /** How much the database's clock is ahead of this machine's. */
  onSkew?(ms: number): void;
  remark?(text: string): void;
  /** Takes events over, each at least once over all processes; where it fails they come again. */
  deliver?(events: readonly PlaneEvent[]): Promise<void>;
}

const CONNECTIONS = 4;
const PATIENCE_MS = 20_000;
const FIRST_PATIENCE_MS = 2_000;
const MAX_CONFLICTS = 100;

/** Connects, so that what is wrong with the address or the server is said at once. Tables are made by the first change. */
export async function openPostgresTaskStore(deps: PostgresTaskStoreDeps): Promise<TaskStore> {
  const store = new DatabaseTaskStore(deps);
  await store.connect();
  return store;
}

/** Carries what a decision threw past everything that judges errors of the database. */
class DecisionFailed {
  readonly cause: unknown;
  constructor(cause: unknown) {
    this.cause = cause;
  }
}

interface Attempt<R> {
  readonly ids: readonly string[];
  readonly decide: (tasks: TaskLookup) => TaskChange<R>;
  readonly mark: string;
  /** Set when the change was sent and its fate is not known yet. */
  sent?: { readonly result: R };
}

class DatabaseTaskStore implements TaskStore {
  readonly #deps: PostgresTaskStoreDeps;
  readonly #connections: Connections;
  readonly #schema: string;
  readonly #statements: Statements;
  readonly #afterCommit: AfterCommit;
  readonly #leader: Leader;
  readonly #channel: string;
  readonly #listeners = new Set<() => Promise<void>>();
  /** Of the tables, once they are known to be as new as this Baton. */
  #isReady = false;

  constructor(deps: PostgresTaskStoreDeps) {
    this.#deps = deps;
    this.#schema = quoteName(deps.schema);
    this.#statements = createStatements(this.#schema);
    this.#connections = new Connections({
      address: parseStoreAddress(deps.address),
      timers: deps.timers,
      wall: deps.wall,
      size: deps.connections ?? CONNECTIONS,
      patienceMs: deps.patienceMs ?? PATIENCE_MS,
      onSkew: (ms) => deps.onSkew?.(ms),
    });
    const open = async (): Promise<Connection> => await this.#connections.open();
    this.#leader = new Leader(open, deps.schema);
    this.#channel = quoteName(`baton_${sha256Hex(deps.schema).slice(0, 16)}`);
    this.#afterCommit = new AfterCommit(
      () => this.#announce(),
      (error) =>
        deps.remark?.(`events wait for the next process: ${error instanceof Error ? error.message : String(error)}`),
    );
  }

  async connect(): Promise<void> {
    try {
      // The first one is more likely wrong than late: whoever mistyped a name should not have to wait.
      await this.#connections.use(async () => undefined, FIRST_PATIENCE_MS);
    } catch (error) {
      throw this.#toError(error);
    }
  }

  async find(id: string): Promise<TaskEntry | undefined> {
    const [row] = await this.#read(this.#statements.find([id]));
    return row === undefined ? undefined : parseEntry(String(row['entry']));
  }

  async readBody(id: string): Promise<string> {
    const [row] = await this.#read(this.#statements.document(id));
    if (row === undefined) throw new BatonError('TASK_NOT_FOUND', `there is no task ${id}`, { id });
    const document = parseDocument(textOrNull(row['document']));
    const { codec } = this.#deps;
    return codec.parse(document ?? codec.render(parseEntry(String(row['entry'])).task, undefined)).body;
  }

  async list(filter: TaskFilter): Promise<readonly TaskRecord[]> {
    const rows = await this.#read(this.#statements.list(filter));
    return rows.map((row) => parseEntry(String(row['entry'])).task);
  }

  async count(): Promise<Readonly<Record<TaskStatus, number>>> {
    const found = new Map(
      (await this.#read(this.#statements.count)).map((row) => [row['status'], Number(row['count'])]),
    );
    const counts = Object.fromEntries(TASK_STATUSES.map((status) => [status, found.get(status) ?? 0]));
    return counts as Record<TaskStatus, number>;
  }

  async survey(query: SurveyQuery): Promise<Survey> {
    const empty: Survey = { running: [], claimable: [], parked: [], unblockable: [], troubled: [], overdue: [] };
    return await this.#withTables(empty, async (connection) => await readSurvey(connection, this.#statements, query));
  }

  async change<R>(ids: readonly string[], decide: (tasks: TaskLookup) => TaskChange<R>): Promise<R> {
    await this.#ensureTables();
    const attempt: Attempt<R> = { ids: [...new Set(ids)], decide, mark: this.#newMark() };
    const deadline = this.#deps.wall.now() + (this.#deps.patienceMs ?? PATIENCE_MS);
    for (let conflicts = 0; ;) {
      try {
        if (attempt.sent !== undefined && (await this.#wasApplied(attempt.mark))) return attempt.sent.result;
        const result = await this.#connections.use(async (connection) => await this.#try(connection, attempt));
        if (attempt.sent !== undefined) this.#afterCommit.ask();
        return result;
      } catch (error) {
        if (error instanceof DecisionFailed) throw error.cause;
        if (isConflict(error)) {
          if (++conflicts > MAX_CONFLICTS) throw this.#toError(error);
          await this.#pause(conflicts);
        } else if (!isLost(error) || this.#deps.wall.now() > deadline) throw this.#toError(error);
        else await this.#pause(10);
      }
    }
  }

  async preview<R>(ids: readonly string[], decide: (tasks: TaskLookup) => TaskChange<R>): Promise<R> {
    const facts = new Facts();
    if ((await this.#readVersion()) === 0) return this.#decideOnNothing(ids, decide);
    return await this.#retrying(async (connection) => {
      const reader = new FactReader(connection, this.#statements, facts, { ids, isPreview: true });
      await reader.begin();
      return (await this.#decide(reader, facts, decide)).result;
    });
  }

  async *readEvents(after?: string): AsyncIterable<PlaneEvent> {
    if ((await this.#readVersion()) === 0) return;
    await this.#numberEvents();
    for (let at = after ?? ''; ;) {
      const rows = await this.#read(eventPage(this.#schema, at));
      for (const row of rows) yield parseEvent(row);
      const last = rows.at(-1);
      if (last === undefined) return;
      at = String(last['id']);
    }
  }

  async readArtifact(id: string, path: string): Promise<Buffer | undefined> {
    const [row] = await this.#read(this.#statements.artifact(id, path));
    return row === undefined ? undefined : await readArtifactRow(row, path, this.#deps.largeArtifacts);
  }

  async listArtifacts(id: string): Promise<readonly string[]> {
    return (await this.#read(this.#statements.artifacts(id))).map((row) => String(row['path']));
  }

  /** Nobody edits rows by hand: there are no files to look after. */
  async inspect(): Promise<Inspection> {
    return { edited: [], broken: [] };
  }

  async reconcile({ deep = false }: ReconcileOptions = {}): Promise<Reconciliation> {
    if (deep) await this.#forgetOld();
    // What a process that died has left behind.
    if (this.#deps.deliver !== undefined) await this.#deliver();
    return { adopted: [], reported: [], repaired: [] };
  }

  readonly server = {
    describe: async (): Promise<StoreState> =>
      await this.#retrying(async (connection) => {
        const [[row] = []] = await send(connection, [{ text: `SELECT current_setting('server_version') AS version` }]);
        const version = await readVersion(connection, this.#deps.schema);
        return { software: `PostgreSQL ${String(row?.['version'])}`, version, wanted: LATEST_VERSION };
      }),
    migrate: async (): Promise<number> => {
      try {
        return await this.#connections.use(async (connection) => await migrate(connection, this.#deps.schema));
      } catch (error) {
        throw this.#toError(error);
      }
    },
  };

  onChange(wake: () => void): () => Promise<void> {
    const { timers } = this.#deps;
    const end = listen({ timers, channel: this.#channel, open: () => this.#connections.open() }, wake);
    this.#listeners.add(end);
    return async () => {
      this.#listeners.delete(end);
      await end();
    };
  }

  async lead(): Promise<boolean> {
    return await this.#leader.check();
  }

  async close(): Promise<void> {
    await this.#afterCommit.settle();
    await Promise.all([...this.#listeners].map((end) => end()));
    await this.#leader.resign();
    await this.#connections.close();
  }

  /** Not part of the change: a notification inside a transaction makes all commits of a database queue up. */
  async #announce(): Promise<void> {
    await this.#connections.use(async (connection) => {
      await connection.query(`NOTIFY ${this.#channel}`);
    });
    if (this.#deps.deliver !== undefined) await this.#deliver();
  }

  async #deliver(): Promise<void> {
    if ((await this.#readVersion()) === 0) return;
    await this.#numberEvents();
    for (;;) {
      const events = await this.#retrying((connection) => takeUndelivered(connection, this.#schema));
      if (events.length === 0) return;
      await this.#deps.deliver?.(events);
      const ids = events.map(({ id }) => id);
      await this.#retrying((connection) => confirmDelivered(connection, this.#schema, ids));
    }
  }

  /** One try of a change on one connection. */
  async #try<R>(connection: Connection, attempt: Attempt<R>): Promise<R> {
    const facts = new Facts();
    const reader = new FactReader(connection, this.#statements, facts, { ids: attempt.ids, isPreview: false });
    try {
      await reader.begin();
      const change = await this.#decide(reader, facts, attempt.decide);
      if (isEmpty(change)) {
        await reader.rollback();
        return change.result;
      }
      const payload = await this.#prepare(connection, change, facts, attempt.mark);
      attempt.sent = { result: change.result };
      const { apply, commit } = this.#statements;
      // Where the first fails, the second ends the transaction without effect.
      await send(connection, reader.isInTransaction ? [apply(payload), commit] : [apply(payload)]);
      return change.result;
    } catch (error) {
      if (!isLost(error)) await connection.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  async #decide<R>(
    reader: FactReader,
    facts: Facts,
    decide: (tasks: TaskLookup) => TaskChange<R>,
  ): Promise<TaskChange<R>> {
    for (;;) {
      const outcome = decideOn(facts, decide);
      if ('value' in outcome) return outcome.value;
      await reader.answer(outcome.questions);
    }
  }

  #decideOnNothing<R>(ids: readonly string[], decide: (tasks: TaskLookup) => TaskChange<R>): R {
    const lookup: TaskLookup = {
      get: (id) => {
        if (!ids.includes(id)) throw new BatonError('INTERNAL', `task ${id} was not named in the change`);
        return undefined;
      },
      statusOf: () => undefined,
      dependsOn: () => [],
      childrenOf: () => [],
      wasSeen: () => false,
      claimable: () => [],
      freeId: (date) => `TASK-${date}-001`,
    };
    return decide(lookup).result;
  }

  async #prepare(connection: Connection, change: TaskChange<unknown>, facts: Facts, mark: string): Promise<object> {
    const { codec, clock, largeArtifacts } = this.#deps;
    const documents = new Map<string, string | undefined>();
    for (const put of (change.puts ?? []).filter((one) => needsDocument(one, facts))) {
      const id = put.formerId ?? put.task.id;
      const [[row] = []] = await send(connection, [this.#statements.document(id)]);
      documents.set(id, parseDocument(textOrNull(row?.['document'])));
    }
    const artifacts = await storeArtifacts(change.artifacts ?? [], largeArtifacts);
    const timestamp = renderIsoTime(clock.now());
    return toPayload({ change, facts, mark, timestamp, artifacts, documents, codec });
  }

  async #wasApplied(mark: string): Promise<boolean> {
    return (await this.#read(this.#statements.wasApplied(mark))).length > 0;
  }

  async #numberEvents(): Promise<void> {
    const { random } = this.#deps;
    for (let isMore = true; isMore;)
      isMore = (await this.#retrying((connection) => numberEvents(connection, this.#schema, random))).length > 0;
  }

  /** Keys are kept far longer than a message can be on its way. */
  async #forgetOld(): Promise<void> {
    await this.#read({ text: `DELETE FROM ${this.#schema}.seen WHERE at < clock_timestamp() - interval '30 days'` });
    await this.#read({ text: `DELETE FROM ${this.#schema}.applied WHERE at < clock_timestamp() - interval '1 day'` });
  }

  async #read(statement: Statement): Promise<readonly Row[]> {
    return await this.#withTables([], async (connection) => (await send(connection, [statement]))[0] ?? []);
  }

  /** Reading never makes tables: without them there is nothing. */
  async #withTables<T>(nothing: T, work: (connection: Connection) => Promise<T>): Promise<T> {
    if ((await this.#readVersion()) === 0) return nothing;
    return await this.#retrying(work);
  }

  /** For work that may be done twice. */
  async #retrying<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const deadline = this.#deps.wall.now() + (this.#deps.patienceMs ?? PATIENCE_MS);
    for (;;) {
      try {
        return await this.#connections.use(work);
      } catch (error) {
        if (error instanceof DecisionFailed) throw error.cause;
        if (!isLost(error) || this.#deps.wall.now() > deadline) throw this.#toError(error);
        await this.#pause(10);
      }
    }
  }

  /** Fails where the tables are of another time than this Baton; 0 where there are none. */
  async #readVersion(): Promise<number> {
    if (this.#isReady) return LATEST_VERSION;
    const { schema } = this.#deps;
    const version = await this.#retrying((connection) => readVersion(connection, schema));
    assertNotNewer(version, schema);
    if (version !== 0 && version < LATEST_VERSION)
      throw new BatonError(
        'STORE_SCHEMA_OLD',
        `the tables in schema ${schema} are at version ${version}; this Baton needs version ${LATEST_VERSION}`,
        { version, wanted: LATEST_VERSION },
      );
    this.#isReady = version === LATEST_VERSION;
    return version;
  }

  async #ensureTables(): Promise<void> {
    if (this.#isReady) return;
    const { schema } = this.#deps;
    const version = await this.#retrying((connection) => readVersion(connection, schema));
    assertNotNewer(version, schema);
    if (version < LATEST_VERSION) await this.#migrateWithRights(version);
    this.#isReady = true;
  }

  async #migrateWithRights(version: number): Promise<void> {
    const { schema } = this.#deps;
    try {
      await this.server.migrate();
    } catch (error) {
      if (!(error instanceof BatonError) || error.code !== 'STORE_FORBIDDEN') throw error;
      const what =
        version === 0
          ? `there are no tables in schema ${schema}`
          : `the tables in schema ${schema} are at version ${version}`;
      throw new BatonError(
        version === 0 ? 'STORE_FORBIDDEN' : 'STORE_SCHEMA_OLD',
        `${what}, and this user may not make them: ${error.message}`,
        { version, wanted: LATEST_VERSION },
        error,
      );
    }
  }

  async #pause(most: number): Promise<void> {
    const [byte = 0] = this.#deps.random.bytes(1);
    await this.#deps.timers.sleep(Math.ceil((Math.min(most, 20) * 5 * byte) / 256));
  }

  #newMark(): string {
    return Buffer.from(this.#deps.random.bytes(16)).toString('hex');
  }

  #toError(error: unknown): unknown {
    return toStoreError(error, this.#connections.shown);
  }
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function decideOn<R>(
  facts: Facts,
  decide: (tasks: TaskLookup) => TaskChange<R>,
): ReturnType<typeof facts.decide<TaskChange<R>>> {
  try {
    return facts.decide(decide);
  } catch (cause) {
    throw new DecisionFailed(cause);
  }
}

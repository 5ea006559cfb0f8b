import { BatonError } from '../../kernel/errors/index.ts';
import type { Clock, Random, StoreExamination, StoreOutage, StoreState, Timers } from '../../kernel/ports/index.ts';
import { parseStoreAddress } from './connection/address.ts';
import { Connections } from './connection/connections.ts';
import { endConnection, type Connection } from './connection/dial.ts';
import { isLost, toStoreError } from './connection/failures.ts';
import {
  assertNotNewer,
  assertSchemaName,
  migrate,
  quoteName,
  readVersion,
  rereadVersion,
  type SchemaVersion,
} from './schema/migrate.ts';
import { examineSchema } from './schema/examine.ts';
import { LATEST_VERSION, NEEDED_VERSION } from './schema/migrations.ts';
import { send, type Row, type Statement } from './connection/statements.ts';

export interface DatabaseDeps {
  /** As in the setting `store`. */
  readonly address: string;
  readonly schema: string;
  /** This machine's clock, for waiting. */
  readonly wall: Clock;
  readonly random: Random;
  readonly timers: Timers;
  /** By which the server knows this process; default `baton`. */
  readonly application?: string;
  /** Connections at most; default 4. */
  readonly connections?: number;
  /** How long a call keeps trying while no server answers, as in a fail-over; default 20 s. */
  readonly patienceMs?: number;
  /** How much the database's clock is ahead of this machine's. */
  onSkew?(ms: number): void;
}

const CONNECTIONS = 4;
const PATIENCE_MS = 20_000;
const FIRST_PATIENCE_MS = 2_000;
const RECHECK_MS = 5_000;
/** The time of the way there and back makes it no more exact. */
const SKEW_STEP_MS = 50;

/** A schema in a database: reaches it through lost connections, and knows whether its tables can be used. */
export class Database {
  readonly #deps: DatabaseDeps;
  readonly #connections: Connections;
  /** As it stands in statements. */
  readonly schema: string;
  /** The tables are known to be such that this Baton can work with them. */
  #isReady = false;
  /** Somebody has looked whether there are steps to add. */
  #isCurrent = false;
  #foundVersion: SchemaVersion | undefined;
  #checkedMs = -Infinity;
  #ensuring: Promise<void> | undefined;
  #skewMs = 0;

  constructor(deps: DatabaseDeps) {
    assertSchemaName(deps.schema);
    this.#deps = deps;
    this.schema = quoteName(deps.schema);
    this.#connections = new Connections({
      address: parseStoreAddress(deps.address),
      timers: deps.timers,
      wall: deps.wall,
      size: deps.connections ?? CONNECTIONS,
      application: deps.application ?? 'baton',
      patienceMs: deps.patienceMs ?? PATIENCE_MS,
      onSkew: (ms) => {
        this.#skewMs = Math.round(ms / SKEW_STEP_MS) * SKEW_STEP_MS;
        deps.onSkew?.(ms);
      },
    });
  }

  async connect(): Promise<void> {
    try {
      // The first one is more likely wrong than late: a person who mistyped a name should not have to wait. Who names several
      // hosts expects that one of them fails, and the other one takes a moment.
      const patienceMs = this.#connections.hasAlternatives ? undefined : FIRST_PATIENCE_MS;
      await this.#connections.use(async () => undefined, patienceMs);
    } catch (error) {
      throw this.toError(error);
    }
  }

  /** How much the database's clock is ahead of this machine's, as last measured. */
  get skewMs(): number {
    return this.#skewMs;
  }

  get answersForMs(): number | undefined {
    return this.#connections.answersForMs;
  }

  get outage(): StoreOutage | undefined {
    return this.#connections.outage;
  }

  async close(): Promise<void> {
    await this.#connections.close();
  }

  /** A connection of one's own; the caller ends it. Without limits, for work that takes as long as it takes. */
  async open(limits?: 'unlimited'): Promise<Connection> {
    return await this.#connections.open(limits);
  }

  /** Work that must not be done twice: what fails is told as the driver said it. */
  async once<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return await this.#connections.use(work);
  }

  /** For a connection of one's own: work that fails if the server does not answer anybody any more. */
  async watched<T>(connection: Connection, work: (connection: Connection) => Promise<T>): Promise<T> {
    return await this.#connections.watched(connection, work);
  }

  /** The server cannot be written to at the moment: what only puts things in order is left for later. */
  get isReadOnly(): boolean {
    return this.#connections.hasReadOnly;
  }

  /** Work that may be done twice: a lost connection is made again. */
  async retrying<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return await this.#persist(() => this.#connections.use(work));
  }

  async #persist<T>(attempt: () => Promise<T>): Promise<T> {
    const deadline = this.newDeadline();
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (!isLost(error) || this.isPast(deadline)) throw this.toError(error);
        await this.pause(10);
      }
    }
  }

  /** Reading never makes tables: without them there is nothing. */
  async read(statement: Statement): Promise<readonly Row[]> {
    return await this.withTables([], async (connection) => (await send(connection, [statement]))[0] ?? []);
  }

  /**
   * As `read`, for who was not answered and is about to tell what is there. After a crash a server shows what it had not
   * given to its standby yet; a commit behind it waits until the standby has both.
   */
  async readAssured(statement: Statement, mark: string): Promise<readonly Row[]> {
    return await this.withTables([], async (connection) => {
      const [rows = []] = await send(connection, [statement]);
      if (rows.length > 0) await this.assure(connection, mark);
      return rows;
    });
  }

  async assure(connection: Connection, mark: string): Promise<void> {
    const text = `INSERT INTO ${this.schema}.applied AS a (mark) VALUES ($1)
                  ON CONFLICT (mark) DO UPDATE SET at = excluded.at`;
    await send(connection, [{ text, values: [`${mark} assured`] }]);
  }

  async withTables<T>(nothing: T, work: (connection: Connection) => Promise<T>): Promise<T> {
    return (await this.hasTables()) ? await this.retrying(work) : nothing;
  }

  /** Fails if the tables are of another time than this Baton. */
  async hasTables(): Promise<boolean> {
    if (this.#isReady) return true;
    const { schema } = this.#deps;
    const { version } = await this.#readVersion();
    if (version !== 0 && version < NEEDED_VERSION)
      throw new BatonError(
        'STORE_SCHEMA_OLD',
        `the tables in schema ${schema} are at version ${version}; this Baton needs version ${NEEDED_VERSION}`,
        { version, wanted: NEEDED_VERSION },
      );
    this.#isReady = version >= NEEDED_VERSION;
    return this.#isReady;
  }

  /** Others may bring the tables up to date at any time: who works for long asks again. */
  async recheckNowAndThen(): Promise<void> {
    const now = this.#deps.wall.now();
    if (now >= this.#checkedMs && now < this.#checkedMs + RECHECK_MS && this.#isReady) return;
    this.#isReady = false;
    await this.hasTables();
    this.#checkedMs = now;
  }

  async ensureTables(): Promise<void> {
    if (this.#connections.hasReadOnly) await this.#assertWritable();
    if (this.#isReady && this.#isCurrent) return;
    // Once for all who ask at the same moment: each migration has a connection of its own.
    this.#ensuring ??= this.#ensureTables().finally(() => (this.#ensuring = undefined));
    await this.#ensuring;
  }

  async #ensureTables(): Promise<void> {
    const { version } = await this.#readVersion();
    // What was only added can wait for somebody with the rights to make it.
    if (version < NEEDED_VERSION || (version < LATEST_VERSION && (await this.#isOwner())))
      await this.#migrateWithRights(version);
    this.#isReady = true;
    this.#isCurrent = true;
  }

  async describe(): Promise<StoreState> {
    return await this.retrying(async (connection) => {
      const [[row] = []] = await send(connection, [{ text: `SELECT current_setting('server_version') AS version` }]);
      const { version, least } = await readVersion(connection, this.#deps.schema);
      return {
        software: `PostgreSQL ${String(row?.['version'])}`,
        version,
        least,
        wanted: LATEST_VERSION,
        needed: NEEDED_VERSION,
      };
    });
  }

  /** Fails with STORE_SCHEMA_OLD if a step that was only added is missing and this call needs it. */
  async assertStep(wanted: number): Promise<void> {
    const { version } = await this.#readVersion();
    if (version === 0 || version >= wanted) return;
    throw new BatonError('STORE_SCHEMA_OLD', `the tables are at version ${version}; this needs version ${wanted}`, {
      version,
      wanted,
    });
  }

  async examine(): Promise<StoreExamination> {
    return await this.retrying((connection) => examineSchema(connection, this.#deps.schema));
  }

  async migrate(): Promise<number> {
    // Every step looks first how far others have come, so a second time does no harm.
    return await this.#persist(() => this.#migrateOnce());
  }

  async #migrateOnce(): Promise<number> {
    const connection = await this.open('unlimited');
    try {
      // With large tables a step may take minutes, here or where somebody else is at it.
      await connection.query(`SET statement_timeout = 0; SET lock_timeout = '10min'`);
      return await migrate(connection, this.#deps.schema);
    } finally {
      await endConnection(connection);
    }
  }

  async drop(): Promise<void> {
    this.#isReady = false;
    this.#isCurrent = false;
    await this.retrying(async (connection) => {
      await send(connection, [{ text: `DROP SCHEMA IF EXISTS ${this.schema} CASCADE` }]);
    });
  }

  newDeadline(): number {
    return this.#deps.wall.now() + (this.#deps.patienceMs ?? PATIENCE_MS);
  }

  isPast(deadline: number): boolean {
    return this.#deps.wall.now() > deadline;
  }

  /** A moment of random length, so that those who met do not meet again. */
  async pause(most: number): Promise<void> {
    const [byte = 0] = this.#deps.random.bytes(1);
    await this.#deps.timers.sleep(Math.ceil((Math.min(most, 20) * 5 * byte) / 256));
  }

  toError(error: unknown): unknown {
    return toStoreError(error, this.#connections.shown);
  }

  /** Where several hosts are named, one of them may be about to take over. */
  async #assertWritable(): Promise<void> {
    const attempt = (): Promise<void> =>
      this.#connections.use(async (connection) => this.#connections.assertWritable(connection));
    if (this.#connections.hasAlternatives) return await this.#persist(attempt);
    await attempt();
  }

  async #isOwner(): Promise<boolean> {
    return await this.retrying(async (connection) => {
      const [[row] = []] = await send(connection, [
        {
          text: `SELECT pg_has_role(c.relowner, 'USAGE') AND has_schema_privilege(n.oid, 'CREATE') AS owns
                 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                 WHERE n.nspname = $1 AND c.relname = 'task'`,
          values: [this.#deps.schema],
        },
      ]);
      return row?.['owns'] === true;
    });
  }

  async #readVersion(): Promise<SchemaVersion> {
    const { schema } = this.#deps;
    const version = await this.retrying((connection) => rereadVersion(connection, schema, this.#foundVersion));
    this.#foundVersion = version;
    assertNotNewer(version, schema);
    return version;
  }

  async #migrateWithRights(version: number): Promise<void> {
    const { schema } = this.#deps;
    try {
      await this.migrate();
    } catch (error) {
      if (!(error instanceof BatonError) || error.code !== 'STORE_FORBIDDEN') throw error;
      const tables =
        version === 0
          ? `there are no tables in schema ${schema}`
          : `the tables in schema ${schema} are at version ${version}`;
      throw new BatonError(
        version === 0 ? 'STORE_FORBIDDEN' : 'STORE_SCHEMA_OLD',
        `${tables}, and this user may not make them: ${error.message}`,
        { version, wanted: LATEST_VERSION },
        error,
      );
    }
  }
}

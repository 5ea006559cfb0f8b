import { BatonError } from '../../kernel/errors/index.ts';
import type { Clock, Random, StoreState, Timers } from '../../kernel/ports/index.ts';
import { parseStoreAddress } from './connection/address.ts';
import { Connections, endConnection, type Connection } from './connection/connections.ts';
import { isLost, toStoreError } from './connection/failures.ts';
import { assertNotNewer, assertSchemaName, migrate, quoteName, readVersion } from './schema/migrate.ts';
import { LATEST_VERSION } from './schema/migrations.ts';
import { send, type Row, type Statement } from './connection/statements.ts';

export interface DatabaseDeps {
  /** As in the setting `store`. */
  readonly address: string;
  readonly schema: string;
  /** This machine's clock, for waiting. */
  readonly wall: Clock;
  readonly random: Random;
  readonly timers: Timers;
  /** Connections at most; default 4. */
  readonly connections?: number;
  /** How long a call keeps trying where no server answers, as in a fail-over; default 20 s. */
  readonly patienceMs?: number;
  /** How much the database's clock is ahead of this machine's. */
  onSkew?(ms: number): void;
}

const CONNECTIONS = 4;
const PATIENCE_MS = 20_000;
const FIRST_PATIENCE_MS = 2_000;

/** A schema in a database: reaches it through lost connections, and knows whether its tables can be used. */
export class Database {
  readonly #deps: DatabaseDeps;
  readonly #connections: Connections;
  /** As it stands in statements. */
  readonly schema: string;
  /** The tables are known to be as new as this Baton. */
  #isReady = false;

  constructor(deps: DatabaseDeps) {
    assertSchemaName(deps.schema);
    this.#deps = deps;
    this.schema = quoteName(deps.schema);
    this.#connections = new Connections({
      address: parseStoreAddress(deps.address),
      timers: deps.timers,
      wall: deps.wall,
      size: deps.connections ?? CONNECTIONS,
      patienceMs: deps.patienceMs ?? PATIENCE_MS,
      onSkew: (ms) => deps.onSkew?.(ms),
    });
  }

  async connect(): Promise<void> {
    try {
      // The first one is more likely wrong than late: whoever mistyped a name should not have to wait. Who names several
      // hosts expects that one of them fails, and the other one takes a moment.
      const patienceMs = this.#connections.hasAlternatives ? undefined : FIRST_PATIENCE_MS;
      await this.#connections.use(async () => undefined, patienceMs);
    } catch (error) {
      throw this.toError(error);
    }
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

  /** Fails where the tables are of another time than this Baton. */
  async hasTables(): Promise<boolean> {
    if (this.#isReady) return true;
    const { schema } = this.#deps;
    const version = await this.#readVersion();
    if (version !== 0 && version < LATEST_VERSION)
      throw new BatonError(
        'STORE_SCHEMA_OLD',
        `the tables in schema ${schema} are at version ${version}; this Baton needs version ${LATEST_VERSION}`,
        { version, wanted: LATEST_VERSION },
      );
    this.#isReady = version === LATEST_VERSION;
    return this.#isReady;
  }

  /** Others may bring the tables up to date at any time: who works for long asks again. */
  async recheck(): Promise<void> {
    this.#isReady = false;
    await this.hasTables();
  }

  async ensureTables(): Promise<void> {
    if (this.#isReady) return;
    const version = await this.#readVersion();
    if (version < LATEST_VERSION) await this.#migrateWithRights(version);
    this.#isReady = true;
  }

  async describe(): Promise<StoreState> {
    return await this.retrying(async (connection) => {
      const [[row] = []] = await send(connection, [{ text: `SELECT current_setting('server_version') AS version` }]);
      const version = await readVersion(connection, this.#deps.schema);
      return { software: `PostgreSQL ${String(row?.['version'])}`, version, wanted: LATEST_VERSION };
    });
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

  async #readVersion(): Promise<number> {
    const { schema } = this.#deps;
    const version = await this.retrying((connection) => readVersion(connection, schema));
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

import type { Timers } from '../../../kernel/ports/index.ts';
import { endConnection, type Connection } from '../connection/dial.ts';
import { isLost } from '../connection/failures.ts';
import type { Statement } from '../connection/statements.ts';
import { LOCK_SPACE } from '../schema/migrate.ts';

interface DaemonSessionDeps {
  readonly timers: Timers;
  open(): Promise<Connection>;
  watched<T>(session: Connection, work: (session: Connection) => Promise<T>): Promise<T>;
  toError(error: unknown): unknown;
}

/** A session that shows no life for so long is ended by the server, and what it holds is free. */
const SILENCE_MS = 30_000;
const BEAT_MS = 5_000;
const HAS_IDLE_TIMEOUT = 140_000;

/** A beat that says nothing more. */
export const ALIVE: Statement = { text: 'SELECT 1' };

/**
 * The session by which others know that a daemon lives: what it holds is free when it ends. It shows life by itself,
 * however seldom the daemon has something to ask.
 */
export class DaemonSession {
  readonly #deps: DaemonSessionDeps;
  #session: Connection | undefined;
  #opening: Promise<Connection> | undefined;
  #isEnded = new AbortController();
  /** What is said at each beat. */
  beat: Statement = ALIVE;

  constructor(deps: DaemonSessionDeps) {
    this.#deps = deps;
  }

  /** A session that was lost is made again once; what it held is held no more. */
  async use<T>(work: (session: Connection) => Promise<T>): Promise<T> {
    try {
      return await this.#try(work);
    } catch (error) {
      throw this.#deps.toError(error);
    }
  }

  async end(): Promise<void> {
    await this.#opening?.catch(() => undefined);
    const session = this.#session;
    this.#session = undefined;
    this.#isEnded.abort();
    this.beat = ALIVE;
    if (session !== undefined) await endConnection(session);
  }

  async #try<T>(work: (session: Connection) => Promise<T>): Promise<T> {
    const session = await this.#get();
    try {
      return await work(session);
    } catch (error) {
      if (!isLost(error)) throw error;
      this.#drop(session);
    }
    return await work(await this.#get());
  }

  async #get(): Promise<Connection> {
    if (this.#session !== undefined) return this.#session;
    this.#opening ??= this.#begin().finally(() => (this.#opening = undefined));
    return await this.#opening;
  }

  #drop(session: Connection): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    this.#isEnded.abort();
    void endConnection(session);
  }

  async #begin(): Promise<Connection> {
    const session = await this.#deps.open();
    // A machine that lost its power says no farewell: the server has to find out. What is written here is worth no flush.
    await session.query(
      `SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
       SET synchronous_commit = off`,
    );
    const { rows } = await session.query<{ version: string }>(
      `SELECT current_setting('server_version_num') AS version`,
    );
    if (Number(rows[0]?.version) >= HAS_IDLE_TIMEOUT) await session.query(`SET idle_session_timeout = ${SILENCE_MS}`);
    this.#session = session;
    this.#isEnded = new AbortController();
    void this.#showLife(session, this.#isEnded.signal);
    return session;
  }

  async #showLife(session: Connection, isEnded: AbortSignal): Promise<void> {
    try {
      while (!isEnded.aborted) {
        await this.#deps.timers.sleep(BEAT_MS, isEnded);
        if (!isEnded.aborted) await this.#deps.watched(session, () => session.query(this.beat));
      }
    } catch (error) {
      // The next caller says what is wrong.
      if (isLost(error)) this.#drop(session);
      if (!isEnded.aborted) void this.#showLife(session, isEnded);
    }
  }
}

/** One of all processes on a schema: whose session holds the lock. The server frees it when the session ends. */
export class Leader {
  readonly #session: DaemonSession;
  readonly #key: readonly [number, string];

  constructor(session: DaemonSession, schema: string) {
    this.#session = session;
    this.#key = [LOCK_SPACE, `lead ${schema}`];
  }

  /** True where this process leads now; tries to get the lead where nobody has it. */
  async check(): Promise<boolean> {
    return await this.#session.use((session) => this.#ask(session));
  }

  /** Where the one that leads is. */
  async find(connection: Connection): Promise<string | undefined> {
    return (await this.#findHolder(connection))?.from;
  }

  /** The name that its session has on the server. */
  async findApplication(connection: Connection): Promise<string | undefined> {
    return (await this.#findHolder(connection))?.application;
  }

  async #findHolder(connection: Connection): Promise<{ from: string; application: string } | undefined> {
    const { rows } = await connection.query<{ from: string; application: string }>(
      `SELECT coalesce(host(a.client_addr), 'the machine of the database') AS from,
              coalesce(a.application_name, '') AS application
       FROM pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid
       WHERE l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND ${HELD}`,
      [...this.#key],
    );
    return rows[0];
  }

  async #ask(session: Connection): Promise<boolean> {
    // Asked of the server each time: a session that was cut leads no more, whatever this process believes. The lock is
    // tried only by a session that does not hold it: a session that takes a lock twice must also free it twice.
    const { rows } = await session.query<{ leads: boolean }>(
      `SELECT CASE WHEN EXISTS (SELECT FROM pg_locks l WHERE l.pid = pg_backend_pid() AND ${HELD}) THEN true
              ELSE pg_try_advisory_lock($1::int, hashtext($2)) END AS leads`,
      [...this.#key],
    );
    return rows[0]?.leads === true;
  }
}

const HELD = `l.locktype = 'advisory' AND l.granted
  AND l.classid = $1::int::oid AND l.objid::bigint = hashtext($2)::bigint & 4294967295`;

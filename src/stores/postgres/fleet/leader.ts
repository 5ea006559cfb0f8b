import type { Connection } from '../connection/dial.ts';
import type { DaemonSession } from './daemon-session.ts';
import { LOCK_SPACE } from '../schema/migrate.ts';

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

import type { Connection } from './connections.ts';
import { isLost } from './failures.ts';
import { LOCK_SPACE } from './migrate.ts';

/** A leader that shows no life for so long loses its connection, and the lead with it. */
const SILENCE_MS = 30_000;
const HAS_IDLE_TIMEOUT = 140_000;

/** One of all processes on a schema: whose session holds the lock. The server frees it when the session ends. */
export class Leader {
  readonly #open: () => Promise<Connection>;
  readonly #name: string;
  #session: Connection | undefined;

  constructor(open: () => Promise<Connection>, schema: string) {
    this.#open = open;
    this.#name = `lead ${schema}`;
  }

  /** True where this process leads now; tries to get the lead where nobody has it. */
  async check(): Promise<boolean> {
    try {
      return await this.#ask();
    } catch (error) {
      if (!isLost(error)) throw error;
      await this.resign();
      return false;
    }
  }

  async resign(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.end().catch(() => undefined);
  }

  async #ask(): Promise<boolean> {
    const session = (this.#session ??= await this.#begin());
    const key = [LOCK_SPACE, this.#name];
    // Asked of the server each time: a session that was cut leads no more, whatever this process believes.
    const held = await session.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted
       AND classid = $1 AND objid::bigint = hashtext($2)::bigint & 4294967295`,
      key,
    );
    if (held.rows.length > 0) return true;
    const taken = await session.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1, hashtext($2)) AS got', key);
    return taken.rows[0]?.got === true;
  }

  async #begin(): Promise<Connection> {
    const session = await this.#open();
    // A machine that lost its power says no farewell: the server has to find out.
    await session.query('SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3');
    const { rows } = await session.query<{ version: string }>(
      `SELECT current_setting('server_version_num') AS version`,
    );
    if (Number(rows[0]?.version) >= HAS_IDLE_TIMEOUT) await session.query(`SET idle_session_timeout = ${SILENCE_MS}`);
    return session;
  }
}

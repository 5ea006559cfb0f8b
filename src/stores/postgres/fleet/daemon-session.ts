import type { Timers } from '../../../kernel/ports/index.ts';
import { endConnection, type Connection } from '../connection/dial.ts';
import { isLost } from '../connection/failures.ts';
import type { Statement } from '../connection/statements.ts';

export interface DaemonSessionDeps {
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

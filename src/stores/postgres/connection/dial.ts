import { Client } from 'pg';
import { BatonError } from '../../../kernel/errors/index.ts';
import type { Clock } from '../../../kernel/ports/index.ts';
import type { Host, StoreAddress } from './address.ts';

export type Connection = Client;

/** With time limits for each statement; without, for work that takes as long as it takes. */
export type Limits = 'limited' | 'unlimited';

export interface DialOptions {
  readonly address: StoreAddress;
  /** By which the server knows this process. */
  readonly application: string;
  readonly limits: Limits;
}

/** Functions that Baton relies on came with 13. */
const LEAST_SERVER = 130_000;
const CONNECT_MS = 5_000;
const STATEMENT_MS = 30_000;
const LOCK_MS = 10_000;
const FAREWELL_MS = 1_000;

/**
 * A queue is empty in one minute and has ten thousand tasks in the next, and the server's picture of it is of the minute
 * before: on a table it believes to be small it reads and sorts all of it for every claim. The indexes are made for the
 * statements; it is told to use them. What has to be sorted is sorted all the same.
 */
const BY_INDEX = [
  'enable_seqscan = off',
  'enable_bitmapscan = off',
  'enable_sort = off',
  'jit = off',
  'plan_cache_mode = force_generic_plan',
];

const SESSION = [
  `statement_timeout = ${STATEMENT_MS}`,
  'idle_in_transaction_session_timeout = 30000',
  `default_transaction_isolation = 'read committed'`,
  ...BY_INDEX,
];

/** Not connected yet; its attempt has a time limit. */
export function createClient(host: Host, { address, application, limits }: DialOptions): Connection {
  const connection = new Client({
    connectionString: address.urlFor(host),
    connectionTimeoutMillis: CONNECT_MS,
    ...(limits === 'limited' ? { query_timeout: STATEMENT_MS + CONNECT_MS } : {}),
    application_name: application,
    keepAlive: true,
    pipeline: true,
  });
  // The next caller gets it again; without a listener it would end the process.
  connection.on('error', () => undefined);
  return connection;
}

/** What a server says of itself. */
export interface Greeting {
  /** Why it takes no changes; undefined if it does. */
  readonly readOnly?: string;
  /** How much its clock is ahead of ours. */
  readonly skewMs: number;
  /** When it was started, by our clock. */
  readonly startedMs: number;
}

/** The first question on a connection, and the settings of its session. */
export async function greet(
  connection: Connection,
  { wall, shown, patienceMs }: { readonly wall: Clock; readonly shown: string; readonly patienceMs: number },
): Promise<Greeting> {
  const asked = wall.now();
  const { rows } = await connection.query<{
    version: string;
    standby: boolean;
    readonly: string;
    now: string;
    up: string;
  }>(
    `SELECT current_setting('server_version_num') AS version, pg_is_in_recovery() AS standby,
            current_setting('default_transaction_read_only') AS readonly,
            (extract(epoch FROM clock_timestamp()) * 1000)::text AS now,
            (extract(epoch FROM clock_timestamp() - pg_postmaster_start_time()) * 1000)::text AS up`,
  );
  const answered = wall.now();
  const [row] = rows;
  if (row === undefined) throw new BatonError('STORE_FAILED', `${shown}: no answer to a plain question`);
  if (Number(row.version) < LEAST_SERVER)
    throw new BatonError(
      'STORE_SERVER_OLD',
      `${shown}: the server is version ${Math.floor(Number(row.version) / 10_000)}`,
    );
  const lockMs = Math.min(LOCK_MS, patienceMs);
  await connection.query([...SESSION, `lock_timeout = ${lockMs}`].map((setting) => `SET ${setting}`).join('; '));
  const isReadOnly = row.standby || row.readonly === 'on';
  const reason = row.standby ? 'the server is a standby' : 'the database is set to read only';
  return {
    ...(isReadOnly ? { readOnly: reason } : {}),
    skewMs: Number(row.now) - (asked + answered) / 2,
    startedMs: answered - Number(row.up),
  };
}

/** Says farewell; a server that does not answer it is left without one. */
export async function endConnection(connection: Connection): Promise<void> {
  const impatience = setTimeout(() => connection.connection.stream.destroy(), FAREWELL_MS);
  try {
    await connection.end();
  } catch {
    // It is gone already.
  } finally {
    clearTimeout(impatience);
  }
}

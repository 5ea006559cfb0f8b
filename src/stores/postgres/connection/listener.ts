import { BatonError } from '../../../kernel/errors/index.ts';
import type { Timers } from '../../../kernel/ports/index.ts';
import { endConnection, type Connection } from './dial.ts';

export interface ListenerDeps {
  readonly timers: Timers;
  readonly channel: string;
  open(): Promise<Connection>;
}

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
const PROBE_MS = 15_000;

/**
 * Wakes all that wait when something was committed anywhere. A notification is only a wake-up: what happened is read
 * from the tables, so one that is lost, or comes while the connection is being made again, costs a moment and nothing
 * else. Every new connection wakes too.
 */
export function listen(deps: ListenerDeps, wake: () => void): () => Promise<void> {
  const stop = new AbortController();
  const ended = run(deps, wake, stop.signal);
  return async () => {
    stop.abort();
    await ended;
  };
}

async function run(deps: ListenerDeps, wake: () => void, signal: AbortSignal): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      const connection = await deps.open();
      try {
        connection.on('notification', wake);
        await connection.query(`LISTEN ${deps.channel}`);
        pauseMs = FIRST_PAUSE_MS;
        wake();
        await probeUntilLost(connection, deps.timers, signal);
      } finally {
        await endConnection(connection);
      }
    } catch {
      // The reason does not matter: waiters look from time to time anyway, and their own calls say what is wrong.
      await deps.timers.sleep(pauseMs, signal);
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    }
  }
}

/** A connection that was cut is noticed at once; one that leads nowhere when it does not answer. */
async function probeUntilLost(connection: Connection, timers: Timers, signal: AbortSignal): Promise<void> {
  const lost = new AbortController();
  const note = (): void => lost.abort();
  connection.once('end', note).once('error', note);
  signal.addEventListener('abort', note, { once: true });
  try {
    for (;;) {
      await timers.sleep(PROBE_MS, lost.signal);
      if (signal.aborted) return;
      if (lost.signal.aborted) throw new BatonError('STORE_UNREACHABLE', 'the connection was lost');
      await connection.query('SELECT 1');
    }
  } finally {
    signal.removeEventListener('abort', note);
  }
}

/** Milliseconds since the epoch. */
export interface Clock {
  now(): number;
}

/** Waiting, as a port: a simulation has its own time. */
export interface Timers {
  /** Resolves after the time, or at once when the signal is given. Never rejects. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
}

/** A source of random bytes fit for secrets. */
export interface Random {
  bytes(size: number): Uint8Array;
}

/** Milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /**
   * Whether a moment has come. To be asked if nothing else of the time counts: a clock that knows at which moments the
   * answers change can tell how long they hold.
   */
  isPast?(momentMs: number): boolean;
  /** When this day began, in UTC. The same, if only the day counts. */
  dayMs?(): number;
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

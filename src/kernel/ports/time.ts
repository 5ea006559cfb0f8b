/** Milliseconds since the epoch. */
export interface Clock {
  now(): number;
}

/** A source of random bytes fit for secrets. */
export interface Random {
  bytes(size: number): Uint8Array;
}

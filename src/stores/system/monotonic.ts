/** Milliseconds that only go forward, whatever is done to the clock. `performance` takes Node a millisecond to load. */
export const monotonicMs = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000;

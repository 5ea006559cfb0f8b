/** setTimeout fires at once beyond this. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The value of the event, or undefined at the limit. */
export async function within<T>(event: Promise<T>, limitMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    // Timers come before events in a turn of the loop: a process that was too busy to look must look once more
    // before it calls late what happened long ago.
    timer = setTimeout(() => setImmediate(() => resolve(undefined)), Math.min(limitMs, MAX_TIMER_MS));
  });
  try {
    return await Promise.race([event, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Work that is done again and again: at the latest after a pause, at once when woken, never twice at a time. */
export interface Repeated {
  /** Do it now; while it is under way, once more afterwards. */
  wake(): void;
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>;
}

export interface RepeatOptions {
  pauseMs(): number;
  work(): Promise<void>;
  onFailure(error: unknown): void;
}

const MAX_PAUSE_MS = 5_000;

export function repeat({ pauseMs, work, onFailure }: RepeatOptions): Repeated {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  let failures = 0;
  const run = async (): Promise<void> => {
    clearTimeout(timer);
    isWanted = false;
    try {
      await work();
      failures = 0;
    } catch (error) {
      failures += 1;
      onFailure(error);
    }
    running = undefined;
    if (isWanted) return start();
    // What fails at once would otherwise be tried, and fail, many times a second.
    const ms = pauseMs();
    if (!isStopped) timer = setTimeout(start, Math.min(ms * 2 ** failures, Math.max(ms, MAX_PAUSE_MS)));
  };
  const start = (): void => {
    if (!isStopped) running ??= run();
  };
  start();
  return {
    wake() {
      isWanted = true;
      start();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

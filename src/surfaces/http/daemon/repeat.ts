import { isBatonError } from '../../../kernel/errors/index.ts';

/** Work that is done again and again: at the latest after a pause, at once when woken, never twice at a time. */
export interface Repeated {
  /** Do it now; while it is under way, once more afterwards. */
  wake(): void;
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>;
}

interface RepeatOptions {
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

/**
 * What is wrong with which part of a daemon. Parts that fail for the same reason are one failure: it is reported
 * when it begins and when it is over, however often it occurs in between.
 */
interface FailureLog {
  /** True if this failure is new. */
  note(part: string, error: unknown): boolean;
  /** The failure that is over, if this part was the last one that had it. */
  clear(part: string): string | undefined;
}

export function createFailureLog(): FailureLog {
  const failures = new Map<string, string>();
  const has = (code: string): boolean => [...failures.values()].includes(code);
  const clear = (part: string): string | undefined => {
    const code = failures.get(part);
    failures.delete(part);
    return code === undefined || has(code) ? undefined : code;
  };
  return {
    note(part, error) {
      const code = isBatonError(error) ? error.code : 'INTERNAL';
      const isNew = !has(code);
      failures.set(part, code);
      return isNew;
    },
    clear,
  };
}

import { isBatonError } from '../../../kernel/errors/index.ts';

/**
 * What is wrong with which part of a daemon. Parts that fail for the same reason are one failure: it is reported
 * when it begins and when it is over, however often it occurs in between.
 */
export interface FailureLog {
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

import { isBatonError } from '../../../kernel/errors/index.ts';

/**
 * What is wrong with which part of a daemon. Parts that fail for the same reason are one trouble: it is told when it
 * begins and when it is over, however often it is met between.
 */
export interface FailureLog {
  /** True if this trouble is new. */
  note(part: string, error: unknown): boolean;
  /** The trouble that is over with this part, if it was the last one in it. */
  clear(part: string): string | undefined;
}

export function createFailureLog(): FailureLog {
  const troubles = new Map<string, string>();
  const has = (code: string): boolean => [...troubles.values()].includes(code);
  const clear = (part: string): string | undefined => {
    const code = troubles.get(part);
    troubles.delete(part);
    return code === undefined || has(code) ? undefined : code;
  };
  return {
    note(part, error) {
      const code = isBatonError(error) ? error.code : 'INTERNAL';
      const isNew = !has(code);
      troubles.set(part, code);
      return isNew;
    },
    clear,
  };
}

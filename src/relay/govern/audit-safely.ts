import { type BatonError, isBatonError } from '../../kernel/errors/index.ts';
import type { Violation } from '../../protocols/governance/index.ts';

export type Audited<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'unavailable'; readonly violation: Violation; readonly cause: unknown };

/** No audit, no effect: whatever keeps the log from answering or taking an entry is a reason to refuse. */
export async function auditSafely<T>(work: () => Promise<T>): Promise<Audited<T>> {
  try {
    return { kind: 'done', value: await work() };
  } catch (cause) {
    const why = isBatonError(cause) ? describe(cause) : 'the audit log failed';
    return { kind: 'unavailable', violation: { code: 'AUDIT_UNAVAILABLE', path: '', message: why }, cause };
  }
}

function describe({ message, code, details }: BatonError): string {
  const hint = typeof details['hint'] === 'string' ? `; ${details['hint']}` : '';
  return `nothing can be recorded: ${message} (${code})${hint}`;
}

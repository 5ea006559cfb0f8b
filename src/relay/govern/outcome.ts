import type { JsonObject } from '../../kernel/json.ts';
import {
  VERIFICATION_CODES,
  type Attestation,
  type VerificationCode,
  type Violation,
} from '../../protocols/governance/index.ts';

/** What became of a handoff or a response, in the words of the wire. */
export interface GovernOutcome {
  readonly accepted: boolean;
  readonly code: VerificationCode | null;
  readonly errors: readonly OutcomeError[];
  readonly warnings: readonly OutcomeError[];
  readonly suggested_target: string | null;
  readonly remediation: string | null;
  readonly audit_ref: string | null;
  readonly security_flag: boolean;
  readonly blocked: readonly string[];
  /** Agents that only vouched handoffs reach from now on. */
  readonly held: readonly string[];
  readonly attestation: Attestation | null;
  readonly handoff_id: string | null;
  readonly trace_id: string | null;
}

export interface OutcomeError extends Violation {
  readonly severity: string;
  readonly recovery: string;
}

export const toOutcomeError = ({ code, path, message }: Violation): OutcomeError => ({
  code,
  path,
  message,
  ...VERIFICATION_CODES[code],
});

/** The code people act on first: a hash failure before everything else. */
export function leadingCode(errors: readonly Violation[]): VerificationCode | null {
  const hash = errors.find(({ code }) => code === 'HASH_VERIFICATION_FAILURE');
  return (hash ?? errors[0])?.code ?? null;
}

export function toOutcome(part: Partial<GovernOutcome> & { readonly errors: readonly OutcomeError[] }): GovernOutcome {
  const code = leadingCode(part.errors);
  return {
    accepted: code === null,
    code,
    warnings: [],
    suggested_target: null,
    remediation: code === null ? null : VERIFICATION_CODES[code].recovery,
    audit_ref: null,
    security_flag: false,
    blocked: [],
    held: [],
    attestation: null,
    handoff_id: null,
    trace_id: null,
    ...part,
  };
}

/** The same for the log, which has no use for recovery texts. */
export const toRecord = ({ code, path, message }: Violation): JsonObject => ({ code, path, message });

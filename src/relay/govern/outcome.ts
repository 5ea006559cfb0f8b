import type { JsonObject } from '../../kernel/json.ts';
import {
  VERIFICATION_CODES,
  type Attestation,
  type Evidence,
  type Handoff,
  type Judgement,
  type Origin,
  type VerificationCode,
  type Violation,
} from '../../protocols/governance/index.ts';
import { LOCK_REMEDY } from './recorded-lock.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import type { CaseFile } from './case-file.ts';
import type { RegistryPlace } from './registry-place.ts';

/** What the governance use cases need of the platform. */
export type GovernPlatform = Pick<
  Platform,
  'audit' | 'clock' | 'facts' | 'files' | 'notifier' | 'project' | 'remark' | 'scanner'
>;

/** What a target gets. The prompt is the very text that was verified, whatever its file has become since. */
export interface AcceptedHandoff {
  readonly handoff: Handoff;
  readonly prompt: string;
  readonly promptHash: string;
  readonly auditRef: string;
}

/** Runs the target; what it returns is recorded. */
export type ExecuteTarget = (accepted: AcceptedHandoff) => Promise<JsonObject>;

export interface SendOutcome extends GovernOutcome {
  readonly execution?: JsonObject;
}

/** Everything that was found out, before the log has its say. */
export interface Ruling {
  readonly file: CaseFile;
  readonly place: RegistryPlace;
  readonly evidence: Evidence;
  readonly sender: string | undefined;
  readonly vouchedBy: string | undefined;
  readonly judgement: Judgement;
  readonly source: string | undefined;
  readonly target: string | undefined;
  readonly named: readonly string[];
  readonly origin: Origin | undefined;
  readonly suggested: string | null;
  readonly policy: 'required' | 'advisory';
}

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
function leadingCode(errors: readonly Violation[]): VerificationCode | null {
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

interface Situation {
  /** An agent it names is blocked or held, by this document or before. */
  readonly isRestricted: boolean;
  /** The registry is not the one that was locked here. */
  readonly isUnlocked: boolean;
  /** An orchestrator does not say what it passes on: every other target would be refused too. */
  readonly isOriginUnknown?: boolean;
}

/** What to do about a refusal, for what really holds: nobody is sent to reconcile an agent that takes part. */
export function chooseRemedy(
  errors: readonly Violation[],
  { isRestricted, isUnlocked, isOriginUnknown = false }: Situation,
): string | null {
  const code = leadingCode(errors);
  if (code === null) return null;
  if (code === 'HASH_VERIFICATION_FAILURE' || code === 'IMMUTABILITY_VIOLATION') {
    const remedy = isUnlocked ? LOCK_REMEDY : VERIFICATION_CODES[code].recovery;
    return isRestricted ? `${remedy} ${RECONCILE}` : remedy;
  }
  return isOriginUnknown && code === 'BOUNDARY_VIOLATION' ? NAME_PARENT : VERIFICATION_CODES[code].recovery;
}

const RECONCILE = 'Then run baton govern reconcile AGENT --by PERSON --reason TEXT.';

const NAME_PARENT = 'Name the handoff that is passed on in parent_handoff_id, with the trace_id it has.';

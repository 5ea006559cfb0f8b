import { isBatonError, type BatonError } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import { isUuid } from '../../kernel/ids.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import type { AuditDraft, Platform } from '../../kernel/ports/index.ts';
import {
  maskText,
  screenDocument,
  VERIFICATION_CODES,
  type Attestation,
  type ContentFinding,
  type Evidence,
  type Handoff,
  type Judgement,
  type Origin,
  type VerificationCode,
  type Violation,
} from '../../protocols/governance/index.ts';
import { LOCK_REMEDY } from './recorded-lock.ts';
import type { RegistryPlace } from './registry-place.ts';

/** A document that could be read, with what must be known of it before anything is decided. */
export interface CaseFile {
  readonly document: JsonObject;
  /** For the log: no secret in it. */
  readonly masked: JsonObject;
  readonly content: readonly ContentFinding[];
  /** The same for what is said about it: a reason may quote the document. */
  mask(violation: Violation): Violation;
  readonly handoffId: string | undefined;
  readonly traceId: string | undefined;
}

export async function openCase(
  platform: Pick<Platform, 'project' | 'scanner'>,
  document: JsonObject,
): Promise<CaseFile> {
  const scanner = await platform.scanner();
  const { masked, findings, secrets } = screenDocument(document, scanner);
  const mask = (text: string): string => maskText(text, secrets, scanner);
  const [handoffId, traceId] = [masked['handoff_id'], masked['trace_id']];
  return {
    document,
    masked,
    mask: ({ code, path, message }) => ({ code, path: mask(path), message: mask(message) }),
    content: platform.project.settings.values.guard === 'warn' ? findings.map(soften) : findings,
    handoffId: typeof handoffId === 'string' && isUuid(handoffId) ? handoffId.toLowerCase() : undefined,
    traceId: typeof traceId === 'string' && traceId !== '' && traceId.length <= MAX_TRACE_LENGTH ? traceId : undefined,
  };
}

const MAX_TRACE_LENGTH = 200;

/** With `guard: warn` what the guard finds is recorded and stops nothing. */
const soften = ({ path, finding }: ContentFinding): ContentFinding => ({
  path,
  finding: finding.severity === 'error' ? { ...finding, severity: 'warning' } : finding,
});

/** The id of an agent in a document that may be malformed. */
export function agentIdAt(document: JsonObject, key: 'source_agent' | 'target_agent' | 'agent'): string | undefined {
  const agent = document[key];
  const id = isJsonObject(agent) ? agent['agent_id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** What ties an entry to its handoff and trace. */
export const pickIds = ({ handoffId, traceId }: CaseFile): Pick<AuditDraft, 'handoffId' | 'traceId'> => ({
  ...given({ handoffId, traceId }),
});

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

type Audited<T> =
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

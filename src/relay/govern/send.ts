import { BatonError } from '../../kernel/errors/index.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { AuditDraft, AuditFacts, Platform } from '../../kernel/ports/index.ts';
import {
  blockedViolation,
  isUnreadable,
  parseDocument,
  replayViolation,
  verifyHandoff,
  type DocumentLimits,
  type Evidence,
  type Origin,
  type TimeWindow,
  type Violation,
} from '../../protocols/governance/index.ts';
import { blockedFlag, handoffClaim } from './agent-flag.ts';
import { auditSafely } from './audit-safely.ts';
import { planBlock } from './block.ts';
import { carryOut } from './carry-out.ts';
import { agentIdAt, openCase, pickIds, type CaseFile } from './case-file.ts';
import { findOrigin } from './origin.ts';
import { toOutcome, toOutcomeError, toRecord, type GovernOutcome, type OutcomeError } from './outcome.ts';
import { readEvidence } from './read-evidence.ts';
import { findRegistry, type RegistryOptions, type RegistryPlace } from './registry-place.ts';
import type { ExecuteTarget, GovernPlatform, Ruling, SendOutcome } from './ruling.ts';
import { suggestTarget } from './suggest-target.ts';

export interface SendRequest {
  readonly bytes: Uint8Array;
  readonly registry?: RegistryOptions;
  /** The agent this comes from, where the caller has made sure of it. */
  readonly sender?: string;
  readonly window?: TimeWindow;
  readonly limits?: DocumentLimits;
  /** Verifies and says what would happen; records nothing, runs nothing. */
  readonly dryRun?: boolean;
}

/**
 * The one way a governed handoff takes: verify, record, then act. The target is reached only after the entry that
 * accepts the handoff is durable; everything that stands in the way of that entry is a reason to refuse.
 */
export async function sendGovernedHandoff(
  platform: GovernPlatform,
  request: SendRequest,
  execute?: ExecuteTarget,
): Promise<SendOutcome> {
  const policy = getPolicy(platform);
  const opened = await openDocument(platform, request);
  if (opened.kind === 'refused') return opened.outcome;
  const { file } = opened;
  const place = await findRegistry(platform, request.registry);
  const source = agentIdAt(file.document, 'source_agent');
  const target = agentIdAt(file.document, 'target_agent');
  const named = [source, target].filter((id) => id !== undefined);
  const read = await auditSafely(() => readCase(platform, place, file, named));
  if (read.kind === 'unavailable') return refuseUnrecorded(file, [read.violation]);
  const { evidence, origin } = read.value;
  const judgement = verifyHandoff(file.document, evidence, {
    nowMs: platform.clock.now(),
    policy,
    content: file.content,
    ...(request.window === undefined ? {} : { window: request.window }),
    ...(request.sender === undefined ? {} : { sender: request.sender }),
    ...(origin === undefined ? {} : { origin }),
  });
  const suggested = await suggestTarget(platform, place, file.document, judgement.errors);
  const ruling: Ruling = { file, judgement, source, target, named, origin, suggested, policy };
  const outcome = request.dryRun === true ? await foresee(platform, ruling) : await record(platform, ruling);
  if (!outcome.accepted || request.dryRun === true || execute === undefined) return outcome;
  return await carryOut(platform, place, { ruling, evidence, outcome, execute });
}

export function getPolicy(platform: Pick<Platform, 'project'>): 'required' | 'advisory' {
  const { governance } = platform.project.settings.values;
  if (governance !== 'off') return governance ?? 'required';
  throw new BatonError('GOVERNANCE_OFF', 'governed handoffs are switched off here');
}

type Opened =
  | { readonly kind: 'open'; readonly file: CaseFile }
  | { readonly kind: 'refused'; readonly outcome: GovernOutcome };

/** What cannot be read is recorded by its hash and size. */
async function openDocument(platform: GovernPlatform, request: SendRequest): Promise<Opened> {
  const { bytes, limits, dryRun } = request;
  try {
    return { kind: 'open', file: await openCase(platform, parseDocument(bytes, limits)) };
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    const violation: Violation = { code: 'INVALID_STRUCTURE', path: '', message: error.message };
    const input = { sha256: sha256Hex(bytes), size_bytes: bytes.byteLength };
    const draft: AuditDraft = {
      kind: 'handoff.rejected',
      body: { accepted: false, input, errors: [toRecord(violation)] },
    };
    const outcome = toOutcome({ errors: [toOutcomeError(violation)] });
    if (dryRun === true) return { kind: 'refused', outcome };
    const done = await auditSafely(() => platform.audit.append([draft]));
    if (done.kind === 'unavailable')
      return { kind: 'refused', outcome: toOutcome({ errors: [toOutcomeError(done.violation)] }) };
    return { kind: 'refused', outcome: { ...outcome, audit_ref: done.value[0]?.ref ?? null } };
  }
}

async function readCase(
  platform: GovernPlatform,
  place: RegistryPlace,
  file: CaseFile,
  named: readonly string[],
): Promise<{ evidence: Evidence; origin: Origin | undefined }> {
  const evidence = await readEvidence(platform.files, place, named);
  const origin = await findOrigin(platform.audit, evidence, file.document);
  if (origin?.kind !== 'agent' || named.includes(origin.agentId)) return { evidence, origin };
  return { evidence: await readEvidence(platform.files, place, [...named, origin.agentId]), origin };
}

const questionOf = ({ file, named }: Ruling) => ({
  claims: file.handoffId === undefined ? [] : [handoffClaim(file.handoffId)],
  flags: named.map(blockedFlag),
});

/** What only the log knows: whether the id was used before, and who is blocked. */
function findHistoryFaults({ file, source, target }: Ruling, facts: AuditFacts): Violation[] {
  const isBlocked = (id: string | undefined): id is string => id !== undefined && facts.flagged.has(blockedFlag(id));
  const isUsed = file.handoffId !== undefined && facts.claimed.has(handoffClaim(file.handoffId));
  return [
    ...(isUsed ? [replayViolation(file.handoffId ?? '')] : []),
    ...(isBlocked(source) ? [blockedViolation(source, '/source_agent/agent_id')] : []),
    ...(isBlocked(target) ? [blockedViolation(target, '/target_agent/agent_id')] : []),
  ];
}

function settle(ruling: Ruling, facts: AuditFacts): GovernOutcome {
  const { file, judgement, suggested } = ruling;
  const toError = (violation: Violation): OutcomeError => toOutcomeError(file.mask(violation));
  const errors = [...judgement.errors, ...findHistoryFaults(ruling, facts)].map(toError);
  return toOutcome({
    errors,
    warnings: judgement.warnings.map(toError),
    suggested_target: suggested,
    security_flag: judgement.securityFlag,
    blocked: judgement.blame.filter((id) => !facts.flagged.has(blockedFlag(id))),
    attestation: judgement.attestation,
    handoff_id: file.handoffId ?? null,
    trace_id: file.traceId ?? null,
  });
}

async function foresee(platform: GovernPlatform, ruling: Ruling): Promise<GovernOutcome> {
  const facts = await auditSafely(() => platform.audit.ask(questionOf(ruling)));
  return facts.kind === 'done' ? settle(ruling, facts.value) : refuseUnrecorded(ruling.file, [facts.violation]);
}

/** Deciding and recording are one step in the log: of two processes with the same id only one can be accepted. */
async function record(platform: GovernPlatform, ruling: Ruling): Promise<GovernOutcome> {
  let outcome: GovernOutcome | undefined;
  const done = await auditSafely(() =>
    platform.audit.decide(questionOf(ruling), (facts) => {
      outcome = settle(ruling, facts);
      return planEntries(ruling, outcome);
    }),
  );
  if (done.kind === 'unavailable') return refuseUnrecorded(ruling.file, [done.violation]);
  if (outcome === undefined) throw new BatonError('INTERNAL', 'the audit log decided nothing');
  return { ...outcome, audit_ref: done.value[0]?.ref ?? null };
}

function planEntries(ruling: Ruling, outcome: GovernOutcome): AuditDraft[] {
  const { file, origin, policy, judgement } = ruling;
  const source = agentIdAt(file.masked, 'source_agent');
  const target = agentIdAt(file.masked, 'target_agent');
  const about = pickIds(file);
  const body: JsonObject = {
    accepted: outcome.accepted,
    code: outcome.code,
    errors: outcome.errors.map(toRecord),
    warnings: outcome.warnings.map(toRecord),
    attestation: { ...judgement.attestation },
    security_flag: outcome.security_flag,
    suggested_target: outcome.suggested_target,
    policy,
    ...(source === undefined ? {} : { source }),
    ...(target === undefined ? {} : { target }),
    ...(origin?.kind === 'agent' ? { origin: origin.agentId } : {}),
    document: file.masked,
  };
  const claim = outcome.accepted && file.handoffId !== undefined ? { claim: handoffClaim(file.handoffId) } : {};
  return [
    { kind: outcome.accepted ? 'handoff.accepted' : 'handoff.rejected', ...about, ...claim, body },
    ...outcome.blocked.map((id) => planBlock(id, 'its prompt or its own claim is not the locked one', about)),
  ];
}

const refuseUnrecorded = (file: CaseFile, errors: readonly Violation[]): GovernOutcome =>
  toOutcome({
    errors: errors.map(toOutcomeError),
    handoff_id: file.handoffId ?? null,
    trace_id: file.traceId ?? null,
  });

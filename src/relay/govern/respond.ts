import { given } from '../../kernel/given.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { AuditDraft, AuditFacts } from '../../kernel/ports/index.ts';
import {
  verifyResponse,
  type Evidence,
  type ResponseJudgement,
  type TimeWindow,
  type Violation,
} from '../../protocols/governance/index.ts';
import { assertNoOtherLog } from '../audit/index.ts';
import {
  findNewlyRestricted,
  findRestricted,
  findRestriction,
  keepPrompts,
  planRestrictions,
  raiseAlarm,
  responseClaim,
  restrictionFlags,
} from './restrict-agents.ts';
import {
  agentIdAt,
  auditSafely,
  chooseRemedy,
  openCase,
  toOutcome,
  toOutcomeError,
  toRecord,
  type CaseFile,
  type GovernOutcome,
  type GovernPlatform,
} from './case-file.ts';
import { findAccepted, type AcceptedRoute } from './gather.ts';
import { findRegistry, readEvidence, type RegistryOptions, type RegistryPlace } from './registry-place.ts';
import { findUnrecordedLock, lockFlags } from './recorded-lock.ts';
import { getPolicy } from './send.ts';

export interface RespondRequest {
  readonly document: JsonObject;
  readonly registry?: RegistryOptions;
  readonly sender?: string;
  readonly window?: TimeWindow;
  readonly dryRun?: boolean;
}

/** Takes the answer to an accepted handoff: verified like a handoff, recorded beside its request. */
export async function recordGovernedResponse(
  platform: GovernPlatform,
  request: RespondRequest,
): Promise<GovernOutcome> {
  getPolicy(platform);
  const file = await openCase(platform, request.document);
  const place = await findRegistry(platform, request.registry);
  const agent = agentIdAt(request.document, 'agent');
  const evidence = await readEvidence(platform.files, place, agent === undefined ? [] : [agent]);
  const found = await auditSafely(async () => {
    await assertNoOtherLog(platform);
    return file.handoffId === undefined ? undefined : await findAccepted(platform.audit, file.handoffId);
  });
  if (found.kind === 'unavailable') return toOutcome({ errors: [toOutcomeError(found.violation)] });
  const judgement = verifyResponse(request.document, evidence, {
    nowMs: platform.clock.now(),
    answers: found.value && { targetId: found.value.target },
    content: file.content,
    ...given({ window: request.window, sender: request.sender }),
  });
  const answer = { file, place, judgement, agent, route: found.value, evidence, sender: request.sender };
  return await record(platform, answer, request.dryRun === true);
}

interface Answer {
  readonly file: CaseFile;
  readonly place: RegistryPlace;
  readonly judgement: ResponseJudgement;
  readonly agent: string | undefined;
  readonly route: AcceptedRoute | undefined;
  readonly evidence: Evidence;
  readonly sender: string | undefined;
}

async function record(platform: GovernPlatform, answer: Answer, dryRun: boolean): Promise<GovernOutcome> {
  const responseId = answer.file.document['response_id'];
  const claim = typeof responseId === 'string' ? responseClaim(responseId) : undefined;
  const { agent, place, evidence } = answer;
  const { scope } = place;
  const question = {
    claims: claim === undefined ? [] : [claim],
    flags: [
      ...lockFlags(place.name, evidence.lockSha256),
      ...(agent === undefined ? [] : restrictionFlags([agent], scope)),
    ],
  };
  let outcome: GovernOutcome | undefined;
  const settle = (facts: AuditFacts): GovernOutcome => {
    const history: Violation[] = [
      ...(claim !== undefined && facts.claimed.has(claim) ? [USED] : []),
      ...(agent === undefined
        ? []
        : findRestriction({ id: agent, path: '/agent/agent_id', scope }, facts, answer.judgement.isVouched)),
    ];
    return toAnswerOutcome(answer, history, facts);
  };
  const done = await auditSafely(async () => {
    if (!dryRun)
      return await platform.audit.decide(question, (facts) => planEntries(answer, (outcome = settle(facts)), claim));
    outcome = settle(await platform.audit.ask(question));
    return [];
  });
  if (done.kind === 'unavailable') return toOutcome({ errors: [toOutcomeError(done.violation)] });
  if (outcome === undefined) throw new BatonError('INTERNAL', 'the audit log decided nothing');
  const recorded = { ...outcome, audit_ref: done.value[0]?.ref ?? null };
  if (dryRun) return recorded;
  await keepPrompts(platform, recorded.blocked, answer.evidence);
  await raiseAlarm(platform, { blocks: recorded.blocked, holds: recorded.held }, recorded.audit_ref);
  return recorded;
}

const USED: Violation = {
  code: 'REPLAY_DETECTED',
  path: '/response_id',
  message: 'a response with this id was accepted before',
};

function toAnswerOutcome(answer: Answer, history: readonly Violation[], facts: AuditFacts): GovernOutcome {
  const { file, judgement, route, place, evidence, agent } = answer;
  const { blocks, holds } = findNewlyRestricted(judgement, facts, place.scope);
  const unrecorded = findUnrecordedLock(place.name, evidence.lockSha256, facts);
  const lockFaults = unrecorded === undefined ? [] : [unrecorded];
  const errors = [...lockFaults, ...judgement.errors, ...history];
  const restricted = agent === undefined ? [] : findRestricted([agent], facts, place.scope);
  const isRestricted = blocks.length + holds.length + restricted.length > 0;
  return toOutcome({
    errors: errors.map((violation) => toOutcomeError(file.mask(violation))),
    remediation: chooseRemedy(errors, { isRestricted, isUnlocked: unrecorded !== undefined }),
    warnings: judgement.warnings.map((violation) => toOutcomeError(file.mask(violation))),
    security_flag: judgement.securityFlag,
    blocked: blocks,
    held: holds,
    handoff_id: file.handoffId ?? null,
    trace_id: route?.traceId ?? file.traceId ?? null,
  });
}

function planEntries(
  { file, route, place, evidence, sender }: Answer,
  outcome: GovernOutcome,
  claim: string | undefined,
): AuditDraft[] {
  const traceId = route?.traceId ?? file.traceId;
  const about = {
    ...given({ handoffId: file.handoffId, traceId }),
  };
  const body: JsonObject = {
    accepted: outcome.accepted,
    code: outcome.code,
    errors: outcome.errors.map(toRecord),
    warnings: outcome.warnings.map(toRecord),
    security_flag: outcome.security_flag,
    document: file.masked,
  };
  return [
    {
      kind: outcome.accepted ? 'response.accepted' : 'response.rejected',
      ...about,
      ...(outcome.accepted && claim !== undefined ? { claim } : {}),
      body,
    },
    ...planRestrictions({ blocks: outcome.blocked, holds: outcome.held }, { place, evidence, about, sender }),
  ];
}

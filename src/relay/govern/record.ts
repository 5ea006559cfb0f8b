import { given } from '../../kernel/given.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { AuditDraft, AuditFacts, Platform } from '../../kernel/ports/index.ts';
import {
  listAgents,
  MAX_REGISTRY_BYTES,
  replayViolation,
  type Evidence,
  type Violation,
} from '../../protocols/governance/index.ts';
import {
  findNewlyRestricted,
  findRestricted,
  findRestriction,
  handoffClaim,
  keepPrompts,
  planRestrictions,
  raiseAlarm,
  restrictionFlags,
} from './restrict-agents.ts';
import {
  agentIdAt,
  auditSafely,
  chooseRemedy,
  pickIds,
  toOutcome,
  toOutcomeError,
  toRecord,
  type GovernOutcome,
  type GovernPlatform,
  type OutcomeError,
  type Ruling,
} from './case-file.ts';
import { refuseUnrecorded } from './gather.ts';
import {
  findLockState,
  findUnrecordedLock,
  keepCopy,
  lockedFlag,
  lockFlags,
  TAKEN,
  takenFlag,
  toLockedPrompts,
} from './recorded-lock.ts';
import { addPrompts, type RegistryPlace } from './registry-place.ts';

const questionOf = ({ file, named, place, evidence }: Ruling) => ({
  claims: file.handoffId === undefined ? [] : [handoffClaim(file.handoffId)],
  flags: [...restrictionFlags(named, place.scope), ...lockFlags(place.name, evidence.lockSha256)],
});

/** What only the log knows: whether the id was used before, and who is blocked or held. */
function findHistoryFaults(
  { file, source, target, judgement, place: { scope } }: Ruling,
  facts: AuditFacts,
): Violation[] {
  const find = (id: string, path: string) => findRestriction({ id, path, scope }, facts, judgement.isVouched);
  const isUsed = file.handoffId !== undefined && facts.claimed.has(handoffClaim(file.handoffId));
  return [
    ...(isUsed ? [replayViolation(file.handoffId ?? '')] : []),
    ...(source === undefined ? [] : find(source, '/source_agent/agent_id')),
    ...(target === undefined ? [] : find(target, '/target_agent/agent_id')),
  ];
}

function settle(ruling: Ruling, facts: AuditFacts): GovernOutcome {
  const { file, judgement, suggested, place, evidence, named } = ruling;
  const toError = (violation: Violation): OutcomeError => toOutcomeError(file.mask(violation));
  const { blocks, holds } = findNewlyRestricted(judgement, facts, place.scope);
  const unrecorded = findUnrecordedLock(place.name, evidence.lockSha256, facts);
  const lockFaults = unrecorded === undefined ? [] : [unrecorded];
  const errors = [...lockFaults, ...judgement.errors, ...findHistoryFaults(ruling, facts)];
  const isRestricted = blocks.length + holds.length > 0 || findRestricted(named, facts, place.scope).length > 0;
  return toOutcome({
    errors: errors.map(toError),
    remediation: chooseRemedy(errors, {
      isRestricted,
      isUnlocked: unrecorded !== undefined,
      isOriginUnknown: ruling.origin?.kind === 'unknown',
    }),
    warnings: judgement.warnings.map(toError),
    suggested_target: suggested,
    security_flag: judgement.securityFlag,
    blocked: blocks,
    held: holds,
    attestation: judgement.attestation,
    handoff_id: file.handoffId ?? null,
    trace_id: file.traceId ?? null,
  });
}

/** What would become of it now; records nothing. */
export async function previewOutcome(platform: GovernPlatform, ruling: Ruling): Promise<GovernOutcome> {
  const facts = await auditSafely(() => platform.audit.ask(questionOf(ruling)));
  return facts.kind === 'done' ? settle(ruling, facts.value) : refuseUnrecorded(ruling.file, [facts.violation]);
}

/** Deciding and recording are one step in the log: of two processes with the same id only one can be accepted. */
export async function recordRuling(platform: GovernPlatform, ruling: Ruling): Promise<GovernOutcome> {
  const { place, evidence } = ruling;
  let outcome: GovernOutcome | undefined;
  let taken: AuditDraft[] = [];
  const done = await auditSafely(() =>
    platform.audit.decide(questionOf(ruling), (facts) => {
      outcome = settle(ruling, facts);
      taken = outcome.accepted ? planTaken(place, evidence, facts) : [];
      return [...planEntries(ruling, outcome), ...taken];
    }),
  );
  if (done.kind === 'unavailable') return refuseUnrecorded(ruling.file, [done.violation]);
  if (outcome === undefined) throw new BatonError('INTERNAL', 'the audit log decided nothing');
  const recorded = { ...outcome, audit_ref: done.value[0]?.ref ?? null };
  const { blocked: blocks, held: holds } = recorded;
  if (taken.length > 0) await keepTaken(platform, place, evidence);
  if (blocks.length > 0) await keepPrompts(platform, blocks, evidence);
  await raiseAlarm(platform, { blocks, holds }, recorded.audit_ref);
  return recorded;
}

function planEntries(ruling: Ruling, outcome: GovernOutcome): AuditDraft[] {
  const { file, origin, policy, judgement, place, evidence, sender, vouchedBy } = ruling;
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
    vouched: judgement.isVouched,
    ...(judgement.isVouched && vouchedBy !== undefined ? { vouched_by: vouchedBy } : {}),
    ...given({ lock_sha256: evidence.lockSha256, source, target }),
    ...(origin?.kind === 'agent' ? { origin: origin.agentId } : {}),
    document: file.masked,
  };
  const claim = outcome.accepted && file.handoffId !== undefined ? { claim: handoffClaim(file.handoffId) } : {};
  return [
    { kind: outcome.accepted ? 'handoff.accepted' : 'handoff.rejected', ...about, ...claim, body },
    ...planRestrictions({ blocks: outcome.blocked, holds: outcome.held }, { place, evidence, about, sender }),
  ];
}

/**
 * Trust on first use: on a machine that has locked nothing the lock file of the first accepted handoff is binding for
 * its registry, until a person locks. What a later pull brings is refused.
 */
function planTaken({ name }: RegistryPlace, { lock, lockSha256 }: Evidence, facts: AuditFacts): AuditDraft[] {
  if (lockSha256 === undefined || lock.kind === 'fault') return [];
  if (findLockState(name, lockSha256, facts) !== 'nothing is locked here') return [];
  const body = { registry: name, lock_sha256: lockSha256 };
  const prompts = toLockedPrompts(lock.value.prompts);
  return [
    { kind: TAKEN, flag: { name: lockedFlag(name, lockSha256), up: true }, body: { ...body, prompts } },
    { kind: TAKEN, flag: { name: takenFlag(name), up: true }, body },
  ];
}

/** Copies of what was taken, so that the next person who locks can be shown what changed since; and says so, once. */
async function keepTaken(
  platform: Pick<Platform, 'files' | 'project' | 'remark'>,
  place: RegistryPlace,
  known: Evidence,
): Promise<void> {
  const evidence = await addPrompts(platform.files, place, known, 'all');
  const { lockSha256 = '' } = evidence;
  const agents = listAgents(evidence).map(({ id }) => id);
  await keepPrompts(platform, agents, evidence);
  for (const [kind, path, hash] of [
    ['locks', place.lock, lockSha256],
    ['manifests', place.manifest, evidence.manifest.kind === 'found' ? evidence.manifest.value.hash : undefined],
  ] as const) {
    const text = await platform.files.findText(path, { maxBytes: MAX_REGISTRY_BYTES });
    // A copy is compared with its name when it is read: one that changed in between does not count.
    if (text !== undefined && hash !== undefined) await keepCopy(platform, kind, hash, text);
  }
  platform.remark(
    `nobody has locked this registry here: its ${agents.length} agents are taken as they are now (lock file ${lockSha256.slice(0, SHOWN_DIGITS)}…), and a change is refused until a person runs baton govern lock --by PERSON --reason TEXT`,
  );
}

const SHOWN_DIGITS = 12;

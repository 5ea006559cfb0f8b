import { BatonError } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import type { AuditDraft, Platform } from '../../kernel/ports/index.ts';
import {
  findAgent,
  maskText,
  rankTargets,
  verifyHandoff,
  type Evidence,
  type RegisteredAgent,
  type TimeWindow,
  type Violation,
} from '../../protocols/governance/index.ts';
import {
  agentIdAt,
  auditSafely,
  pickIds,
  toOutcome,
  toOutcomeError,
  toRecord,
  type ExecuteTarget,
  type GovernOutcome,
  type GovernPlatform,
  type Ruling,
  type SendOutcome,
} from './case-file.ts';
import { gatherHandoff, type Gathered, type GatherRequest, type Refused } from './gather.ts';
import { previewOutcome, recordRuling } from './record.ts';
import { addPrompts, readEvidence } from './registry-place.ts';
import { findRestricted, planRestrictions, raiseAlarm, restrictionFlags } from './restrict-agents.ts';

/** An accepted handoff that is recorded, and what to do with it. */
interface Action {
  readonly ruling: Ruling;
  readonly outcome: GovernOutcome;
  readonly execute: ExecuteTarget;
}

/** Reaches the target, unless a prompt was exchanged since it was verified. */
async function carryOut(platform: GovernPlatform, action: Action): Promise<SendOutcome> {
  const { ruling, outcome, execute } = action;
  const { handoff } = ruling.judgement;
  const prompt = ruling.evidence.prompts.get(ruling.target ?? '');
  if (handoff === undefined || prompt?.kind !== 'found' || outcome.audit_ref === null) {
    throw new BatonError('INTERNAL', 'a handoff was accepted without its evidence');
  }
  const changed = await findChanged(platform, action);
  if (changed.length > 0) return await stop(platform, action, changed);
  const { sha256, text } = prompt.value;
  const accepted = { handoff, prompt: text, promptHash: sha256, auditRef: outcome.audit_ref };
  const execution = await runRecorded(platform, action, () => execute(accepted));
  const done = await auditSafely(() => platform.audit.append([planFollowUp(action, 'handoff.executed', execution)]));
  // What ran has run: the outcome says so, and that the log could not take the end of the story.
  if (done.kind === 'unavailable') platform.remark(done.violation.message);
  return { ...outcome, execution };
}

/** A target that fails by throwing is on record too, and the caller gets an error with a code. */
async function runRecorded(
  platform: GovernPlatform,
  action: Action,
  run: () => Promise<JsonObject>,
): Promise<JsonObject> {
  try {
    return await run();
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : typeof cause;
    const scanner = await platform.scanner();
    const message = maskText(cause instanceof Error ? cause.message : String(cause), [], scanner);
    const done = await auditSafely(() =>
      platform.audit.append([planFollowUp(action, 'handoff.failed', { error: name, message })]),
    );
    if (done.kind === 'unavailable') platform.remark(done.violation.message);
    const { audit_ref, handoff_id } = action.outcome;
    const details = { handoff_id, audit_ref };
    throw new BatonError(
      'TARGET_FAILED',
      `the target of handoff ${handoff_id ?? ''} failed: ${message}`,
      details,
      cause,
    );
  }
}

function hashIn({ prompts }: Evidence, id: string): string | undefined {
  const prompt = prompts.get(id);
  return prompt?.kind === 'found' ? prompt.value.sha256 : undefined;
}

/** Agents whose prompt is no longer the one that was verified a moment ago. */
async function findChanged(platform: GovernPlatform, { ruling }: Action): Promise<string[]> {
  const now = await readEvidence(platform.files, ruling.place, ruling.named);
  return ruling.named.filter((id) => hashIn(now, id) !== hashIn(ruling.evidence, id));
}

async function stop(platform: GovernPlatform, action: Action, changed: readonly string[]): Promise<SendOutcome> {
  const violations = changed.map((id): Violation => ({
    code: 'IMMUTABILITY_VIOLATION',
    path: '',
    message: `the prompt of ${id} was changed between the check and its use`,
  }));
  const body = { code: 'IMMUTABILITY_VIOLATION', errors: violations.map(toRecord) };
  const { place, evidence, file } = action.ruling;
  const circumstances = { place, evidence, about: pickIds(file), sender: undefined };
  const done = await auditSafely(() =>
    platform.audit.append([
      planFollowUp(action, 'handoff.stopped', body),
      ...planRestrictions({ blocks: changed, holds: [] }, circumstances),
    ]),
  );
  if (done.kind === 'done') await raiseAlarm(platform, { blocks: changed, holds: [] }, action.outcome.audit_ref);
  const errors = done.kind === 'unavailable' ? [...violations, done.violation] : violations;
  const { outcome } = action;
  const refused = toOutcome({ errors: errors.map(toOutcomeError), warnings: outcome.warnings });
  const { audit_ref, handoff_id, trace_id, attestation } = outcome;
  return { ...refused, audit_ref, handoff_id, trace_id, attestation, security_flag: true, blocked: changed };
}

const planFollowUp = ({ ruling }: Action, kind: string, body: JsonObject): AuditDraft => ({
  kind,
  ...pickIds(ruling.file),
  body,
});

/** A governed handoff to verify and record, and what vouches for its sender. */
export interface SendRequest extends GatherRequest {
  /** The agent this comes from, if the caller has made sure of it by a signature or the secret of its run. */
  readonly sender?: string;
  /** How: `run secret`, `signature`, or the operator who answers for it. Recorded. */
  readonly vouchedBy?: string;
  readonly window?: TimeWindow;
}

/**
 * The one way a governed handoff takes: gather, plan, check, apply. The target is reached only after the entry that
 * accepts the handoff is durable; everything that prevents that entry is a reason to refuse.
 */
export async function sendGovernedHandoff(
  platform: GovernPlatform,
  request: SendRequest,
  execute?: ExecuteTarget,
): Promise<SendOutcome> {
  const ruled = await ruleOnHandoff(platform, request);
  if (ruled.kind === 'refused') return ruled.outcome;
  const { ruling } = ruled;
  const outcome = await settleRuling(platform, ruling, request);
  if (request.dryRun === true || !outcome.accepted || execute === undefined) return outcome;
  return await carryOut(platform, { ruling, outcome, execute });
}

/** A handoff that was verified. */
interface Ruled {
  readonly kind: 'ruled';
  readonly ruling: Ruling;
}

/** Gather and plan: everything but what the log has to say. */
export async function ruleOnHandoff(platform: GovernPlatform, request: SendRequest): Promise<Ruled | Refused> {
  const policy = getPolicy(platform);
  const gathered = await gatherHandoff(platform, request);
  if (gathered.kind === 'refused') return gathered;
  return { kind: 'ruled', ruling: await planRuling(platform, gathered, request, policy) };
}

/** Check against the log and apply: the entry, or in a dry run what it would say. */
export const settleRuling = async (
  platform: GovernPlatform,
  ruling: Ruling,
  { dryRun }: { readonly dryRun?: boolean },
): Promise<GovernOutcome> =>
  dryRun === true ? await previewOutcome(platform, ruling) : await recordRuling(platform, ruling);

export function getPolicy(platform: Pick<Platform, 'project'>): 'required' | 'advisory' {
  const { governance } = platform.project.settings.values;
  if (governance !== 'off') return governance ?? 'required';
  throw new BatonError('GOVERNANCE_OFF', 'governed handoffs are switched off here');
}

/** What the registry says about the document; whether the log has something against it is asked when it is recorded. */
async function planRuling(
  platform: GovernPlatform,
  { file, place, evidence, origin, source, target }: Gathered,
  request: SendRequest,
  policy: Ruling['policy'],
): Promise<Ruling> {
  const judgement = verifyHandoff(file.document, evidence, {
    nowMs: platform.clock.now(),
    policy,
    content: file.content,
    ...given({ window: request.window, sender: request.sender, origin }),
  });
  // Another target would be refused as well, as long as nobody knows where the route began.
  const isLost = origin?.kind === 'unknown';
  const suggested = isLost ? null : await suggestTarget(platform, { file, place, evidence }, judgement.errors);
  const named = [source, target].filter((id) => id !== undefined);
  const { sender, vouchedBy } = request;
  return { file, place, evidence, judgement, source, target, named, origin, suggested, policy, sender, vouchedBy };
}

const ROUTE_CODES = new Set<Violation['code']>(['BOUNDARY_VIOLATION', 'OUT_OF_SCOPE']);

/** For a handoff on a closed route: a target that would be accepted, or null if there is none. */
async function suggestTarget(
  platform: GovernPlatform,
  { file: { document }, place, evidence: known }: Pick<Gathered, 'file' | 'place' | 'evidence'>,
  errors: readonly Violation[],
): Promise<string | null> {
  const [source, target] = [agentIdAt(document, 'source_agent'), agentIdAt(document, 'target_agent')];
  if (source === undefined || target === undefined || !errors.some(({ code }) => ROUTE_CODES.has(code))) return null;
  const evidence = await addPrompts(platform.files, place, known, 'all');
  const request = requestOf(document);
  const description = typeof request['description'] === 'string' ? request['description'] : '';
  const tags = Array.isArray(request['domain_tags']) ? request['domain_tags'].map(String) : [];
  const ranked = rankTargets(evidence, { source, target, description, tags });
  const flags = restrictionFlags([source, ...ranked.map(({ id }) => id)], place.scope);
  const facts = await auditSafely(() => platform.audit.ask({ flags }));
  if (facts.kind === 'unavailable') return null;
  const isRestricted = (id: string): boolean => findRestricted([id], facts.value, place.scope).length > 0;
  if (isRestricted(source)) return null;
  const nowMs = platform.clock.now();
  return ranked.find((agent) => !isRestricted(agent.id) && wouldPass(evidence, document, agent, nowMs))?.id ?? null;
}

/** The same handoff with the other target, held against the rules that depend on the target. */
function wouldPass(evidence: Evidence, document: JsonObject, agent: RegisteredAgent, nowMs: number): boolean {
  const hash = evidence.lock.kind === 'found' ? evidence.lock.value.prompts.get(agent.id)?.hash : undefined;
  if (hash === undefined || findAgent(evidence, agent.id) === undefined) return false;
  const target = { agent_type: agent.type, agent_id: agent.id, agent_version: agent.version, prompt_hash: hash };
  const changed = { ...document, target_agent: target };
  const { errors } = verifyHandoff(changed, evidence, { nowMs, policy: 'required', content: [] });
  return !errors.some(
    ({ path, code }) => path.startsWith('/target_agent') || ROUTE_CODES.has(code) || code === 'COMPOSITION_VIOLATION',
  );
}

function requestOf(document: JsonObject): JsonObject {
  const context = document['context'];
  const request = isJsonObject(context) ? context['request'] : undefined;
  return isJsonObject(request) ? request : {};
}

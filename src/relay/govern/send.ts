import { given } from '../../kernel/given.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import {
  findAgent,
  rankTargets,
  verifyHandoff,
  type Evidence,
  type RegisteredAgent,
  type TimeWindow,
  type Violation,
} from '../../protocols/governance/index.ts';
import { carryOut } from './carry-out.ts';
import { gatherHandoff, type Gathered, type GatherRequest, type Refused } from './gather.ts';
import type { ExecuteTarget, GovernOutcome, GovernPlatform, Ruling, SendOutcome } from './outcome.ts';
import { previewOutcome, recordRuling } from './record.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { auditSafely } from './audit-safely.ts';
import { agentIdAt } from './case-file.ts';
import { addPrompts } from './read-evidence.ts';
import { findRestricted, restrictionFlags } from './restrict-agents.ts';

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
export interface Ruled {
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

import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import {
  findAgent,
  rankTargets,
  verifyHandoff,
  type Evidence,
  type RegisteredAgent,
  type Violation,
} from '../../protocols/governance/index.ts';
import { auditSafely } from './audit-safely.ts';
import { agentIdAt } from './case-file.ts';
import { readEvidence } from './read-evidence.ts';
import type { RegistryPlace } from './registry-place.ts';
import { findRestricted, restrictionFlags } from './restrict-agents.ts';
import type { GovernPlatform } from './ruling.ts';

const ROUTE_CODES = new Set<Violation['code']>(['BOUNDARY_VIOLATION', 'OUT_OF_SCOPE']);

/** For a handoff on a closed route: a target that would be accepted, or null if there is none. */
export async function suggestTarget(
  platform: GovernPlatform,
  place: RegistryPlace,
  document: JsonObject,
  errors: readonly Violation[],
): Promise<string | null> {
  const [source, target] = [agentIdAt(document, 'source_agent'), agentIdAt(document, 'target_agent')];
  if (source === undefined || target === undefined || !errors.some(({ code }) => ROUTE_CODES.has(code))) return null;
  const evidence = await readEvidence(platform.files, place, 'all');
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

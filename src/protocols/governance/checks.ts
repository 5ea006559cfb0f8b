/** The steps of a verification, one function each, in the order they are taken. */
import type { Finding } from '../../kernel/finding.ts';
import { equalHex } from '../../kernel/hash.ts';
import { findIsoTime } from '../../kernel/time.ts';
import { findAgent, isKnownAlgorithm, type Evidence } from './registry.ts';
import { findRouteFault, findUncovered } from './route.ts';
import {
  ATTESTATION_FLAGS,
  type AgentClaim,
  type Attestation,
  type RegisteredAgent,
  type Violation,
} from './schema.ts';

const violation = (code: Violation['code'], path: string, message: string): Violation => ({ code, path, message });

export function checkIdentity(evidence: Evidence, claim: AgentClaim, path: string): Violation[] {
  const refuse = (field: string, message: string): Violation[] => [
    violation('INVALID_AGENT_REFERENCE', `${path}/${field}`, message),
  ];
  if (evidence.manifest.kind === 'fault') return refuse('agent_id', evidence.manifest.reason);
  const agent = findAgent(evidence, claim.agent_id);
  if (agent === undefined) return refuse('agent_id', `the manifest has no agent "${claim.agent_id.slice(0, 80)}"`);
  if (agent.canonicalId !== agent.id)
    return refuse('agent_id', `the manifest lists ${agent.id} under another canonical id`);
  if (agent.type !== claim.agent_type)
    return refuse('agent_type', `${agent.id} is not registered as ${claim.agent_type}`);
  const locked = evidence.lock.kind === 'found' ? evidence.lock.value.prompts.get(agent.id) : undefined;
  if (locked !== undefined && locked.type !== agent.type) {
    return refuse('agent_type', `manifest and lock disagree about the type of ${agent.id}`);
  }
  return [];
}

export interface HashCheck {
  readonly violations: readonly Violation[];
  /** The prompt on disk, or the claim, is not the locked one; as opposed to a lock that says nothing. */
  readonly isDiskWrong: boolean;
  readonly isClaimWrong: boolean;
}

/** There is no way around this check: no policy, no flag, no argument reaches it. */
export function checkHash(evidence: Evidence, claim: AgentClaim, path: string): HashCheck {
  const id = claim.agent_id;
  const fail = (message: string): HashCheck => ({
    violations: [violation('HASH_VERIFICATION_FAILURE', `${path}/prompt_hash`, message)],
    isDiskWrong: false,
    isClaimWrong: false,
  });
  const { lock, prompts } = evidence;
  if (lock.kind === 'fault') return fail(lock.reason);
  if (!isKnownAlgorithm(lock.value.algorithm)) return fail('the lock uses an algorithm other than SHA-256');
  const locked = lock.value.prompts.get(id);
  if (locked === undefined) return fail(`the lock has no entry for ${id}`);
  if (locked.file !== findAgent(evidence, id)?.file) return fail(`manifest and lock name different files for ${id}`);
  const disk = checkDisk(id, locked.hash, prompts.get(id), path);
  const isClaimWrong = !equalHex(claim.prompt_hash, locked.hash);
  const claimFault = `the hash claimed for ${id} is not the locked one`;
  return {
    violations: [
      ...(isClaimWrong ? [violation('HASH_VERIFICATION_FAILURE', `${path}/prompt_hash`, claimFault)] : []),
      ...disk,
    ],
    isDiskWrong: disk.length > 0,
    isClaimWrong,
  };
}

function checkDisk(
  id: string,
  lockedHash: string,
  prompt: ReturnType<Evidence['prompts']['get']>,
  path: string,
): Violation[] {
  const at = `${path}/prompt_hash`;
  if (prompt?.kind !== 'found') {
    const reason = prompt?.reason ?? 'its prompt was not read';
    return [violation('HASH_VERIFICATION_FAILURE', at, `the prompt of ${id} cannot be verified: ${reason}`)];
  }
  if (equalHex(prompt.value.sha256, lockedHash)) return [];
  return [
    violation('HASH_VERIFICATION_FAILURE', at, `the prompt of ${id} on disk is not the locked one`),
    violation('IMMUTABILITY_VIOLATION', at, `the prompt of ${id} was changed, but the lock file was not`),
  ];
}

export function checkVersion(evidence: Evidence, claim: AgentClaim, path: string): Violation[] {
  const agent = findAgent(evidence, claim.agent_id);
  const { lock } = evidence;
  if (agent === undefined || lock.kind === 'fault') return [];
  const locked = lock.value.prompts.get(agent.id)?.version;
  const at = `${path}/agent_version`;
  if (agent.version !== locked)
    return [violation('VERSION_MISMATCH', at, `manifest and lock have different versions of ${agent.id}`)];
  if (claim.agent_version === agent.version) return [];
  return [
    violation(
      'VERSION_MISMATCH',
      at,
      `${agent.id} is registered with version ${agent.version}, not ${claim.agent_version}`,
    ),
  ];
}

export function checkRegistryVersions({ manifest, lock }: Evidence): Violation[] {
  if (manifest.kind === 'fault' || lock.kind === 'fault' || manifest.value.version === lock.value.version) return [];
  const message = `manifest (${manifest.value.version}) and lock (${lock.value.version}) have different versions`;
  return [violation('VERSION_MISMATCH', '', message)];
}

const MIN_PARTS = 2;
const MAX_PARTS = 4;

/** Why an archetype's composition is not one; undefined if it is, and for every other kind of agent. */
export function findCompositionFault(evidence: Evidence, agent: RegisteredAgent): string | undefined {
  if (agent.type !== 'archetype') return undefined;
  const parts = [...agent.composition];
  if (parts.length < MIN_PARTS || parts.length > MAX_PARTS) {
    return `${agent.id} has ${parts.length} domains; ${MIN_PARTS} to ${MAX_PARTS} are allowed`;
  }
  let sum = 0;
  for (const [id, percent] of parts) {
    if (findAgent(evidence, id)?.type !== 'domain')
      return `${agent.id} is composed of ${id}, which is not a domain in the manifest`;
    if (typeof percent !== 'number' || !Number.isInteger(percent) || percent <= 0) {
      return `the share of ${id} in ${agent.id} is not a whole number above zero`;
    }
    sum += percent;
  }
  return sum === 100 ? undefined : `the shares of ${agent.id} sum to ${sum}, not to 100`;
}

export function checkComposition(evidence: Evidence, claim: AgentClaim, path: string): Violation[] {
  const agent = findAgent(evidence, claim.agent_id);
  const fault = agent === undefined ? undefined : findCompositionFault(evidence, agent);
  return fault === undefined ? [] : [violation('COMPOSITION_VIOLATION', path, fault)];
}

/** Who began a route that leads through an orchestrator, as the audit log has it. */
export type Origin =
  | { readonly kind: 'agent'; readonly agentId: string }
  | { readonly kind: 'unknown'; readonly reason: string };

export function checkBoundaries(
  evidence: Evidence,
  source: AgentClaim,
  target: AgentClaim,
  origin?: Origin,
): Violation[] {
  const [from, to] = [findAgent(evidence, source.agent_id), findAgent(evidence, target.agent_id)];
  if (from === undefined || to === undefined) return [];
  const fault = findRouteFault(evidence, from, to);
  const direct = fault === undefined ? [] : [violation('BOUNDARY_VIOLATION', '/target_agent/agent_id', fault)];
  return [...direct, ...checkOrigin(evidence, to, origin)];
}

/** Mediation is no way around a boundary: who could not hand over directly cannot do it through an orchestrator. */
function checkOrigin(evidence: Evidence, to: RegisteredAgent, origin: Origin | undefined): Violation[] {
  const at = '/parent_handoff_id';
  if (origin === undefined) return [];
  if (origin.kind === 'unknown') return [violation('BOUNDARY_VIOLATION', at, origin.reason)];
  const first = findAgent(evidence, origin.agentId);
  if (first === undefined)
    return [violation('BOUNDARY_VIOLATION', at, `the route began with ${origin.agentId}, which is not registered`)];
  const locked = evidence.lock.kind === 'found' ? evidence.lock.value.prompts.get(first.id) : undefined;
  const disk = checkDisk(first.id, locked?.hash ?? '', evidence.prompts.get(first.id), '');
  if (disk.length > 0)
    return [
      violation('BOUNDARY_VIOLATION', at, `the prompt of ${first.id}, where the route began, is not the locked one`),
    ];
  const fault = findRouteFault(evidence, first, to);
  return fault === undefined ? [] : [violation('BOUNDARY_VIOLATION', at, `the route began with ${first.id}: ${fault}`)];
}

export function checkScope(evidence: Evidence, target: AgentClaim, tags: readonly string[] | undefined): Violation[] {
  const agent = findAgent(evidence, target.agent_id);
  if (agent === undefined || tags === undefined) return [];
  const uncovered = findUncovered(evidence, agent, tags);
  if (uncovered.length === 0) return [];
  const message = `${agent.id} does not cover ${uncovered.map((tag) => tag.slice(0, 60)).join(', ')}`;
  return [violation('OUT_OF_SCOPE', '/context/request/domain_tags', message)];
}

export function checkAttestation(claimed: Attestation, computed: Attestation): Violation[] {
  return ATTESTATION_FLAGS.flatMap((flag) => {
    if (claimed[flag] && computed[flag]) return [];
    const message = claimed[flag] ? `${flag} is attested but does not hold` : `${flag} is attested as false`;
    return [violation('ATTESTATION_MISMATCH', `/governance/${flag}`, message)];
  });
}

/** How old a document may be, and how far ahead. */
export interface TimeWindow {
  readonly maxAgeMs: number;
  readonly maxAheadMs: number;
}

/** How old a handoff may be, and how far its clock may be ahead. */
export const DEFAULT_WINDOW: TimeWindow = { maxAgeMs: 15 * 60_000, maxAheadMs: 60_000 };

const late = (message: string): Violation => violation('REPLAY_DETECTED', '/timestamp', message);

export function checkTime(timestamp: string, nowMs: number, window: TimeWindow): Violation[] {
  const time = findIsoTime(timestamp);
  if (time === undefined) return [];
  const ageMs = nowMs - time.epochMs;
  if (ageMs > window.maxAgeMs) return [late(`the handoff is older than ${window.maxAgeMs / 60_000} minutes`)];
  return -ageMs > window.maxAheadMs ? [late(`the handoff is dated more than ${window.maxAheadMs / 1000} s ahead`)] : [];
}

/** What the guard found, by JSON Pointer of the text it was found in. */
export interface ContentFinding {
  readonly path: string;
  readonly finding: Finding;
}

export const toContentViolation = ({ path, finding }: ContentFinding): Violation =>
  violation('CONTENT_REJECTED', path, `${finding.message} (${finding.rule}, line ${finding.line})`);

export const replayViolation = (handoffId: string): Violation =>
  violation('REPLAY_DETECTED', '/handoff_id', `a handoff with the id ${handoffId} was already accepted`);

export const blockedViolation = (agentId: string, path: string): Violation =>
  violation('AGENT_BLOCKED', path, `${agentId} is blocked until a person has reconciled its prompt`);

/** Nobody vouched for this message, and for the one before whose hash was wrong nobody did either. */
export const heldViolation = (agentId: string, path: string): Violation =>
  violation(
    'AGENT_BLOCKED',
    path,
    `${agentId} is held after a wrong hash in a message that nobody vouched for: only vouched handoffs pass until a person reconciles it`,
  );

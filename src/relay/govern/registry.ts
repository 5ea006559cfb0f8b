import type { AuditFacts, Platform } from '../../kernel/ports/index.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import {
  checkRegistry,
  listAgents,
  planGraph,
  type Evidence,
  type GovernanceGraph,
  type RegistryProblem,
} from '../../protocols/governance/index.ts';
import { blockedFlag, heldFlag, restrictionFlags } from './restrict-agents.ts';
import { getRegistry, readEvidence, type RegistryOptions, type RegistryPlace } from './registry-place.ts';
import { findLockState, lockFlags, NOT_RECORDED } from './recorded-lock.ts';

type CheckPlatform = Pick<Platform, 'audit' | 'files' | 'project'>;

export interface CheckOutcome {
  readonly ok: boolean;
  readonly agents: number;
  readonly problems: readonly RegistryProblem[];
  readonly blocked: readonly string[];
  readonly held: readonly string[];
}

/** Looks at all of it; never writes. */
export async function checkRegistryFiles(
  platform: CheckPlatform,
  options: RegistryOptions = {},
): Promise<CheckOutcome> {
  const place = await getRegistry(platform, options);
  const evidence = await readEvidence(platform.files, place, 'all');
  const ids = listAgents(evidence).map(({ id }) => id);
  const { lockSha256 } = evidence;
  const facts = await platform.audit.ask({
    flags: [...restrictionFlags(ids, place.scope), ...lockFlags(place.name, lockSha256)],
  });
  const { blocked, held } = sortRestricted(ids, facts, place);
  const state = lockSha256 === undefined ? undefined : findLockState(place.name, lockSha256, facts);
  const problems = [...checkRegistry(evidence)];
  if (state === 'not locked here') problems.push(REPLACED);
  if (state === 'nothing is locked here') problems.push(NOT_LOCKED_HERE);
  if (state === 'taken here') problems.push(TAKEN_HERE);
  const ok = blocked.length + held.length === 0 && !problems.some(({ severity }) => severity === 'error');
  return { ok, agents: ids.length, problems, blocked, held };
}

/** It came with a clone: somebody locked it on another machine, or nobody did. */
const NOT_LOCKED_HERE: RegistryProblem = {
  severity: 'warning',
  code: 'IMMUTABILITY_VIOLATION',
  message: 'the audit log here has no entry of this lock file: review it and run baton govern lock --by --reason',
};

const TAKEN_HERE: RegistryProblem = {
  severity: 'warning',
  code: 'IMMUTABILITY_VIOLATION',
  message:
    'nobody has locked this registry here: it was taken as it came with the first handoff; review it and run baton govern lock --by --reason',
};

const REPLACED: RegistryProblem = { severity: 'error', code: 'HASH_VERIFICATION_FAILURE', message: NOT_RECORDED };

function sortRestricted(ids: readonly string[], { flagged }: AuditFacts, { scope }: RegistryPlace) {
  const isBlocked = (id: string): boolean => flagged.has(blockedFlag(id, scope));
  return {
    blocked: ids.filter(isBlocked),
    held: ids.filter((id) => flagged.has(heldFlag(id, scope)) && !isBlocked(id)),
  };
}

async function readRestricted(platform: CheckPlatform, place: RegistryPlace, evidence: Evidence) {
  const ids = listAgents(evidence).map(({ id }) => id);
  return sortRestricted(ids, await platform.audit.ask({ flags: restrictionFlags(ids, place.scope) }), place);
}

/** Agents of the registry that are blocked or held now. */
export async function listRestricted(
  platform: CheckPlatform,
  options: RegistryOptions = {},
): Promise<{ readonly blocked: readonly string[]; readonly held: readonly string[] }> {
  const place = await getRegistry(platform, options);
  const evidence = await readEvidence(platform.files, place, []);
  return await readRestricted(platform, place, evidence);
}

/** Who may hand work to whom, and who is blocked at this moment. */
export async function readGovernanceGraph(
  platform: CheckPlatform,
  options: RegistryOptions = {},
): Promise<GovernanceGraph> {
  const place = await getRegistry(platform, options);
  const evidence = await readEvidence(platform.files, place, 'all');
  if (evidence.manifest.kind === 'fault') throw new BatonError('REGISTRY_INVALID', evidence.manifest.reason);
  const { blocked, held } = await readRestricted(platform, place, evidence);
  return planGraph(evidence, new Set(blocked), new Set(held));
}

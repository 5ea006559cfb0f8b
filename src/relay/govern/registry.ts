import type { Platform } from '../../kernel/ports/index.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import {
  checkRegistry,
  listAgents,
  planGraph,
  type GovernanceGraph,
  type RegistryProblem,
} from '../../protocols/governance/index.ts';
import { blockedFlag, heldFlag } from './agent-flag.ts';
import { LOCKED_FLAG } from './lock-registry.ts';
import { readEvidence } from './read-evidence.ts';
import { getRegistry, type RegistryOptions } from './registry-place.ts';
import { restrictionFlags } from './restrict-agents.ts';

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
  const { blocked, held, flagged } = await readRestricted(platform, ids, [lockedFlag(evidence.lockSha256)]);
  const problems = [...checkRegistry(evidence)];
  if (evidence.lockSha256 !== undefined && !flagged.has(lockedFlag(evidence.lockSha256)))
    problems.push(NOT_LOCKED_HERE);
  const ok = blocked.length + held.length === 0 && !problems.some(({ severity }) => severity === 'error');
  return { ok, agents: ids.length, problems, blocked, held };
}

const lockedFlag = (sha256: string | undefined): string => LOCKED_FLAG + (sha256 ?? '');

/** It may have come with a pull: somebody locked it on another machine, or nobody did. */
const NOT_LOCKED_HERE: RegistryProblem = {
  severity: 'warning',
  code: 'IMMUTABILITY_VIOLATION',
  message: 'the audit log here has no entry of this lock file: review it and run baton govern lock --by --reason',
};

async function readRestricted(platform: CheckPlatform, ids: readonly string[], more: readonly string[] = []) {
  const { flagged } = await platform.audit.ask({ flags: [...restrictionFlags(ids), ...more] });
  return {
    flagged,
    blocked: ids.filter((id) => flagged.has(blockedFlag(id))),
    held: ids.filter((id) => flagged.has(heldFlag(id)) && !flagged.has(blockedFlag(id))),
  };
}

/** Agents of the registry that are blocked or held now. */
export async function listRestricted(
  platform: CheckPlatform,
  options: RegistryOptions = {},
): Promise<{ readonly blocked: readonly string[]; readonly held: readonly string[] }> {
  const place = await getRegistry(platform, options);
  const evidence = await readEvidence(platform.files, place, []);
  const { blocked, held } = await readRestricted(
    platform,
    listAgents(evidence).map(({ id }) => id),
  );
  return { blocked, held };
}

export async function readGovernanceGraph(
  platform: CheckPlatform,
  options: RegistryOptions = {},
): Promise<GovernanceGraph> {
  const place = await getRegistry(platform, options);
  const evidence = await readEvidence(platform.files, place, 'all');
  if (evidence.manifest.kind === 'fault') throw new BatonError('REGISTRY_INVALID', evidence.manifest.reason);
  const { blocked, held } = await readRestricted(
    platform,
    listAgents(evidence).map(({ id }) => id),
  );
  return planGraph(evidence, new Set(blocked), new Set(held));
}

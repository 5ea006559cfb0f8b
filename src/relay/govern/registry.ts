import { basename, join, relative } from 'node:path';
import { BatonError } from '../../kernel/errors/index.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import {
  checkRegistry,
  listAgents,
  parseBoundaryData,
  planGraph,
  planStarter,
  renderLock,
  type GovernanceGraph,
  type LockEntry,
  type RegistryProblem,
} from '../../protocols/governance/index.ts';
import { blockedFlag } from './agent-flag.ts';
import { readEvidence } from './read-evidence.ts';
import { findRegistry, getRegistry, type RegistryOptions, type RegistryPlace } from './registry-place.ts';
import type { GovernPlatform } from './ruling.ts';

export interface InitOutcome {
  readonly created: readonly string[];
  readonly kept: readonly string[];
}

type RegistryPlatform = Pick<GovernPlatform, 'files' | 'project'>;

/** A small registry to begin with; what is there already is kept as it is. Safe to repeat. */
export async function initRegistry(
  platform: RegistryPlatform,
  options: RegistryOptions & { readonly dryRun?: boolean } = {},
): Promise<InitOutcome> {
  const place = await findRegistry(platform, options);
  const here = (path: string): string => relative(place.root, path);
  if ((await platform.files.stat(place.manifest)) !== undefined) {
    const hasLock = (await platform.files.stat(place.lock)) !== undefined;
    if (hasLock) return { created: [], kept: [here(place.manifest), here(place.lock)] };
    if (options.dryRun !== true) await lockRegistry(platform, options);
    return { created: [here(place.lock)], kept: [here(place.manifest)] };
  }
  const created: string[] = [];
  const kept: string[] = [];
  for (const [path, content] of planStarter()) {
    const target = await platform.files.resolveInside(place.root, path);
    if ((await platform.files.stat(target)) !== undefined) kept.push(path);
    else {
      created.push(path);
      if (options.dryRun === true) continue;
      await platform.files.createFolder(join(target, '..'));
      await platform.files.writeAtomic(target, content);
    }
  }
  if (options.dryRun !== true) await lockRegistry(platform, options);
  return { created: [...created, here(place.lock)], kept };
}

export interface LockOutcome {
  readonly lock: string;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly locked: number;
}

/** Makes the prompts as they are now the ones that count. Fails if any of them cannot be read. */
export async function lockRegistry(
  platform: RegistryPlatform,
  options: RegistryOptions & { readonly dryRun?: boolean } = {},
): Promise<LockOutcome> {
  const place = await getRegistry(platform, options);
  const evidence = await readEvidence(platform.files, place, 'all');
  if (evidence.manifest.kind === 'fault') throw new BatonError('REGISTRY_INVALID', evidence.manifest.reason);
  const prompts = new Map<string, LockEntry>();
  for (const { id, file, type, version } of listAgents(evidence)) {
    const prompt = evidence.prompts.get(id);
    if (prompt?.kind !== 'found') throw new BatonError('REGISTRY_INVALID', `${id}: ${prompt?.reason ?? 'no prompt'}`);
    prompts.set(id, { file, hash: prompt.value.sha256, type, version });
  }
  const before = evidence.lock.kind === 'found' ? evidence.lock.value.prompts : new Map<string, LockEntry>();
  const boundaries = await readBoundaryHash(platform, place);
  const text = renderLock({ version: evidence.manifest.value.version, prompts, ...(boundaries && { boundaries }) });
  if (options.dryRun !== true) await platform.files.writeAtomic(place.lock, text);
  return {
    lock: relative(place.root, place.lock),
    added: [...prompts.keys()].filter((id) => !before.has(id)),
    changed: [...prompts].filter(([id, { hash }]) => before.has(id) && before.get(id)?.hash !== hash).map(([id]) => id),
    removed: [...before.keys()].filter((id) => !prompts.has(id)),
    locked: prompts.size,
  };
}

async function readBoundaryHash(
  platform: RegistryPlatform,
  place: RegistryPlace,
): Promise<{ file: string; hash: string } | undefined> {
  const text = await platform.files.findText(place.boundaries);
  if (text === undefined) return undefined;
  parseBoundaryData(text);
  return { file: basename(place.boundaries), hash: sha256Hex(text) };
}

export interface CheckOutcome {
  readonly ok: boolean;
  readonly agents: number;
  readonly problems: readonly RegistryProblem[];
  readonly blocked: readonly string[];
}

/** Looks at all of it; never writes. */
export async function checkRegistryFiles(
  platform: GovernPlatform,
  options: RegistryOptions = {},
): Promise<CheckOutcome> {
  const place = await getRegistry(platform, options);
  const evidence = await readEvidence(platform.files, place, 'all');
  const problems = checkRegistry(evidence);
  const ids = listAgents(evidence).map(({ id }) => id);
  const blocked = await readBlocked(platform, ids);
  const ok = blocked.length === 0 && !problems.some(({ severity }) => severity === 'error');
  return { ok, agents: ids.length, problems, blocked };
}

async function readBlocked(platform: GovernPlatform, ids: readonly string[]): Promise<string[]> {
  const { flagged } = await platform.audit.ask({ flags: ids.map(blockedFlag) });
  return ids.filter((id) => flagged.has(blockedFlag(id)));
}

export async function readGovernanceGraph(
  platform: GovernPlatform,
  options: RegistryOptions = {},
): Promise<GovernanceGraph> {
  const place = await getRegistry(platform, options);
  const evidence = await readEvidence(platform.files, place, 'all');
  if (evidence.manifest.kind === 'fault') throw new BatonError('REGISTRY_INVALID', evidence.manifest.reason);
  return planGraph(
    evidence,
    new Set(
      await readBlocked(
        platform,
        listAgents(evidence).map(({ id }) => id),
      ),
    ),
  );
}

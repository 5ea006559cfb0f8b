import { join, relative } from 'node:path';
import { planStarter } from '../../protocols/governance/index.ts';
import { assertNoRun } from '../audit/index.ts';
import { lockRegistry, type LockPlatform } from './lock-registry.ts';
import { findRegistry, type RegistryOptions } from './registry-place.ts';

export interface InitOutcome {
  readonly created: readonly string[];
  readonly kept: readonly string[];
}

const NOTE = { by: 'baton govern init', reason: 'the first lock of a new registry' };

/** A small registry to begin with; what is there already is kept as it is. Safe to repeat. */
export async function initRegistry(
  platform: LockPlatform,
  options: RegistryOptions & { readonly dryRun?: boolean } = {},
): Promise<InitOutcome> {
  assertNoRun(platform, 'create a registry');
  const place = await findRegistry(platform, options);
  const here = (path: string): string => relative(place.root, path);
  if ((await platform.files.stat(place.manifest)) !== undefined) {
    const hasLock = (await platform.files.stat(place.lock)) !== undefined;
    if (hasLock) return { created: [], kept: [here(place.manifest), here(place.lock)] };
    if (options.dryRun !== true) await lockRegistry(platform, { ...options, ...NOTE });
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
  if (options.dryRun !== true) await lockRegistry(platform, { ...options, ...NOTE });
  return { created: [...created, here(place.lock)], kept };
}

import { dirname, join, resolve } from 'node:path';
import { BatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';

/** Where a registry is, as the user said or as it was found. */
export interface RegistryPlace {
  /** Entries of the registry are relative to this folder and may not lead out of it. */
  readonly root: string;
  readonly manifest: string;
  readonly lock: string;
  readonly boundaries: string;
}

export interface RegistryOptions {
  readonly root?: string;
  readonly manifest?: string;
  readonly lock?: string;
}

/** Searched in this order, below the root. */
const FOLDERS = ['', 'versions', join('.baton', 'governance')] as const;

export async function findRegistry(
  platform: Pick<Platform, 'files' | 'project'>,
  options: RegistryOptions = {},
): Promise<RegistryPlace> {
  const root = options.root === undefined ? platform.project.root : resolve(platform.project.folder, options.root);
  const find = async (named: string | undefined, name: string): Promise<string | undefined> => {
    if (named !== undefined) return resolve(platform.project.folder, named);
    for (const folder of FOLDERS) {
      const path = join(root, folder, name);
      if ((await platform.files.stat(path)) !== undefined) return path;
    }
    return undefined;
  };
  const manifest = (await find(options.manifest, 'prompt-manifest.json')) ?? join(root, 'prompt-manifest.json');
  // A lock that is not there yet belongs beside its manifest.
  const lock = (await find(options.lock, 'prompt-lock.json')) ?? join(dirname(manifest), 'prompt-lock.json');
  return { root, manifest, lock, boundaries: join(dirname(manifest), 'boundaries.json') };
}

/** For commands that make no sense without a registry. */
export async function getRegistry(
  platform: Pick<Platform, 'files' | 'project'>,
  options: RegistryOptions = {},
): Promise<RegistryPlace> {
  const place = await findRegistry(platform, options);
  if ((await platform.files.stat(place.manifest)) !== undefined) return place;
  throw new BatonError('REGISTRY_NOT_FOUND', `no registry below ${place.root}`, { path: place.manifest });
}

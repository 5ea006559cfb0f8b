import { dirname, join, relative, resolve } from 'node:path';
import { BatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';

/** Where a registry is, as the user said or as it was found. */
export interface RegistryPlace {
  /** Entries of the registry are relative to this folder and may not lead out of it. */
  readonly root: string;
  readonly manifest: string;
  readonly lock: string;
  readonly boundaries: string;
  /** In the audit log. The usual places below one root are one registry: to move it is no way to begin again. */
  readonly name: string;
  /** What blocks and holds are bound to: the root, seen from the project; empty for the project itself. */
  readonly scope: string;
}

export interface RegistryOptions {
  readonly root?: string;
  readonly manifest?: string;
  readonly lock?: string;
}

const MANIFEST = 'prompt-manifest.json';

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
  const manifest = (await find(options.manifest, MANIFEST)) ?? join(root, MANIFEST);
  // A lock that is not there yet belongs beside its manifest.
  const lock = (await find(options.lock, 'prompt-lock.json')) ?? join(dirname(manifest), 'prompt-lock.json');
  const scope = relative(platform.project.root, root);
  const isUsual = FOLDERS.some((folder) => join(root, folder, MANIFEST) === manifest);
  const name = isUsual ? join(scope, MANIFEST) : relative(platform.project.root, manifest);
  return { root, manifest, lock, boundaries: join(dirname(manifest), 'boundaries.json'), name, scope };
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

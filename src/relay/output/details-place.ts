import { isAbsolute, relative, resolve, sep } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';

type Where = Pick<Platform, 'files' | 'project'>;

/** The folder of details files, absolute. */
export const cacheFolder = ({ project: { root, settings: config } }: Where): string =>
  resolve(root, config.values['output.cacheDir']);

/** Where details files may lie: the project and the cache folder, which may be configured elsewhere. */
export const detailsRoots = (platform: Where): readonly string[] => [platform.project.root, cacheFolder(platform)];

/** The real path, if it is in one of the roots with all symlinks followed; fails with FILE_OUTSIDE_ROOT. */
export async function resolveDetails(platform: Where, path: string): Promise<string> {
  const {
    files,
    project: { root, settings: config },
  } = platform;
  try {
    return await files.resolveInside(root, path);
  } catch (error) {
    // Only a folder named by its whole path was meant to lie elsewhere; a symlink out of the project was not.
    if (!isBatonError(error, 'FILE_OUTSIDE_ROOT') || !isAbsolute(config.values['output.cacheDir'])) throw error;
    await files.createFolder(cacheFolder(platform));
    return await files.resolveInside(cacheFolder(platform), path);
  }
}

/** As a parent in the project reads it: relative, with forward slashes. */
export function showPath({ project: { root } }: Pick<Platform, 'project'>, path: string): string {
  const way = relative(root, path);
  const isInside = way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  return (isInside ? way : path).replaceAll(sep, '/');
}

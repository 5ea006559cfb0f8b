import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { placeRequest } from '../../kernel/authority/index.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import type { AuthorityRequest, Files } from '../../kernel/ports/index.ts';

export const CONFIG_FILE = 'baton.config.json';

const ROOT_MARKS = [CONFIG_FILE, join('.ai', 'handoff'), '.git'] as const;

/** The nearest folder, going up, that holds a mark of a project; the starting folder if there is none. */
export async function findRoot(files: Pick<Files, 'stat'>, folder: string): Promise<string> {
  for (let current = folder; ; current = dirname(current)) {
    for (const mark of ROOT_MARKS) {
      if ((await files.stat(join(current, mark))) !== undefined) return current;
    }
    if (dirname(current) === current) return folder;
  }
}

/**
 * A folder of the project that symlinks lead out of it, or into git's own; undefined for one that lies where it says.
 * One that is named outside was approved as a setting.
 */
export async function findPlaceOutside(
  files: Pick<Files, 'resolveInside'>,
  root: string,
  folder: string,
): Promise<AuthorityRequest | undefined> {
  const name = relative(root, folder);
  if (name.split(sep)[0] === '..' || isAbsolute(name)) return undefined;
  try {
    const real = await files.resolveInside(root, folder);
    const inside = relative(await files.resolveInside(root, root), real);
    return inside.split(sep)[0]?.toLowerCase() === '.git' ? placeRequest(name, real) : undefined;
  } catch (error) {
    if (!isBatonError(error, 'FILE_OUTSIDE_ROOT')) throw error;
    const { leadsTo } = error.details;
    return placeRequest(name, typeof leadsTo === 'string' ? leadsTo : 'a place outside');
  }
}

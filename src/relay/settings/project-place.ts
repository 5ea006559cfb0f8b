import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { placeRequest } from '../../kernel/authority/index.ts';
import { DATA_DIR_IGNORE } from '../../kernel/data-dir.ts';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import type { AuthorityRequest, ClosablePlatform, Files, GitRepo, Platform } from '../../kernel/ports/index.ts';

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

/** Does something in the project of another folder: with the data dir, locks and settings of that one. */
export async function inProject<T>(
  { project, reopen }: Pick<Platform, 'project' | 'reopen'>,
  folder: string,
  work: (platform: ClosablePlatform) => Promise<T>,
): Promise<T> {
  const platform = await reopen({ root: resolve(project.folder, folder) });
  try {
    return await work(platform);
  } finally {
    await platform.close();
  }
}

/** The repository around the project; a command that cannot do without one fails here. */
export async function getRepo(platform: Pick<Platform, 'project'>): Promise<GitRepo> {
  const repo = await platform.project.findRepo();
  if (repo !== undefined) return repo;
  throw new BatonError('GIT_NOT_A_REPO', `${platform.project.root} is not in a git repository`, {
    root: platform.project.root,
  });
}

/**
 * To be called before anything is written to the data dir: git ignores the parts that belong to one machine from the
 * first write. A list that an older version wrote gets the lines it lacks.
 */
export async function hideDataDir({ files, project }: Pick<Platform, 'files' | 'project'>): Promise<void> {
  const path = join(project.dataDir, '.gitignore');
  const text = await files.findText(path);
  if (text !== undefined) {
    const known = new Set(text.split(/\r?\n/));
    const missing = DATA_DIR_IGNORE.split('\n').filter((line) => !known.has(line));
    // A list without its own name in it was written by a person, who decides what git sees.
    if (missing.length === 0 || !known.has('.gitignore')) return;
    return files.writeAtomic(path, `${text}${text.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`);
  }
  await files.createFolder(project.dataDir);
  try {
    await files.writeAtomic(path, DATA_DIR_IGNORE, { exclusive: true });
  } catch (error) {
    if (!isBatonError(error, 'FILE_EXISTS')) throw error;
  }
}

import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { placeRequest, settingRequest } from '../../kernel/authority/index.ts';
import {
  resolveConfig,
  type ConfigFile,
  type ConfigSources,
  type ResolvedConfig,
  type SettingKey,
} from '../../kernel/config/index.ts';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import { parseJson } from '../../kernel/json.ts';
import type {
  Authority,
  AuthorityRequest,
  ClosablePlatform,
  Files,
  GitRepo,
  Platform,
} from '../../kernel/ports/index.ts';

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

const MAX_CONFIG_BYTES = 1024 * 1024;

interface ConfigPlace {
  readonly files: Pick<Files, 'findText' | 'stat'>;
  readonly root: string;
  /** Of this user, outside every project; it need not exist. */
  readonly userFile: string;
  readonly authority: Pick<Authority, 'isApproved' | 'permit'>;
}

/** The settings in force: defaults, then the user's file, the project's as far as it may, the environment, flags. */
export async function readConfig(
  { files, root, userFile, authority }: ConfigPlace,
  above: Pick<ConfigSources, 'environment' | 'flags'>,
): Promise<ResolvedConfig> {
  const user = await findConfig(files, userFile, userFile);
  const file = await findConfig(files, join(root, CONFIG_FILE), CONFIG_FILE);
  const sources = { ...above, ...given({ user, file }) };
  const config = resolveConfig(sources);
  const approved = new Set<SettingKey>();
  for (const { key, withheld } of config.rows) {
    if (withheld === undefined) continue;
    if (await authority.permit(settingRequest(key, withheld, CONFIG_FILE))) approved.add(key);
  }
  const owner = await findOwner(files, root, config);
  return approved.size === 0 && owner === undefined
    ? config
    : resolveConfig({ ...sources, approved, ...given({ owner }) });
}

/** A data dir that this call names may be another project's: its rules are not left by calling from elsewhere. */
async function findOwner(
  files: Pick<Files, 'findText' | 'stat'>,
  root: string,
  { values, rows }: ResolvedConfig,
): Promise<ConfigFile | undefined> {
  const { origin } = rows.find(({ key }) => key === 'dataDir') ?? {};
  if (origin !== 'flag' && origin !== 'environment') return undefined;
  const owner = await findRoot(files, dirname(resolve(root, values.dataDir)));
  const path = join(owner, CONFIG_FILE);
  return owner === root ? undefined : await findConfig(files, path, path);
}

async function findConfig(
  files: Pick<Files, 'findText'>,
  path: string,
  shown: string,
): Promise<ConfigFile | undefined> {
  const text = await files.findText(path, { maxBytes: MAX_CONFIG_BYTES });
  return text === undefined ? undefined : { path: shown, content: parseConfig(text, shown) };
}

function parseConfig(text: string, shown: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new BatonError(
      'CONFIG_INVALID',
      `${shown}: ${reason}`,
      { path: shown, hint: `repair ${shown}, or remove it to use the defaults` },
      cause,
    );
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

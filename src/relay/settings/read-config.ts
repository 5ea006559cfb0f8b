import { given } from '../../kernel/given.ts';
import { dirname, join, resolve } from 'node:path';
import { settingRequest } from '../../kernel/authority/index.ts';
import {
  resolveConfig,
  type ConfigFile,
  type ConfigSources,
  type ResolvedConfig,
  type SettingKey,
} from '../../kernel/config/index.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import { parseJson } from '../../kernel/json.ts';
import type { Authority, Files } from '../../kernel/ports/index.ts';
import { CONFIG_FILE, findRoot } from './project-place.ts';

const MAX_CONFIG_BYTES = 1024 * 1024;

export interface ConfigPlace {
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

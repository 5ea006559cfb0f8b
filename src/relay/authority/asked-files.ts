import { join, resolve } from 'node:path';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, parseJson } from '../../kernel/json.ts';
import type { Files } from '../../kernel/ports/index.ts';
import { CONFIG_FILE } from '../settings/index.ts';

const MAX_BYTES = 4 * 1024 * 1024;
const DEFAULT_DATA_DIR = '.baton';

/**
 * SHA-256 of the files that can ask for anything, as they are: what BATON_APPROVED names. The data dir is the one the
 * project's file asks for, so that the same content has the same hash before and after it is approved.
 */
export async function hashAsked(files: Pick<Files, 'findText'>, root: string): Promise<string> {
  const config = await findText(files, join(root, CONFIG_FILE));
  const dataDir = resolve(root, findDataDir(config) ?? DEFAULT_DATA_DIR);
  const rows: [string, string | null][] = [[CONFIG_FILE, config === undefined ? null : sha256Hex(config)]];
  for (const name of ['agents.json', 'notify.yaml']) rows.push(await row(files, join(dataDir, name), name));
  for (const name of ['allow.json', 'pii-allowlist.json'])
    rows.push(await row(files, join(root, '.ai', 'handoff', name), name));
  return sha256Hex(canonicalJson(rows));
}

const row = async (files: Pick<Files, 'findText'>, path: string, name: string): Promise<[string, string | null]> => {
  const text = await findText(files, path);
  return [name, text === undefined ? null : sha256Hex(text)];
};

/** What cannot be read cannot ask for anything either. */
async function findText(files: Pick<Files, 'findText'>, path: string): Promise<string | undefined> {
  try {
    return await files.findText(path, { maxBytes: MAX_BYTES });
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return undefined;
  }
}

function findDataDir(config: string | undefined): string | undefined {
  try {
    const value = config === undefined ? undefined : parseJson(config);
    const dataDir = isJsonObject(value) ? value['dataDir'] : undefined;
    return typeof dataDir === 'string' ? dataDir : undefined;
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return undefined;
  }
}

import { join, relative, resolve } from 'node:path';
import { listAllowComments } from '../../kernel/authority/index.ts';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, parseJson } from '../../kernel/json.ts';
import type { AskedContent, Files } from '../../kernel/ports/index.ts';
import { HANDOFF_FOLDER } from '../../protocols/project/index.ts';
import { CONFIG_FILE, findPlaceOutside } from '../settings/index.ts';

type AskFiles = Pick<Files, 'findText' | 'list' | 'resolveInside'>;
type Row = readonly [source: string, sha256: string];

const MAX_BYTES = 5 * 1024 * 1024;
const DEFAULT_DATA_DIR = '.baton';

/**
 * What in a project can ask for anything, as it is: what BATON_APPROVED names. The data dir is the one the project's file
 * asks for, so that the same content has the same hash before and after it is approved.
 */
export async function readAskedContent(files: AskFiles, root: string): Promise<AskedContent> {
  const config = await findText(files, join(root, CONFIG_FILE));
  const dataDir = resolve(root, findDataDir(config) ?? DEFAULT_DATA_DIR);
  const place = await findPlaceOutside(files, root, dataDir);
  const rows: Row[] = [
    ...(config === undefined ? [] : [[CONFIG_FILE, sha256Hex(config)] as const]),
    ...(place === undefined ? [] : [[place.source, place.sha256] as const]),
  ];
  for (const name of ['agents.json', 'notify.yaml']) {
    const text = await findText(files, join(dataDir, name));
    if (text !== undefined) rows.push([relative(root, join(dataDir, name)), sha256Hex(text)]);
  }
  rows.push(...(await readAllowed(files, root)));
  return { sha256: sha256Hex(canonicalJson(rows)), sources: new Set(rows.map(([source]) => source)) };
}

/** Lists of what the guard lets pass, and the comments that do the same. */
async function readAllowed(files: AskFiles, root: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name } of await files.list(join(root, HANDOFF_FOLDER))) {
    const isList = name === 'allow.json' || name === 'pii-allowlist.json';
    if (!isList && !name.endsWith('.md')) continue;
    const text = await findText(files, join(root, HANDOFF_FOLDER, name));
    const lines = text === undefined || isList ? [] : listAllowComments(text);
    if (text !== undefined && (isList || lines.length > 0))
      rows.push([`${HANDOFF_FOLDER}/${name}`, sha256Hex(isList ? text : canonicalJson([...lines]))]);
  }
  return rows.sort(([a], [b]) => (a < b ? -1 : 1));
}

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

import { dirname, join } from 'node:path';
import { settingRequest } from '../../kernel/authority/index.ts';
import { resolveConfig, SETTING_KEYS, type SettingKey, type SettingValue } from '../../kernel/config/index.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import { parseJson, type Json } from '../../kernel/json.ts';
import { findNearest } from '../../kernel/nearest.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { CONFIG_FILE } from '../settings/index.ts';
import { setMember } from '../setup/index.ts';

export interface SetSettingRequest {
  readonly key: string;
  /** As typed. */
  readonly value: string;
  /** Into the file of this user instead of the project's. */
  readonly forUser: boolean;
  readonly dryRun: boolean;
}

export interface SetSettingResult {
  readonly key: SettingKey;
  readonly value: SettingValue;
  readonly path: string;
}

/** Writes a setting. What a person sets here is approved by that act; a value that no file may hold is refused. */
export async function setSetting(
  platform: Pick<Platform, 'facts' | 'files' | 'project'>,
  request: SetSettingRequest,
): Promise<SetSettingResult> {
  const { facts, files, project } = platform;
  if (project.authority.isRun)
    throw new BatonError('APPROVAL_NEEDS_PERSON', 'a run cannot change settings', {
      hint: 'let a person run this command',
    });
  const key = getKey(request.key);
  const path = request.forUser ? join(facts.configFolder, 'config.json') : join(project.root, CONFIG_FILE);
  // Parsed as a flag would be, so that a wrong value fails before anything is written.
  const value = resolveConfig({ environment: {}, flags: { [key]: request.value } }).values[key];
  const before = await files.findText(path);
  const text = setMember(before, findPath(before, key), value as Json);
  resolveConfig({ environment: {}, flags: {}, file: { path, content: parseJson(text) } });
  if (request.dryRun) return { key, value, path };
  if (request.forUser) await files.createFolder(dirname(path));
  await files.writeAtomic(path, text, request.forUser ? { mode: 0o600 } : {});
  if (!request.forUser) await project.authority.approve([settingRequest(key, value, CONFIG_FILE)], 'config set');
  return { key, value, path };
}

function getKey(key: string): SettingKey {
  const known = SETTING_KEYS.find((candidate) => candidate === key);
  if (known !== undefined) return known;
  const near = findNearest(key, SETTING_KEYS);
  throw new BatonError(
    'INPUT_INVALID',
    `there is no setting ${key}${near === undefined ? '' : `; did you mean ${near}?`}`,
    { key, hint: 'run baton config for the list' },
  );
}

/** `delegation.maxDepth` is written as one name or as nested groups; a file keeps its form. */
function findPath(text: string | undefined, key: SettingKey): readonly string[] {
  const value = text === undefined || text.trim() === '' ? {} : parseJson(text);
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? [key] : key.split('.');
}

import { join } from 'node:path';
import { isBatonError } from '../../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../kernel/json.ts';
import type { Platform } from '../../../kernel/ports/index.ts';

const MAX_BYTES = 1024 * 1024;

/** A JSON object in the root of the project, such as `aahp.config.json`; undefined if it is not there or no object. */
export async function findRootObject(
  { files, project }: Pick<Platform, 'files' | 'project'>,
  name: string,
): Promise<JsonObject | undefined> {
  const text = await files.findText(join(project.root, name), { maxBytes: MAX_BYTES });
  try {
    const value = text === undefined ? undefined : parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (isBatonError(error)) return undefined;
    throw error;
  }
}

/** `owner/name` on GitHub, from package.json or the remote. */
export async function readRepoName(
  { project }: Pick<Platform, 'project'>,
  pkg: JsonObject | undefined,
): Promise<string> {
  const field = pkg?.['repository'];
  const stated = isJsonObject(field) ? field['url'] : field;
  const repo = await project.findRepo();
  const remote =
    repo === undefined
      ? ''
      : (await repo.run(['config', '--get', 'remote.origin.url'], { okCodes: [1] })).stdout.toString();
  return findName(typeof stated === 'string' ? stated : '') ?? findName(remote.trim()) ?? 'unknown';
}

const findName = (url: string): string | undefined => /github\.com[/:]([^/\s]+\/[^/.\s]+)(?:\.git)?$/.exec(url)?.[1];

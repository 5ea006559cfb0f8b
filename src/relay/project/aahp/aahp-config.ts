import { join } from 'node:path';
import { isBatonError } from '../../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../../kernel/json.ts';
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

const MAX_SITE_BYTES = 2 * 1024 * 1024;

interface VersionVerdict {
  readonly status: 'pass' | 'fail' | 'skip';
  readonly reason: string;
}

/** The version of package.json has to occur in every file that `versionSites` names, as often as it asks for. */
export async function checkVersions(
  platform: Pick<Platform, 'files' | 'project'>,
  value: Json | undefined,
): Promise<VersionVerdict> {
  const sites = Array.isArray(value) ? value.filter(isJsonObject) : [];
  if (sites.length === 0) return { status: 'skip', reason: 'no versionSites configured' };
  const version = (await findRootObject(platform, 'package.json'))?.['version'];
  if (typeof version !== 'string' || version === '') return { status: 'skip', reason: 'no version in package.json' };
  const faults: string[] = [];
  for (const site of sites) faults.push(...(await checkSite(platform, site, version)));
  return faults.length === 0
    ? { status: 'pass', reason: `${version} is in all ${sites.length} version site(s)` }
    : { status: 'fail', reason: faults.join('; ') };
}

async function checkSite(
  { files, project }: Pick<Platform, 'files' | 'project'>,
  { file, minOccurrences, boundary }: JsonObject,
  version: string,
): Promise<string[]> {
  if (typeof file !== 'string' || file === '') return ['a version site names no file'];
  const wanted = typeof minOccurrences === 'number' ? minOccurrences : 1;
  const text = await findSiteText(files, join(project.root, file));
  if (text === undefined) return [`${file} not found`];
  const found = countVersion(text, version, boundary === true);
  return found >= wanted ? [] : [`${file} has ${version} ${found} time(s), not ${wanted}`];
}

async function findSiteText(files: Platform['files'], path: string): Promise<string | undefined> {
  try {
    return await files.findText(path, { maxBytes: MAX_SITE_BYTES });
  } catch (error) {
    if (isBatonError(error)) return undefined;
    throw error;
  }
}

const isEdge = (character: string | undefined): boolean => character === undefined || !/\w/.test(character);

/** With `isWhole`, 3.3.0 is not found in 3.3.09. */
function countVersion(text: string, version: string, isWhole: boolean): number {
  let count = 0;
  for (let at = text.indexOf(version); at !== -1; at = text.indexOf(version, at + version.length))
    if (!isWhole || (isEdge(text[at - 1]) && isEdge(text[at + version.length]))) count += 1;
  return count;
}

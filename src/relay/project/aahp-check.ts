import { join } from 'node:path';
import { isBatonError } from '../../kernel/errors/index.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../kernel/json.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import { findBrokenLinks, findForbidden } from '../../protocols/project/index.ts';
import { findHandoff } from './folder/read-handoff.ts';

export interface GateResult {
  readonly id: string;
  readonly status: 'pass' | 'fail' | 'skip';
  readonly reason: string;
}

const MAX_CONFIG_BYTES = 1024 * 1024;

/**
 * The gates of the public tool's `check` that concern handoffs: links in handoff files and documents, forbidden
 * patterns, and the manifest. The gates of its own releases do not apply here.
 */
export async function aahpCheck(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
): Promise<readonly GateResult[]> {
  const config = await readConfig(platform);
  const handoff = await findHandoff(platform);
  const texts = new Map(
    [...(handoff?.files.values() ?? [])].flatMap(({ name, text }) =>
      text !== undefined && name.endsWith('.md') ? [[`.ai/handoff/${name}`, text] as const] : [],
    ),
  );
  return [
    ...['changelog', 'changelog-format', 'version-sync', 'claims', 'schema-doc-sync'].map((id) => ({
      id,
      status: 'skip' as const,
      reason: 'a gate of releases; not part of handoffs',
    })),
    checkPatterns(config['forbiddenPatterns'], texts),
    await checkLinks(platform, texts),
    handoff === undefined
      ? { id: 'handoff', status: 'skip', reason: 'no .ai/handoff' }
      : handoff.manifest === undefined
        ? { id: 'handoff', status: 'fail', reason: handoff.manifestFault?.message ?? 'MANIFEST.json not found' }
        : { id: 'handoff', status: 'pass', reason: `${handoff.files.size} files, manifest in shape` },
  ];
}

/** What the first layer of the public tool's `verify` asks of the manifest: it is there, and every sum in it is right. */
export async function aahpIntegrity(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>,
): Promise<readonly string[]> {
  const handoff = await findHandoff(platform);
  if (handoff?.manifestText === undefined) return ['MANIFEST.json not found'];
  const value = findJson(handoff.manifestText);
  if (value === undefined) return ['MANIFEST.json could not be read'];
  const listed = isJsonObject(value['files']) ? Object.entries(value['files']) : [];
  return listed.flatMap(([name, entry]) => {
    const file = handoff.files.get(name);
    if (file === undefined) return [`${name} is in MANIFEST.json but not in the folder`];
    const sum = isJsonObject(entry) ? entry['checksum'] : undefined;
    return sum === file.checksum ? [] : [`checksum mismatch: ${name}`];
  });
}

function findJson(text: string): JsonObject | undefined {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (isBatonError(error)) return undefined;
    throw error;
  }
}

async function readConfig({ files, project }: Pick<Platform, 'files' | 'project'>): Promise<JsonObject> {
  const text = await files.findText(join(project.root, 'aahp.config.json'), { maxBytes: MAX_CONFIG_BYTES });
  return text === undefined ? {} : (findJson(text) ?? {});
}

function checkPatterns(value: Json | undefined, texts: ReadonlyMap<string, string>): GateResult {
  const id = 'forbidden-patterns';
  const rows = Array.isArray(value) ? value.filter(isJsonObject) : [];
  if (rows.length === 0) return { id, status: 'skip', reason: 'not configured' };
  const patterns = rows.flatMap((row) => {
    const { pattern, message } = row;
    return typeof pattern === 'string' ? [{ pattern, message: typeof message === 'string' ? message : pattern }] : [];
  });
  const [first, ...more] = findForbidden(texts, patterns);
  return first === undefined
    ? { id, status: 'pass', reason: `${patterns.length} patterns, none found` }
    : { id, status: 'fail', reason: `${first}${more.length === 0 ? '' : ` and ${more.length} more`}` };
}

/** Links to files of the repository have to lead somewhere. */
async function checkLinks(
  { files, project }: Pick<Platform, 'files' | 'project'>,
  texts: ReadonlyMap<string, string>,
): Promise<GateResult> {
  const id = 'doc-links';
  const links = findBrokenLinks(texts);
  const broken: string[] = [];
  for (const { file, line, target } of links) {
    if ((await files.stat(join(project.root, target))) === undefined) broken.push(`${file}:${line} ${target}`);
  }
  const [first] = broken;
  return first === undefined
    ? { id, status: 'pass', reason: `${links.length} links` }
    : { id, status: 'fail', reason: `${first}${broken.length === 1 ? '' : ` and ${broken.length - 1} more`}` };
}

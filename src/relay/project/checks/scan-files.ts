import type { Finding } from '../../../kernel/finding.ts';
import { sha256Hex } from '../../../kernel/hash.ts';
import { isJsonObject, type Json } from '../../../kernel/json.ts';
import type { AllowList, Scanner, Platform } from '../../../kernel/ports/index.ts';
import { VERSION } from '../../../kernel/version.ts';
import { HANDOFF_FOLDER } from '../../../protocols/project/index.ts';
import { readCached, writeCached } from '../folder/project-cache.ts';

const CACHE = 'guard';
const ALLOW_FILES = ['allow.json', 'pii-allowlist.json'] as const;

export interface ScannedFile {
  readonly name: string;
  readonly text: string;
}

/**
 * The guard on handoff files: findings by file name; what reviewed lists allow is left out, faults of the lists are not.
 * `everything` is for what is shown to agents: a limit on what is listed must not decide what is withheld.
 */
export async function scanFiles(
  platform: Pick<Platform, 'clock' | 'project' | 'scanner'>,
  scanned: readonly ScannedFile[],
  all: ReadonlyMap<string, string>,
  extent: 'listed' | 'everything' = 'listed',
): Promise<Finding[]> {
  const scanner = await platform.scanner();
  const allow = readAllowLists(platform, scanner, all);
  return [
    ...allow.flatMap(({ findings }) => findings),
    ...scanned.flatMap(({ name, text }) =>
      scanner.scan(text, {
        file: `${HANDOFF_FOLDER}/${name}`,
        model: platform.project.settings.values.guardModel === 'on',
        allow,
        all: extent === 'everything',
        inlineAllows: true,
      }),
    ),
  ];
}

const readAllowLists = (
  platform: Pick<Platform, 'clock'>,
  scanner: Scanner,
  all: ReadonlyMap<string, string>,
): AllowList[] =>
  ALLOW_FILES.flatMap((name) => {
    const text = all.get(name);
    const options = { file: `${HANDOFF_FOLDER}/${name}`, nowMs: platform.clock.now() };
    return text === undefined ? [] : [scanner.parseAllowList(text, options)];
  });

/**
 * The same, remembered between calls outside the repository: at the start of every session the files are mostly those
 * of the last one, and the guard's tables cost more than everything else there. What is asked for beside the files has a
 * slot of its own.
 */
export async function scanFilesCached(
  platform: Pick<Platform, 'clock' | 'facts' | 'files' | 'project' | 'scanner'>,
  scanned: readonly ScannedFile[],
  all: ReadonlyMap<string, string>,
  slot = '',
): Promise<readonly Finding[]> {
  const key = cacheKey(platform, scanned, all);
  const known = parseCached(await readCached(platform, CACHE, slot), key);
  if (known !== undefined) return known;
  const findings = await scanFiles(platform, scanned, all, 'everything');
  await writeCached(platform, CACHE, { key, findings }, slot);
  return findings;
}

/** Lists expire by the day, so the day is part of what was asked. */
function cacheKey(
  platform: Pick<Platform, 'clock' | 'project'>,
  scanned: readonly ScannedFile[],
  all: ReadonlyMap<string, string>,
): string {
  const lists = ALLOW_FILES.map((name) => all.get(name) ?? null);
  const day = lists.some((list) => list !== null) ? Math.floor(platform.clock.now() / 86_400_000) : 0;
  return sha256Hex(JSON.stringify([VERSION, platform.project.settings.values.guardModel, day, lists, scanned]));
}

function parseCached(value: Json | undefined, key: string): readonly Finding[] | undefined {
  if (!isJsonObject(value) || value['key'] !== key || !Array.isArray(value['findings'])) return undefined;
  return value['findings'].every(isFinding) ? value['findings'] : undefined;
}

const isFinding = (value: unknown): value is Finding => {
  if (typeof value !== 'object' || value === null) return false;
  const has = (name: string, type: string): boolean => typeof Reflect.get(value, name) === type;
  return (
    ['rule', 'kind', 'severity', 'excerpt', 'message', 'hint'].every((name) => has(name, 'string')) &&
    ['line', 'column', 'endLine', 'endColumn'].every((name) => has(name, 'number'))
  );
};

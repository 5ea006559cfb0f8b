import { allowCommentsRequest, allowListRequest, listAllowComments } from '../../../kernel/authority/index.ts';
import type { Finding } from '../../../kernel/finding.ts';
import { given } from '../../../kernel/given.ts';
import { sha256Hex } from '../../../kernel/hash.ts';
import { isJsonObject, type Json } from '../../../kernel/json.ts';
import type { AllowList, Scanner, Platform } from '../../../kernel/ports/index.ts';
import { VERSION } from '../../../kernel/version.ts';
import { HANDOFF_FOLDER } from '../../../protocols/project/index.ts';
import { readCached, writeCached } from '../folder/known-files.ts';

const CACHE = 'guard';
const ALLOW_FILES = ['allow.json', 'pii-allowlist.json'] as const;

/** How often a list or a comment quieted the guard. */
export interface AllowTally {
  allowed: number;
}

export interface ScannedFile {
  readonly name: string;
  readonly text: string;
}

/**
 * The guard on handoff files: findings by file name; what reviewed lists allow is left out, faults of the lists are not.
 * `everything` is for what is shown to agents: a limit on what is listed must not decide what is withheld, and no list
 * or comment of the repository does before a person approved it.
 */
export async function scanFiles(
  platform: Pick<Platform, 'clock' | 'project' | 'scanner'>,
  scanned: readonly ScannedFile[],
  all: ReadonlyMap<string, string>,
  extent: 'listed' | 'everything' = 'listed',
  tally?: AllowTally,
): Promise<Finding[]> {
  const scanner = await platform.scanner();
  const isShown = extent === 'everything';
  const trusted = isShown ? await findTrusted(platform, scanned, all) : undefined;
  const lists = readAllowLists(platform, scanner, all);
  const allow = lists.filter(({ name }) => trusted === undefined || trusted.has(name)).map(({ list }) => list);
  const isTrusted = (name: string): boolean => trusted === undefined || trusted.has(name);
  return [
    ...lists.flatMap(({ list }) => list.findings),
    ...scanned.flatMap(({ name, text }) =>
      scanner.scan(text, {
        file: `${HANDOFF_FOLDER}/${name}`,
        model: platform.project.settings.values.guardModel === 'on',
        allow,
        all: isShown,
        inlineAllows: isTrusted(name),
        ...given({ onAllowed: tally && (() => void (tally.allowed += 1)) }),
      }),
    ),
  ];
}

const readAllowLists = (
  platform: Pick<Platform, 'clock'>,
  scanner: Scanner,
  all: ReadonlyMap<string, string>,
): { readonly name: string; readonly list: AllowList }[] =>
  ALLOW_FILES.flatMap((name) => {
    const text = all.get(name);
    const options = { file: `${HANDOFF_FOLDER}/${name}`, nowMs: platform.clock.now() };
    return text === undefined ? [] : [{ name, list: scanner.parseAllowList(text, options) }];
  });

/** Lists, and files with comments, that a person approved as they are. The others are named once. */
async function findTrusted(
  { project: { authority } }: Pick<Platform, 'project'>,
  scanned: readonly ScannedFile[],
  all: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const trusted = new Set<string>();
  for (const name of ALLOW_FILES) {
    const text = all.get(name);
    const isApproved =
      text !== undefined && (await authority.permit(allowListRequest(`${HANDOFF_FOLDER}/${name}`, text)));
    if (isApproved) trusted.add(name);
  }
  for (const { name, text } of scanned) {
    const lines = listAllowComments(text);
    if (lines.length > 0 && (await authority.permit(allowCommentsRequest(`${HANDOFF_FOLDER}/${name}`, lines))))
      trusted.add(name);
  }
  return trusted;
}

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
  const key = cacheKey(platform, scanned, all, await findTrusted(platform, scanned, all));
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
  trusted: ReadonlySet<string>,
): string {
  const lists = ALLOW_FILES.map((name) => all.get(name) ?? null);
  const day = lists.some((list) => list !== null) ? Math.floor(platform.clock.now() / 86_400_000) : 0;
  return sha256Hex(
    JSON.stringify([VERSION, platform.project.settings.values.guardModel, day, lists, [...trusted], scanned]),
  );
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

import { allowCommentsRequest, allowListRequest, listAllowComments } from '../../../kernel/authority/index.ts';
import type { Finding } from '../../../kernel/finding.ts';
import { given } from '../../../kernel/given.ts';
import { sha256Hex } from '../../../kernel/hash.ts';
import { isJsonObject, type Json } from '../../../kernel/json.ts';
import type { AllowList, Scanner, Platform } from '../../../kernel/ports/index.ts';
import { dayOf } from '../../../kernel/time.ts';
import { VERSION } from '../../../kernel/version.ts';
import { ARCHIVE_FILE, HANDOFF_FOLDER } from '../../../protocols/project/index.ts';
import { readCached, writeCached } from '../folder/known-files.ts';
import { describeEntries, scanGrown } from './grown-archive.ts';

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
  const { ofLists, scan } = await openGuard(platform, scanned, all, extent, tally);
  return [...ofLists, ...scanned.flatMap(scan)];
}

interface OpenGuard {
  /** Faults of the allow lists. */
  readonly ofLists: readonly Finding[];
  scan(file: ScannedFile): readonly Finding[];
}

async function openGuard(
  platform: Pick<Platform, 'clock' | 'project' | 'scanner'>,
  scanned: readonly ScannedFile[],
  all: ReadonlyMap<string, string>,
  extent: 'listed' | 'everything',
  tally?: AllowTally,
): Promise<OpenGuard> {
  const scanner = await platform.scanner();
  const isShown = extent === 'everything';
  const trusted = isShown ? await findTrusted(platform, scanned, all) : undefined;
  const lists = readAllowLists(platform, scanner, all);
  const isTrusted = (name: string): boolean => trusted === undefined || trusted.has(name);
  const options = {
    model: platform.project.settings.values.guardModel === 'on',
    allow: lists.filter(({ name }) => isTrusted(name)).map(({ list }) => list),
    all: isShown,
    ...given({ onAllowed: tally && (() => void (tally.allowed += 1)) }),
  };
  return {
    ofLists: lists.flatMap(({ list }) => list.findings),
    scan: ({ name, text }) =>
      scanner.scan(text, { ...options, file: `${HANDOFF_FOLDER}/${name}`, inlineAllows: isTrusted(name) }),
  };
}

const readAllowLists = (
  platform: Pick<Platform, 'clock'>,
  scanner: Scanner,
  all: ReadonlyMap<string, string>,
): { readonly name: string; readonly list: AllowList }[] =>
  ALLOW_FILES.flatMap((name) => {
    const text = all.get(name);
    if (text === undefined) return [];
    const options = { file: `${HANDOFF_FOLDER}/${name}`, nowMs: dayOf(platform.clock) };
    return [{ name, list: scanner.parseAllowList(text, options) }];
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

const cacheKey = (
  platform: Pick<Platform, 'clock' | 'project'>,
  scanned: readonly ScannedFile[],
  all: ReadonlyMap<string, string>,
  trusted: ReadonlySet<string>,
): string => sha256Hex(JSON.stringify([...describeGuard(platform, all), [...trusted], scanned]));

/** What decides, beside a text, what is found in it. Lists expire by the day, so the day is part of it. */
function describeGuard(
  { clock, project }: Pick<Platform, 'clock' | 'project'>,
  all: ReadonlyMap<string, string>,
): readonly Json[] {
  const lists = ALLOW_FILES.map((name) => all.get(name) ?? null);
  const day = lists.some((list) => list !== null) ? dayOf(clock) : 0;
  return [VERSION, project.settings.values.guardModel, day, lists];
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

/** What the guard needs to know texts again that it has read. */
export type Guarding = Pick<Platform, 'clock' | 'facts' | 'files' | 'project' | 'scanner'>;

const RESULTS = 'guard-results';
/** So many texts are remembered, those that were seen last. */
const MAX_RESULTS = 200;

type Results = ReadonlyMap<string, readonly Finding[]>;

/**
 * `scanFiles` for what a session finds and writes: between its commands hardly any file changes, and a text that was read
 * is not read again. What was found is believed only under the mark of this installation: nothing that comes with a
 * project can say that a text is clean.
 */
export async function scanChangedFiles(
  platform: Guarding,
  scanned: readonly ScannedFile[],
  all: ReadonlyMap<string, string>,
): Promise<Finding[]> {
  const described = describeGuard(platform, all);
  const keyOf = (...what: readonly string[]): string => sha256Hex(JSON.stringify([described, ...what]));
  const files = scanned.map((file) => ({ file, key: keyOf(file.name, file.text) }));
  const before = await readResults(platform);
  const hasLists = ALLOW_FILES.some((name) => all.has(name));
  const isKnown = files.every(({ key }) => before.has(key));
  // Reading the guard itself costs more than anything else in a short command.
  const guard = isKnown && !hasLists ? undefined : await openGuard(platform, scanned, all, 'listed');
  const find = (...key: readonly string[]): readonly Finding[] | undefined => before.get(keyOf(...key));
  const scan = (file: ScannedFile): readonly Finding[] =>
    (file.name === ARCHIVE_FILE
      ? scanGrown(file.text, find, (text) => guard?.scan({ ...file, text }) ?? [])
      : undefined) ??
    guard?.scan(file) ??
    [];
  const results = new Map(files.map(({ file, key }) => [key, before.get(key) ?? scan(file)]));
  const found = [...(guard?.ofLists ?? []), ...[...results.values()].flat()];
  if (isKnown) return found;
  const archive = files.find(({ file }) => file.name === ARCHIVE_FILE);
  const entries = archive && describeEntries(archive.file.text, results.get(archive.key) ?? []);
  if (entries !== undefined) results.set(keyOf(...entries.key), entries.findings);
  await keepResults(platform, [...new Map([...results, ...before])].slice(0, MAX_RESULTS));
  return found;
}

async function readResults({ facts, files, project }: Guarding): Promise<Results> {
  const value = await readCached({ facts, files, project }, RESULTS);
  if (!isJsonObject(value)) return new Map();
  const { results, mark } = value;
  if (typeof results !== 'string' || typeof mark !== 'string') return new Map();
  const isOurs = await project.authority.seals.isOurs(RESULTS, sealedResults(project, results), mark);
  return isOurs ? new Map<string, readonly Finding[]>(JSON.parse(results)) : new Map();
}

async function keepResults(
  platform: Guarding,
  kept: readonly (readonly [string, readonly Finding[]])[],
): Promise<void> {
  const results = JSON.stringify(kept);
  const mark = await platform.project.authority.seals.seal(RESULTS, sealedResults(platform.project, results));
  if (mark !== undefined) await writeCached(platform, RESULTS, { results, mark });
}

const sealedResults = ({ root }: Platform['project'], results: string): string => `${root}\n${results}`;

import { join } from 'node:path';
import { isBatonError } from '../../../kernel/errors/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { findForbidden, findLinks, type ForbiddenRule } from '../../../protocols/project/public/index.ts';
import { HANDOFF_FOLDER } from '../../../protocols/project/index.ts';
import { findHandoff } from '../folder/read-handoff.ts';
import { checkVersions, findRootObject, readRepoName } from './aahp-config.ts';

export interface GateResult {
  readonly id: string;
  readonly status: 'pass' | 'fail' | 'skip';
  readonly reason: string;
}

export interface GateRun {
  readonly repo: string;
  readonly gates: readonly GateResult[];
}

type Seen = Pick<Platform, 'clock' | 'disk' | 'files' | 'project'>;

const RELEASE_GATES = ['changelog', 'changelog-format', 'claims', 'schema-doc-sync'] as const;
const GATES = [
  'changelog',
  'changelog-format',
  'version-sync',
  'claims',
  'forbidden-patterns',
  'schema-doc-sync',
  'doc-links',
  'handoff',
];
const MAX_TEXT_BYTES = 2 * 1024 * 1024;

/**
 * The gates of the public tool's `check` that concern handoffs: links, forbidden patterns, versions, and the manifest.
 * Those of its own releases are skipped. A gate that is not configured is skipped, as there.
 */
export async function aahpCheck(platform: Seen): Promise<GateRun> {
  const config = (await findRootObject(platform, 'aahp.config.json')) ?? {};
  const gates: GateResult[] = [];
  for (const id of GATES) {
    const { status, reason } = isSelected(config, id)
      ? await runGate(platform, config, id)
      : { status: 'skip' as const, reason: 'deselected by config.check' };
    gates.push({ id, status, reason });
  }
  return { repo: await readRepoName(platform, await findRootObject(platform, 'package.json')), gates };
}

function isSelected(config: JsonObject, id: string): boolean {
  const choice = isJsonObject(config['check']) ? config['check'] : {};
  const { only, skip } = choice;
  return (!Array.isArray(only) || only.includes(id)) && !(Array.isArray(skip) && skip.includes(id));
}

type Judgement = Omit<GateResult, 'id'>;

const skipped = (reason: string): Judgement => ({ status: 'skip', reason });

async function runGate(platform: Seen, config: JsonObject, id: string): Promise<Judgement> {
  if (RELEASE_GATES.some((name) => name === id)) return skipped('a gate of releases; not part of handoffs');
  if (id === 'version-sync') return checkVersions(platform, config['versionSites']);
  if (id === 'forbidden-patterns') return checkPatterns(platform, config['forbiddenPatterns']);
  return id === 'doc-links' ? checkLinks(platform, config['docLinks']) : checkManifest(platform);
}

async function checkManifest(platform: Seen): Promise<Judgement> {
  const handoff = await findHandoff(platform);
  if (handoff?.manifestText === undefined) return skipped('not applicable here: no MANIFEST.json');
  return handoff.manifest === undefined
    ? { status: 'fail', reason: handoff.manifestFault?.message ?? 'MANIFEST.json cannot be read' }
    : { status: 'pass', reason: `${handoff.files.size} files, manifest in shape` };
}

const TEXT_FILES = ['md', 'mjs', 'js', 'json', 'sh', 'bash', 'bats', 'yml', 'yaml', 'txt'].map((end) => `*.${end}`);

async function checkPatterns(platform: Seen, value: Json | undefined): Promise<Judgement> {
  const rules = Array.isArray(value) ? value.filter(isJsonObject) : [];
  if (rules.length === 0) return skipped('not configured');
  const found: string[] = [];
  for (const rule of rules) {
    const { include, exclude } = rule;
    const texts = await readTracked(platform, readWords(include) ?? TEXT_FILES, readWords(exclude) ?? []);
    if (texts === undefined)
      return { status: 'fail', reason: 'not in a git work tree: there are no tracked files to look at' };
    found.push(...findForbidden(texts, readRule(rule)));
  }
  return summarise(found, `${rules.length} rule(s), no matches`);
}

function readRule(rule: JsonObject): ForbiddenRule {
  const text = (name: string, otherwise: string): string => {
    const value = rule[name];
    return typeof value === 'string' ? value : otherwise;
  };
  return {
    id: text('id', '(unnamed)'),
    pattern: text('pattern', ''),
    flags: text('flags', ''),
    message: text('message', 'forbidden pattern'),
  };
}

const readWords = (value: Json | undefined): string[] | undefined =>
  Array.isArray(value) && value.length > 0 ? value.filter((word) => typeof word === 'string') : undefined;

const DOCUMENTS = ['README.md', 'CLAUDE.md', 'CONTRIBUTING.md', `${HANDOFF_FOLDER}/*.md`];

/** Links to files of the repository have to lead somewhere. Without configuration they are told, and nothing more. */
async function checkLinks(platform: Seen, value: Json | undefined): Promise<Judgement> {
  const include = isJsonObject(value) ? (readWords(value['include']) ?? DOCUMENTS) : [`${HANDOFF_FOLDER}/*.md`];
  const links = findLinks((await readTracked(platform, include, [])) ?? new Map());
  const broken: string[] = [];
  for (const { file, line, target } of links) {
    if ((await platform.files.stat(join(platform.project.root, target))) === undefined)
      broken.push(`${file}:${line} broken link to ${target}`);
  }
  if (isJsonObject(value)) return summarise(broken, `${links.length} internal file link(s) resolve`);
  return skipped(broken.length === 0 ? 'not configured' : `not configured; ${summarise(broken, '').reason}`);
}

const summarise = ([first, ...more]: readonly string[], fine: string): Judgement =>
  first === undefined
    ? { status: 'pass', reason: fine }
    : { status: 'fail', reason: `${first}${more.length === 0 ? '' : ` and ${more.length} more`}` };

/** Texts of tracked files by their path below the root; undefined outside a work tree. */
async function readTracked(
  { files, project }: Seen,
  include: readonly string[],
  exclude: readonly string[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const repo = await project.findRepo();
  if (repo?.top === undefined) return undefined;
  const list = async (specs: readonly string[]): Promise<string[]> =>
    (await repo.run(['ls-files', '-z', '--', ...specs], { cwd: project.root })).stdout
      .toString()
      .split('\0')
      .filter((name) => name !== '');
  const left = new Set(exclude.length === 0 ? [] : await list(exclude));
  const texts = new Map<string, string>();
  for (const name of (await list(include)).filter((each) => !left.has(each))) {
    const text = await findPlainText(files, join(project.root, name));
    if (text !== undefined) texts.set(name, text);
  }
  return texts;
}

/** A file that is gone, too large or no text has nothing to say here; a symlink is not followed. */
async function findPlainText(files: Platform['files'], path: string): Promise<string | undefined> {
  if ((await files.stat(path))?.kind !== 'file') return undefined;
  try {
    return await files.findText(path, { maxBytes: MAX_TEXT_BYTES });
  } catch (error) {
    if (isBatonError(error)) return undefined;
    throw error;
  }
}

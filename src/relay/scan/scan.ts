/** Scans files, staged content or given text with the guard. Reads only. */
import { given } from '../../kernel/given.ts';
import { relative, resolve } from 'node:path';
import { allowListRequest } from '../../kernel/authority/index.ts';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import { compareFindings, type Finding, type FindingKind, type Severity } from '../../kernel/finding.ts';
import type { AllowList, GitRepo, Scanner, Platform } from '../../kernel/ports/index.ts';
import { decodeText } from './decode-text.ts';

/** What a scan looks for, and which exceptions count. */
export interface ScanRequest {
  readonly kinds?: readonly FindingKind[];
  /** Off leaves the model out whatever the setting says. */
  readonly model?: boolean;
  /** For what people keep in a repository, and what they hand to the command themselves. */
  readonly inlineAllows?: boolean;
  /** For a person who checks a repository by its own lists. Otherwise they count only if somebody approved them. */
  readonly repositoryLists?: boolean;
}

/** What a scan found. */
export interface ScanReport {
  readonly findings: readonly Finding[];
  /** How many texts were looked at. */
  readonly scanned: number;
}

/** No file is read further than this; anything after it is a finding. */
export const MAX_SCAN_BYTES = 256 * 1024 * 1024;

const HANDOFF_FOLDER = '.ai/handoff';
const ALLOW_FILES = ['allow.json', 'pii-allowlist.json'];

/** Scans texts with the lists of this project and the settings in force. */
export interface TextScanner {
  scanText(text: string, file?: string): readonly Finding[];
  /** The same without the model, whatever the setting says. */
  scanByRules(text: string): readonly Finding[];
  /** Whatever kinds were asked for. */
  findSecrets(text: string): readonly Finding[];
  /** About the allow lists themselves. */
  readonly listFindings: readonly Finding[];
  /** There are lists: what was found may have been let pass. */
  readonly hasLists: boolean;
}

export async function prepareScan(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'scanner'>,
  request: ScanRequest,
): Promise<TextScanner> {
  const scanner = await platform.scanner();
  const allow = await readAllowLists(platform, scanner, request.repositoryLists === true);
  const model = request.model ?? platform.project.settings.values.guardModel === 'on';
  const inlineAllows = request.inlineAllows === true;
  const { kinds } = request;
  return {
    listFindings: allow.flatMap((list) => list.findings),
    hasLists: allow.length > 0,
    findSecrets: (text) => scanner.scan(text, { kinds: ['secret'], allow }),
    scanText: (text, file) => scanner.scan(text, { allow, model, inlineAllows, ...given({ kinds, file }) }),
    scanByRules: (text) => scanner.scan(text, { allow, model: false, inlineAllows, ...given({ kinds }) }),
  };
}

/** The project's reviewed lists; those that are not there are no lists. */
async function readAllowLists(
  platform: Pick<Platform, 'clock' | 'files' | 'project'>,
  scanner: Scanner,
  isRepositoryTrusted: boolean,
): Promise<AllowList[]> {
  const { authority } = platform.project;
  const lists: AllowList[] = [];
  for (const name of ALLOW_FILES) {
    const text = await platform.files.findText(resolve(platform.project.root, HANDOFF_FOLDER, name));
    if (text === undefined) continue;
    const file = `${HANDOFF_FOLDER}/${name}`;
    if (isRepositoryTrusted || (await authority.permit(allowListRequest(file, text))))
      lists.push(scanner.parseAllowList(text, { file, nowMs: platform.clock.now() }));
  }
  return lists;
}

/** Looks for injections, secrets and personal data in files and folders. */
export async function scanFiles(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'scanner'>,
  paths: readonly string[],
  request: ScanRequest,
): Promise<ScanReport> {
  const scanner = await prepareScan(platform, request);
  const findings: Finding[] = [...scanner.listFindings];
  for (const path of paths) findings.push(...(await scanFile(platform, scanner, path)));
  return { findings: findings.toSorted(compareFindings), scanned: paths.length };
}

async function scanFile(
  platform: Pick<Platform, 'files' | 'project'>,
  scanner: TextScanner,
  path: string,
): Promise<readonly Finding[]> {
  const full = resolve(platform.project.folder, path);
  const name = maskName(scanner, showPath(platform, full));
  try {
    const bytes = await platform.files.readBytes(full, { maxBytes: MAX_SCAN_BYTES });
    return [...name.findings, ...scanBytes(scanner, bytes, name.shown)];
  } catch (error) {
    if (!isBatonError(error)) throw error;
    const message = name.findings.length === 0 ? error.message : `${name.shown} cannot be read`;
    if (error.code === 'INPUT_TOO_LARGE') return [...name.findings, notScanned(name.shown, message, 'warning')];
    throw name.findings.length === 0 ? error : new BatonError(error.code, message, { path: name.shown });
  }
}

interface ShownName {
  readonly shown: string;
  /** Secrets in the name itself. */
  readonly findings: readonly Finding[];
}

/** Names are printed with every finding and failure: a secret in one is a finding, and masked wherever it occurs. */
function maskName(scanner: TextScanner, name: string): ShownName {
  const found = scanner.findSecrets(name);
  const shown = found
    .toSorted((a, b) => b.column - a.column)
    .reduce((rest, { column, endColumn }) => `${rest.slice(0, column - 1)}***${rest.slice(endColumn - 1)}`, name);
  return { shown, findings: found.map((finding) => ({ ...finding, file: shown })) };
}

/** Names that say a text is inside: an agent reads it whatever else it holds. */
const TEXT_NAME = /(?:^|[/\\])\.ai[/\\]handoff[/\\]|\.(?:md|mdx|markdown|txt|text|rst|adoc|jsonl?|ya?ml|toml|csv)$/i;

/** The same for every way in. In what is no text and does not claim to be, every finding would be a guess. */
function scanBytes(scanner: TextScanner, bytes: Buffer, name: string | undefined): readonly Finding[] {
  const { text, isText } = decodeText(bytes);
  if (isText) return scanner.scanText(text, name);
  const why = `${name ?? 'standard input'} is not text`;
  if (name === undefined || !TEXT_NAME.test(name)) return [notScanned(name, why)];
  return [notScanned(name, `${why}; only its readable parts were scanned`, 'warning'), ...scanner.scanText(text, name)];
}

/** What another program writes. */
export async function scanInput(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'scanner'>,
  content: Buffer,
  name: string | undefined,
  request: ScanRequest,
): Promise<ScanReport> {
  const scanner = await prepareScan(platform, request);
  return { findings: [...scanner.listFindings, ...scanBytes(scanner, content, name)], scanned: 1 };
}

/** Findings name files from the top of the project; what lies outside keeps its full path. */
function showPath(platform: Pick<Platform, 'project'>, full: string): string {
  const inside = relative(platform.project.root, full);
  return inside.startsWith('..') ? full : inside.replaceAll('\\', '/');
}

/** What is about to be committed: the index, not the work tree. */
export async function scanStaged(
  platform: Pick<Platform, 'clock' | 'files' | 'git' | 'project' | 'scanner'>,
  request: ScanRequest,
): Promise<ScanReport> {
  const repo = await platform.git.findRepo(platform.project.folder);
  if (repo?.top === undefined)
    throw new BatonError('GIT_NOT_A_REPO', `${platform.project.folder} is not inside a git work tree`);
  const staged = await listStaged(repo, repo.top);
  const contents = await repo.showAll(staged.map(({ id }) => ({ revision: id })));
  const scanner = await prepareScan(platform, request);
  const findings: Finding[] = [...scanner.listFindings];
  for (const [index, file] of staged.entries()) {
    const content = contents[index];
    const name = maskName(scanner, file.name);
    const found =
      content === undefined
        ? [notScanned(name.shown, `git has no content for ${name.shown}`, 'warning')]
        : scanBytes(scanner, content, name.shown);
    findings.push(...name.findings, ...found);
  }
  return { findings: findings.toSorted(compareFindings), scanned: staged.length };
}

interface StagedFile {
  /** As far as it is UTF-8: the content is asked for by its id, so that no name can hide it. */
  readonly name: string;
  readonly id: string;
}

const SUBMODULE_MODE = '160000';

async function listStaged(repo: GitRepo, top: string): Promise<StagedFile[]> {
  const options = ['--raw', '--no-abbrev', '--no-renames', '--diff-filter=d', '-z'];
  const { stdout } = await repo.run(['diff', '--cached', ...options], { cwd: top });
  const parts = stdout.toString('utf8').split('\0');
  const staged: StagedFile[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode, , id] = (parts[at] ?? '').split(' ');
    // A submodule has no content of its own.
    if (id !== undefined && mode !== SUBMODULE_MODE) staged.push({ id, name: parts[at + 1] ?? '' });
  }
  return staged;
}

/** A file that was not scanned is reported, never passed over silently. */
const notScanned = (file: string | undefined, message: string, severity: Severity = 'note'): Finding => ({
  rule: 'structure-not-scanned',
  kind: 'structure',
  severity,
  ...given({ file }),
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 1,
  excerpt: '',
  message: `not scanned: ${message}`,
  hint: 'check it yourself, or leave it out of the handoff',
});

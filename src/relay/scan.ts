/** Looks through files, staged content or handed-in text with the guard. Reads only. */
import { isUtf8 } from 'node:buffer';
import { relative, resolve } from 'node:path';
import {
  BatonError,
  compareFindings,
  findUtf8,
  isBatonError,
  type AllowList,
  type Finding,
  type FindingKind,
  type Scanner,
} from '../kernel/index.ts';
import type { Platform } from './platform.ts';

export interface ScanRequest {
  readonly kinds?: readonly FindingKind[];
  /** Off leaves the model out whatever the setting says. */
  readonly model?: boolean;
  /** For what people keep in a repository, and what they hand to the command themselves. */
  readonly inlineAllows?: boolean;
}

export interface ScanReport {
  readonly findings: readonly Finding[];
  /** How many texts were looked at. */
  readonly scanned: number;
}

/** One file is never read further than this; what lies behind is a finding. */
export const MAX_SCAN_BYTES = 256 * 1024 * 1024;

const HANDOFF_FOLDER = '.ai/handoff';
const ALLOW_FILES = ['allow.json', 'pii-allowlist.json'];

/** Scans texts with the lists of this project and the settings in force. */
export interface TextScanner {
  scanText(text: string, file?: string): readonly Finding[];
  /** About the allow lists themselves. */
  readonly listFindings: readonly Finding[];
}

export async function prepareScan(platform: Platform, request: ScanRequest): Promise<TextScanner> {
  const scanner = await platform.scanner();
  const allow = await readAllowLists(platform, scanner);
  const model = request.model ?? platform.config.values.guardModel === 'on';
  return {
    listFindings: allow.flatMap((list) => list.findings),
    scanText: (text, file) =>
      scanner.scan(text, {
        allow,
        model,
        inlineAllows: request.inlineAllows === true,
        ...(request.kinds === undefined ? {} : { kinds: request.kinds }),
        ...(file === undefined ? {} : { file }),
      }),
  };
}

/** The project's reviewed lists; those that are not there are no lists. */
async function readAllowLists(platform: Platform, scanner: Scanner): Promise<AllowList[]> {
  const lists: AllowList[] = [];
  for (const name of ALLOW_FILES) {
    const text = await platform.files.findText(resolve(platform.root, HANDOFF_FOLDER, name));
    if (text === undefined) continue;
    lists.push(scanner.parseAllowList(text, { file: `${HANDOFF_FOLDER}/${name}`, nowMs: platform.clock.now() }));
  }
  return lists;
}

export async function scanFiles(
  platform: Platform,
  paths: readonly string[],
  request: ScanRequest,
): Promise<ScanReport> {
  const scanner = await prepareScan(platform, request);
  const findings: Finding[] = [...scanner.listFindings];
  for (const path of paths) findings.push(...(await scanFile(platform, scanner, path)));
  return { findings: findings.toSorted(compareFindings), scanned: paths.length };
}

async function scanFile(platform: Platform, scanner: TextScanner, path: string): Promise<readonly Finding[]> {
  const full = resolve(platform.folder, path);
  const shown = showPath(platform, full);
  try {
    return scanner.scanText(await platform.files.readText(full, { maxBytes: MAX_SCAN_BYTES }), shown);
  } catch (error) {
    if (isBatonError(error, 'FILE_NOT_TEXT') || isBatonError(error, 'INPUT_TOO_LARGE'))
      return [notScanned(shown, error.message)];
    throw error;
  }
}

/**
 * What another program writes. One broken byte hides nothing from the guard: it is read as far as it goes. With zero bytes
 * besides, it is no text at all, and every finding would be a guess.
 */
export async function scanInput(
  platform: Platform,
  content: Buffer,
  name: string | undefined,
  request: ScanRequest,
): Promise<ScanReport> {
  const { scanText, listFindings } = await prepareScan(platform, request);
  const isText = !content.includes(0) || isUtf8(content);
  const found = isText
    ? scanText(content.toString('utf8'), name)
    : [notScanned(name, 'what was handed in is not text')];
  return { findings: [...listFindings, ...found], scanned: 1 };
}

/** Findings name files from the top of the project; what lies outside keeps its full path. */
function showPath(platform: Platform, full: string): string {
  const inside = relative(platform.root, full);
  return inside.startsWith('..') ? full : inside.replaceAll('\\', '/');
}

/** What is about to be committed: the index, not the work tree. */
export async function scanStaged(platform: Platform, request: ScanRequest): Promise<ScanReport> {
  const repo = await platform.git.findRepo(platform.folder);
  if (repo?.top === undefined)
    throw new BatonError('GIT_NOT_A_REPO', `${platform.folder} is not inside a git work tree`);
  const listed = await repo.run(['diff', '--cached', '--name-only', '--diff-filter=d', '-z'], { cwd: repo.top });
  const names = listed.stdout
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '');
  const contents = await repo.showAll(names.map((path) => ({ revision: ':', path })));
  const scanner = await prepareScan(platform, request);
  const findings: Finding[] = [...scanner.listFindings];
  for (const [index, name] of names.entries()) {
    // A submodule has no content of its own.
    const text = findUtf8(contents[index] ?? Buffer.alloc(0));
    findings.push(...(text === undefined ? [notScanned(name, `${name} is not text`)] : scanner.scanText(text, name)));
  }
  return { findings: findings.toSorted(compareFindings), scanned: names.length };
}

/** A file nobody looked into is said, never passed over. */
const notScanned = (file: string | undefined, message: string): Finding => ({
  rule: 'structure-not-scanned',
  kind: 'structure',
  severity: 'note',
  ...(file === undefined ? {} : { file }),
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 1,
  excerpt: '',
  message: `not looked into: ${message}`,
  hint: 'look at it yourself, or leave it out of what is handed on',
});

import { compareFindings, type Finding } from '../../../kernel/finding.ts';
import { listSections } from '../../../kernel/markdown/index.ts';
import {
  AIIGNORE_FILE,
  ARCHIVE_FILE,
  ARCHIVE_INDEX_FILE,
  findCorruption,
  HANDOFF_FOLDER,
  MANIFEST_FILE,
  type Manifest,
} from '../../../protocols/project/index.ts';
import {
  DEFAULT_AIIGNORE,
  maskIgnored,
  parseAiignore,
  scanIgnored,
} from '../../../protocols/project/aiignore/index.ts';
import { findArchiveDamage } from '../../../protocols/project/log/index.ts';
import { findGraphFaults } from '../../../protocols/project/actions/index.ts';
import { findManifest, findManifestFaults, repairManifest } from '../../../protocols/project/manifest/index.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { shellWord } from '../../../kernel/text.ts';
import type { ExtraFile } from '../folder/folder-files.ts';
import { checkProvenance, fault } from './content-faults.ts';
import type { ScannedFile } from './scan-files.ts';

/** The content that is judged: what lies on disk, what is staged, or what is about to be written. */
export interface CheckedContent {
  readonly texts: ReadonlyMap<string, string>;
  /** Names whose bytes are not text. */
  readonly broken: readonly string[];
  readonly manifestText: string | undefined;
  /** The same as a value, if it is known to be whole. */
  readonly manifest?: Manifest;
  readonly aiignore: string | undefined;
  /** Files that no manifest lists, at any depth. */
  readonly extras: readonly ExtraFile[];
  /** True for what guards commits: there a manifest of another shape is an error. */
  readonly isGate?: boolean;
}

const path = (name: string): string => `${HANDOFF_FOLDER}/${name}`;

/** Guard, structure, schema and `.aiignore` on the whole folder. `scan` runs the guard. */
export async function checkHandoff(
  platform: Pick<Platform, 'project'>,
  content: CheckedContent,
  scan: (files: readonly ScannedFile[], texts: ReadonlyMap<string, string>) => Promise<readonly Finding[]>,
): Promise<Finding[]> {
  const scanned = [...content.texts].filter(([name]) => name.endsWith('.md')).map(([name, text]) => ({ name, text }));
  const read = [...scanned, ...textsOf(content.extras), ...contextOf(content)];
  const guard = await scan(read, content.texts);
  const ignored = checkIgnored(content);
  const findings = [
    ...guard.map((finding) => hideIgnored(relax(platform, finding), ignored)),
    ...ignored,
    ...checkManifest(content),
    ...checkStructure(content),
    ...content.extras.flatMap((file) => ('unseen' in file ? [describeUnseen(file)] : [])),
  ];
  return findings.sort(compareFindings);
}

const textsOf = (extras: readonly ExtraFile[]): ScannedFile[] =>
  extras.flatMap((file) => ('text' in file ? [{ name: file.name, text: file.text }] : []));

const describeUnseen = ({ name, unseen, severity }: Extract<ExtraFile, { unseen: string }>): Finding =>
  fault(
    'file-not-checked',
    'structure',
    severity,
    name,
    1,
    `${name} is part of the handoff, and ${unseen}`,
    'move it out of .ai/handoff, or let git ignore it',
  );

/** The quick context is the first thing every agent reads. */
function contextOf({ manifestText, manifest }: CheckedContent): ScannedFile[] {
  const found = manifest ?? findManifest(manifestText);
  return found === undefined ? [] : [{ name: MANIFEST_FILE, text: found.quick_context }];
}

/** Under the policy `warn` the guard stops nothing. */
const relax = (platform: Pick<Platform, 'project'>, finding: Finding): Finding =>
  platform.project.settings.values.guard === 'warn' && finding.severity === 'error'
    ? { ...finding, severity: 'warning' }
    : finding;

/** What the guard quotes of a passage must not give away what `.aiignore` keeps out of it. */
function hideIgnored(finding: Finding, ignored: readonly Finding[]): Finding {
  const isNear = ({ file, line, endLine }: Finding): boolean =>
    file === finding.file && (file === path(MANIFEST_FILE) || (line <= finding.endLine && endLine >= finding.line));
  return ignored.some(isNear) ? { ...finding, excerpt: maskIgnored(finding.excerpt) } : finding;
}

/** Values that reviewers allowed, and patterns, are not what agents wrote. */
const isAllowList = (name: string): boolean => name === 'allow.json' || name === 'pii-allowlist.json';

function checkIgnored({ texts, aiignore, manifestText, extras }: CheckedContent): Finding[] {
  const patterns = parseAiignore(aiignore ?? DEFAULT_AIIGNORE);
  const own = [...texts].filter(([name]) => !isAllowList(name)).map(([name, text]) => ({ name, text }));
  const manifest = manifestText === undefined ? [] : [{ name: MANIFEST_FILE, text: manifestText }];
  const hits = [...own, ...manifest, ...textsOf(extras)].flatMap(({ name, text }) =>
    scanIgnored(path(name), text, patterns),
  );
  return aiignore === undefined ? [...hits, NO_AIIGNORE] : hits;
}

function checkManifest({ manifestText, manifest, isGate = false }: CheckedContent): Finding[] {
  if (manifestText === undefined) {
    return [
      fault('manifest-missing', 'schema', 'warning', MANIFEST_FILE, 1, 'there is no manifest', 'run baton manifest'),
    ];
  }
  const faults = manifest === undefined ? findManifestFaults(manifestText) : [];
  const graph = findGraphFaults((manifest ?? findManifest(manifestText))?.tasks ?? {});
  return [
    ...describeFaults(manifestText, faults, isGate),
    ...graph.map((message) =>
      fault('task-graph', 'schema', 'error', MANIFEST_FILE, 1, message, 'change the dependencies named'),
    ),
  ];
}

/** Not JSON is an error. Another shape is one remark: every command can work with it, and closing brings it into shape. */
function describeFaults(text: string, faults: readonly string[], isGate: boolean): Finding[] {
  const [first] = faults;
  if (first === undefined) return [];
  const isJson = repairManifest(text).lost.every((why) => !/not JSON|conflict markers/.test(why));
  const more = faults.length === 1 ? '' : ` and ${faults.length - 1} more`;
  const severity = isGate || !isJson ? 'error' : 'warning';
  const message = isGate || !isJson ? first : `the manifest is of another shape: ${first}${more}`;
  return [
    fault('manifest-schema', 'schema', severity, MANIFEST_FILE, 1, message, 'run baton manifest, which rebuilds it'),
  ];
}

function checkStructure({ texts, broken }: CheckedContent): Finding[] {
  return [
    ...broken.map((name) =>
      fault(
        'file-not-text',
        'structure',
        'error',
        name,
        1,
        'the file is not UTF-8 text, or too large to be read',
        'convert it to UTF-8, or keep it elsewhere',
      ),
    ),
    ...[...texts]
      .filter(([name]) => name.endsWith('.md'))
      .flatMap(([name, text]) => [...checkDamage(name, text), ...checkMarkers(name, text)]),
    ...checkProvenance(texts.get('LOG.md') ?? ''),
    ...checkArchive(texts),
  ];
}

function checkDamage(name: string, text: string): Finding[] {
  const found = findCorruption(name, text, undefined);
  if (found === undefined || found.kind === 'empty') return [];
  return [
    fault(
      `file-${found.kind}`,
      'structure',
      'error',
      name,
      found.line,
      found.message,
      `repair it, or run baton restore ${shellWord(name)}`,
    ),
  ];
}

const checkMarkers = (name: string, text: string): Finding[] =>
  listSections(text).problems.map(({ kind, line, message }) =>
    fault(`section-${kind}`, 'structure', 'warning', name, line, message, 'repair the section markers'),
  );

function checkArchive(texts: ReadonlyMap<string, string>): Finding[] {
  const index = texts.get(ARCHIVE_INDEX_FILE);
  if (index === undefined) return [];
  return findArchiveDamage(texts.get(ARCHIVE_FILE), index).map(({ title }) =>
    fault(
      'archive-damaged',
      'integrity',
      'error',
      ARCHIVE_FILE,
      1,
      `the archived entry "${title.replace(/^## /, '').slice(0, 80)}" is gone or was changed`,
      `compare with git: baton history ${ARCHIVE_FILE}`,
    ),
  );
}

const NO_AIIGNORE_TEXT = `there is no ${AIIGNORE_FILE}: the patterns of the protocol apply`;

const NO_AIIGNORE = fault(
  'aiignore-missing',
  'structure',
  'note',
  AIIGNORE_FILE,
  1,
  NO_AIIGNORE_TEXT,
  `run baton migrate to write one, and add what this project must never say`,
);

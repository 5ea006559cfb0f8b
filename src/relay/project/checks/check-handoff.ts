import { compareFindings, type Finding } from '../../../kernel/finding.ts';
import { listSections, splitLog } from '../../../kernel/markdown/index.ts';
import {
  AIIGNORE_FILE,
  ARCHIVE_FILE,
  ARCHIVE_INDEX_FILE,
  findArchiveDamage,
  findCorruption,
  findGraphFaults,
  findManifestFaults,
  findProvenanceFault,
  HANDOFF_FOLDER,
  MANIFEST_FILE,
  maskIgnored,
  parseAiignore,
  parseManifest,
  scanIgnored,
} from '../../../protocols/project/index.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import type { ExtraFile } from '../folder/folder-files.ts';
import { scanFiles, type ScannedFile } from './scan-files.ts';

/** The content that is judged: what lies on disk, what is staged, or what is about to be written. */
export interface CheckedContent {
  readonly texts: ReadonlyMap<string, string>;
  /** Names whose bytes are not text. */
  readonly broken: readonly string[];
  readonly manifestText: string | undefined;
  readonly aiignore: string | undefined;
  /** Files that no manifest lists, at any depth. */
  readonly extras: readonly ExtraFile[];
}

const path = (name: string): string => `${HANDOFF_FOLDER}/${name}`;

/** Guard, structure, schema and `.aiignore` on the whole folder. */
export async function checkHandoff(
  platform: Pick<Platform, 'clock' | 'project' | 'scanner'>,
  content: CheckedContent,
): Promise<Finding[]> {
  const scanned = [...content.texts].filter(([name]) => name.endsWith('.md')).map(([name, text]) => ({ name, text }));
  const read = [...scanned, ...textsOf(content.extras), ...contextOf(content), ...patternsOf(content)];
  const guard = await scanFiles(platform, read, content.texts);
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

/** Patterns cannot be held against themselves, but what is no pattern may stand there too. */
const patternsOf = ({ aiignore }: CheckedContent): ScannedFile[] =>
  aiignore === undefined ? [] : [{ name: AIIGNORE_FILE, text: aiignore }];

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
function contextOf({ manifestText = '' }: CheckedContent): ScannedFile[] {
  if (manifestText === '' || findManifestFaults(manifestText).length > 0) return [];
  return [{ name: MANIFEST_FILE, text: parseManifest(manifestText).quick_context }];
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

function checkIgnored({ texts, aiignore, manifestText, extras }: CheckedContent): Finding[] {
  if (aiignore === undefined) return [];
  const patterns = parseAiignore(aiignore);
  const own = [...texts].map(([name, text]) => ({ name, text }));
  const manifest = manifestText === undefined ? [] : [{ name: MANIFEST_FILE, text: manifestText }];
  return [...own, ...manifest, ...textsOf(extras)].flatMap(({ name, text }) => scanIgnored(path(name), text, patterns));
}

function checkManifest({ manifestText }: CheckedContent): Finding[] {
  if (manifestText === undefined) {
    return [
      fault('manifest-missing', 'schema', 'warning', MANIFEST_FILE, 1, 'there is no manifest', 'run baton manifest'),
    ];
  }
  const faults = findManifestFaults(manifestText);
  const graph = faults.length > 0 ? [] : findGraphFaults(parseManifest(manifestText).tasks ?? {});
  return [
    ...faults.map((message) =>
      fault(
        'manifest-schema',
        'schema',
        'error',
        MANIFEST_FILE,
        1,
        message,
        'mend it, or run baton restore MANIFEST.json',
      ),
    ),
    ...graph.map((message) =>
      fault('task-graph', 'schema', 'error', MANIFEST_FILE, 1, message, 'change the dependencies named'),
    ),
  ];
}

function checkStructure({ texts, broken }: CheckedContent): Finding[] {
  return [
    ...broken.map((name) =>
      fault('file-not-text', 'structure', 'error', name, 1, 'the file is not UTF-8 text', 'convert it to UTF-8'),
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
      `mend it, or run baton restore ${name}`,
    ),
  ];
}

const checkMarkers = (name: string, text: string): Finding[] =>
  listSections(text).problems.map(({ kind, line, message }) =>
    fault(
      `section-${kind}`,
      'structure',
      kind === 'not-alone' ? 'warning' : 'error',
      name,
      line,
      message,
      'mend the section markers',
    ),
  );

/** Entries of the public tool's older versions have no block; that is a remark, not a reason to stop. */
function checkProvenance(log: string): Finding[] {
  return splitLog(log).entries.flatMap(({ title, line, text }) => {
    const why = findProvenanceFault(text);
    return why === undefined
      ? []
      : [
          fault(
            'provenance',
            'structure',
            'warning',
            'LOG.md',
            line,
            `the entry "${title.slice(0, 80)}" ${why}`,
            'write entries with baton log',
          ),
        ];
  });
}

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

export function fault(
  rule: string,
  kind: Finding['kind'],
  severity: Finding['severity'],
  name: string,
  line: number,
  message: string,
  hint: string,
): Finding {
  return {
    rule,
    kind,
    severity,
    file: path(name),
    line,
    column: 1,
    endLine: line,
    endColumn: 1,
    excerpt: '',
    message,
    hint,
  };
}

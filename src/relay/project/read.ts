import { BatonError } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import { listSections, outlineMarkdown, splitLog, type SectionProblem } from '../../kernel/markdown/index.ts';
import { findNearest } from '../../kernel/nearest.ts';
import type { Platform } from '../../kernel/ports/index.ts';
import {
  checkHealth,
  findPart,
  MANIFEST_FILE,
  type HealthStep,
  type TrustLabel,
} from '../../protocols/project/index.ts';
import { readLastEntries } from '../../protocols/project/log/index.ts';
import { scanFiles } from './checks/scan-files.ts';
import { examine } from './folder/examine.ts';
import { findFileText, findHandoff, getHandoff, readTexts, type Handoff } from './folder/read-handoff.ts';
import { readLockState } from './folder/session.ts';
import { frameShown, wholeLines } from './reading/frame-pieces.ts';

/** Which part of the handoff files to read. */
export interface ReadRequest {
  readonly file: string;
  readonly section?: string | undefined;
  /** The newest entries of a log. */
  readonly last?: number | undefined;
}

/** A part of the handoff files, framed for an agent. */
export interface ReadResult {
  readonly file: string;
  readonly section: string | null;
  readonly trust: TrustLabel;
  readonly tokens: number;
  /** Framed as data. */
  readonly text: string;
  readonly flagged: number;
}

/** Part of a handoff file, framed as data and with its label. */
export async function read(
  platform: Pick<
    Platform,
    'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'random' | 'scanner' | 'tokens'
  >,
  request: ReadRequest,
): Promise<ReadResult> {
  const handoff = await getHandoff(platform);
  const { labelOf, texts } = await examine(platform, handoff, { kind: 'first' });
  const source = getText(handoff, request.file);
  const text = select(request, source);
  const trust = labelOf(request.file);
  const findings = await scanFiles(platform, [{ name: request.file, text }], texts, 'everything');
  const shown = { name: request.file, label: trust, text, lines: wholeLines(text) };
  const framed = await frameShown(platform, [shown], findings);
  return {
    file: request.file,
    section: request.section ?? null,
    trust,
    tokens: await platform.tokens.count(text),
    text: framed.text,
    flagged: framed.flagged,
  };
}

/** The same for a person's eyes: as it stands, without a frame. */
export async function readPlain(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'tokens'>,
  request: ReadRequest,
): Promise<Omit<ReadResult, 'flagged'>> {
  const handoff = await getHandoff(platform);
  const { labelOf } = await examine(platform, handoff, { kind: 'first' });
  const text = select(request, getText(handoff, request.file));
  const { file, section = null } = request;
  return { file, section, trust: labelOf(file), tokens: await platform.tokens.count(text), text };
}

function getText(handoff: Handoff, file: string): string {
  const text = file === MANIFEST_FILE ? handoff.manifestText : findFileText(handoff, file);
  if (text !== undefined) return text;
  const known = [...handoff.files.keys(), MANIFEST_FILE];
  const begun = known.find((name) => name.toLowerCase().startsWith(file.toLowerCase()) && file !== '');
  const near = begun ?? findNearest(file, known);
  throw new BatonError('FILE_NOT_FOUND', `there is no ${file.slice(0, 80)} in .ai/handoff`, {
    file,
    known,
    hint: near === undefined ? `the files are ${known.join(', ')}` : `did you mean ${near}?`,
  });
}

function select({ file, section, last }: ReadRequest, text: string): string {
  if (section !== undefined) return getPart(text, file, section);
  if (last === undefined) return text;
  if (!Number.isInteger(last) || last < 1) throw new BatonError('INPUT_INVALID', '--last needs a whole number above 0');
  return readLastEntries(text, last)
    .map((entry) => entry.text)
    .join('');
}

function getPart(text: string, file: string, section: string): string {
  const found = findPart(text, section);
  if (found !== undefined) return found;
  const known = listSections(text).sections.map(({ name }) => name);
  throw new BatonError('SECTION_NOT_FOUND', `${file} has no section "${section}"`, {
    file,
    section,
    known,
    hint: known.length === 0 ? `${file} has no sections` : `its sections are ${known.join(', ')}`,
  });
}

interface SectionRow {
  readonly name: string;
  readonly kind: 'section' | 'heading' | 'entry';
  readonly line: number;
  readonly tokens: number;
}

/** The parts a file can be read by, with their sizes, and what is wrong with its markers. */
export async function readSections(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'tokens'>,
  file: string,
): Promise<{
  readonly file: string;
  readonly sections: readonly SectionRow[];
  readonly problems: readonly SectionProblem[];
}> {
  const text = getText(await getHandoff(platform), file);
  const { sections, problems } = listSections(text);
  const parts = listParts(file, text, sections);
  const counts = await platform.tokens.countAll(parts.map((part) => part.text));
  return {
    file,
    sections: parts.map(({ name, kind, line }, index) => ({ name, kind, line, tokens: counts[index] ?? 0 })),
    problems,
  };
}

function listParts(
  file: string,
  text: string,
  sections: ReturnType<typeof listSections>['sections'],
): (Omit<SectionRow, 'tokens'> & { text: string })[] {
  if (sections.length > 0) {
    return sections.map(({ name, openLine, contentStart, contentEnd }) => ({
      name,
      kind: 'section',
      line: openLine,
      text: text.slice(contentStart, contentEnd),
    }));
  }
  if (/^LOG(-ARCHIVE)?\.md$/.test(file)) {
    return splitLog(text).entries.map((entry) => ({
      name: entry.title,
      kind: 'entry',
      line: entry.line,
      text: entry.text,
    }));
  }
  return outlineMarkdown(text)
    .filter(({ heading }) => heading.level === 2)
    .map(({ heading, start, end }) => ({
      name: heading.text,
      kind: 'heading',
      line: heading.line,
      text: text.slice(start, end),
    }));
}

interface ProjectDescription {
  readonly name: string;
  readonly context: string;
  readonly mode: string;
  readonly lock?: { readonly agent: string; readonly started: string; readonly isAlive: boolean };
  readonly health: readonly HealthStep[];
  readonly files: readonly ProjectFile[];
}

interface ProjectFile {
  readonly name: string;
  readonly trust: TrustLabel;
  readonly tokens: number;
  /** As the manifest says; undefined where it does not list the file. */
  readonly updated?: string;
  readonly summary: string;
  readonly sections: readonly { readonly name: string; readonly tokens: number }[];
}

/** The project state as people look at it: every file with its label, size and parts. Reads only. */
export async function describeProject(
  platform: Pick<Platform, 'clock' | 'disk' | 'facts' | 'files' | 'processes' | 'project' | 'tokens'>,
): Promise<ProjectDescription | undefined> {
  const handoff = await findHandoff(platform);
  if (handoff === undefined) return undefined;
  const { facts, mode, labelOf } = await examine(platform, handoff, { kind: 'first' });
  const lock = await readLockState(platform, handoff);
  return {
    name: handoff.manifest?.project ?? '',
    context: handoff.manifest?.quick_context ?? '',
    mode,
    ...(lock.kind === 'free'
      ? {}
      : { lock: { agent: lock.lock.agent, started: lock.lock.started, isAlive: lock.kind === 'held' } }),
    health: checkHealth(facts),
    files: await describeFiles(platform, handoff, labelOf),
  };
}

async function describeFiles(
  platform: Pick<Platform, 'clock' | 'disk' | 'files' | 'project' | 'tokens'>,
  handoff: Handoff,
  labelOf: (name: string) => TrustLabel,
): Promise<ProjectFile[]> {
  const texts = [...readTexts(handoff)].filter(([name]) => name !== MANIFEST_FILE);
  const counts = await platform.tokens.countAll(texts.map(([, text]) => text));
  const files: ProjectFile[] = [];
  for (const [index, [name]] of texts.entries()) {
    const listed = handoff.manifest?.files[name];
    const { sections } = await readSections(platform, name);
    files.push({
      name,
      trust: labelOf(name),
      tokens: counts[index] ?? 0,
      ...given({ updated: listed?.updated }),
      summary: listed?.summary ?? '',
      sections: sections
        .filter(({ kind }) => kind === 'section')
        .map(({ name: part, tokens }) => ({ name: part, tokens })),
    });
  }
  return files;
}

/** What to read for which kind of work, and in which pieces it can be left out. */
import { listSections, outlineMarkdown, type LogEntry } from '../../kernel/markdown/index.ts';
import { readLastEntries } from './log/log.ts';
import { hasSubstance, namesWork } from './actions/next-actions.ts';
import { compareNames, CORE_FILES, isInFullRead } from './names.ts';

export const WORK_KINDS = ['fix', 'feature', 'debug', 'first'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

const DEBUG_ENTRIES = 3;

/** Names in the order they are read. */
export function planReading(kind: WorkKind, names: readonly string[]): readonly string[] {
  const wanted = {
    fix: CORE_FILES,
    feature: [...CORE_FILES, 'CONVENTIONS.md', 'WORKFLOW.md'],
    debug: [...CORE_FILES, 'LOG.md', 'TRUST.md'],
    first: names.filter(isInFullRead).toSorted(compareNames),
  }[kind];
  return wanted.filter((name) => names.includes(name));
}

/** Where NEXT_ACTIONS names nothing to do, the dashboard may. */
export function addDashboard(reading: readonly string[], texts: ReadonlyMap<string, string>): readonly string[] {
  if (reading.includes(DASHBOARD) || !hasSubstance(texts.get(DASHBOARD) ?? '')) return reading;
  if (namesWork(texts.get('NEXT_ACTIONS.md') ?? '')) return reading;
  const behind = reading.indexOf('NEXT_ACTIONS.md') + 1 || reading.length;
  return reading.toSpliced(behind, 0, DASHBOARD);
}

const DASHBOARD = 'DASHBOARD.md';

/** What is shown of a file: for debugging the newest entries of the log, otherwise all of it. */
export function selectText(kind: WorkKind, name: string, text: string): string {
  if (kind !== 'debug' || name !== 'LOG.md') return text;
  return readLastEntries(text, DEBUG_ENTRIES)
    .map((entry: LogEntry) => entry.text)
    .join('');
}

/** A part of a file that is shown or left out as a whole. */
export interface Piece {
  readonly file: string;
  /** As `baton read FILE#NAME` takes it; undefined for what belongs to no section. */
  readonly section: string | undefined;
  readonly text: string;
  /** Lower is kept longer. */
  readonly rank: number;
}

/** By sections where a file has them, else by level-2 headings; what stands between goes with what follows it. */
export function cutPieces(file: string, text: string, fileRank: number): Piece[] {
  const marks = cutMarks(text);
  // What is to be done comes right behind the summary of what is true.
  const first = file === 'NEXT_ACTIONS.md' ? 1 : fileRank * 1_000;
  if (marks.length < 2) return [{ file, section: undefined, text, rank: first }];
  return marks.map(({ start, section }, index) => ({
    file,
    section,
    text: text.slice(index === 0 ? 0 : start, marks[index + 1]?.start ?? text.length),
    rank: (section !== undefined && /^summary$/i.test(section) ? 0 : first) + index,
  }));
}

function cutMarks(text: string): { start: number; section: string | undefined }[] {
  const { sections, problems } = listSections(text);
  if (sections.length > 0 && problems.length === 0)
    return sections.map(({ start, name }) => ({ start, section: name }));
  return outlineMarkdown(text)
    .filter(({ heading }) => heading.level === 2)
    .map(({ start, heading }) => ({ start, section: heading.text }));
}

/** A section by its marker, or by the words of a heading. */
export function findPart(text: string, name: string): string | undefined {
  const section = listSections(text).sections.find((each) => each.name === name);
  if (section !== undefined) return text.slice(section.contentStart, section.contentEnd);
  const node = outlineMarkdown(text).find(({ heading }) => heading.text.toLowerCase() === name.toLowerCase());
  return node === undefined ? undefined : text.slice(node.start, node.end);
}

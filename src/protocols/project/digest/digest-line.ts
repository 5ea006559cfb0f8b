/** The lines of a handoff file that say something, each with its number in the file. */
import { scanMarkdown, type MarkdownLine, type MarkdownScan } from '../../../kernel/markdown/index.ts';

export interface DigestLine {
  /** In the file, from 1. */
  readonly line: number;
  readonly text: string;
}

/** A part that is shown in one of several forms, each longer than the one before, or left out. */
export interface DigestPart {
  readonly file: string;
  /** As `baton read FILE#NAME` takes it; undefined for what belongs to no section. */
  readonly section: string | undefined;
  /** From short to whole; the rank of each form says how early it is chosen. */
  readonly forms: readonly DigestForm[];
}

export interface DigestForm {
  /** Lower is chosen earlier. */
  readonly rank: number;
  readonly lines: readonly DigestLine[];
}

const PROVENANCE = /^>[ \t]*\*\*(?:Agent|Session ID|Timestamp|Commit before|Commit after):\*\*/;

/** Sentences of the templates: they tell people how to fill the file in, and an agent nothing about the project. */
const TEMPLATE =
  /^>?\s*(?:\*\*Rule:\*\*|Priority order[.:]|Each (?:item|task) (?:should be|is) self-contained|Blocked tasks go to the bottom|It reflects the \*current\* reality|Tracks (?:verification status|what is verified)|In multi-agent pipelines|Every claim here has|Newest first\. The last \d+ entries|Older entries of LOG\.md|This (?:file|document) (?:is rewritten|tracks|records)|Append-only|History lives in LOG)/i;

const CELL_GAP = /\s*\|\s*/;

/** Words only: no blank lines, rules, comments, markers, provenance, empty tables, template sentences. */
export function significantLines(text: string, scan: MarkdownScan = scanMarkdown(text)): DigestLine[] {
  const bare = new Set(
    scan.tables.flatMap((table) =>
      table.lastLine <= table.line + 1 ? [table.line, table.line + 1] : [table.line + 1],
    ),
  );
  return dropEmptyHeadings(
    scan.lines.flatMap((line, index) => {
      const words = text
        .slice(line.start, line.end)
        .replace(/^\uFEFF/, '')
        .trimEnd();
      return isNoise(line, words) || bare.has(index + 1) ? [] : [{ line: index + 1, text: compact(line, words) }];
    }),
    scan,
  );
}

const isNoise = (line: MarkdownLine, words: string): boolean =>
  line.kind === 'blank' ||
  line.kind === 'rule' ||
  (line.kind === 'html' && (line.html === 'comment' || /^\s*<!--/.test(words))) ||
  /^[>\s]*$/.test(words) ||
  PROVENANCE.test(words) ||
  TEMPLATE.test(words);

/** A row of a table without the padding that keeps its columns in line, and without empty cells at its end. */
function compact(line: MarkdownLine, words: string): string {
  if (line.kind !== 'table' || line.depth > 0) return words;
  const cells = words
    .trim()
    .replace(/^\||\|$/g, '')
    .split(CELL_GAP)
    .map((cell) => cell.trim());
  while (cells.length > 1 && /^[-–—]?$/.test(cells.at(-1) ?? '')) cells.pop();
  return `| ${cells.join(' | ')}`;
}

/** `Current Version: 0.7.6` is a fact, although nothing follows it. */
const SAYS_MORE = /:\s*\S|\d/;

/** A heading with nothing under it says nothing; the title of the file is already in the frame. */
function dropEmptyHeadings(lines: readonly DigestLine[], { headings }: MarkdownScan): DigestLine[] {
  const levels = new Map(headings.filter(({ depth }) => depth === 0).map(({ line, level }) => [line, level]));
  const kept: DigestLine[] = [];
  for (const each of lines.toReversed()) {
    const level = levels.get(each.line);
    if (level === 1) continue;
    const next = kept.at(-1);
    const below = next === undefined ? undefined : levels.get(next.line);
    const isEmpty = next === undefined || (below !== undefined && below <= (level ?? 0));
    if (level !== undefined && isEmpty && !SAYS_MORE.test(each.text)) continue;
    kept.push(each);
  }
  return kept.toReversed();
}

/** A line of at most `limit` characters, cut between words. */
export function cutLine({ line, text }: DigestLine, limit: number): DigestLine {
  if (text.length <= limit) return { line, text };
  const cut = text.slice(0, limit);
  const space = cut.lastIndexOf(' ');
  return { line, text: `${(space > limit / 2 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/, '')}…` };
}

/** The first lines, each cut, with a sign that more follows. */
export function shorten(lines: readonly DigestLine[], count: number, width: number): DigestLine[] {
  return lines.slice(0, count).map((line) => cutLine(line, width));
}

/** A Markdown text by its headings, and a log by its entries. */
import { detectLineEnding, hasFinalNewline } from '../text.ts';
import { scanMarkdown } from './scan.ts';
import { listSections } from './sections.ts';
import type { Heading } from './types.ts';

/** A heading with everything under it, deeper headings included. */
export interface OutlineNode {
  readonly heading: Heading;
  /** Offsets: the heading is `start..contentStart`, what it heads `contentStart..end`. */
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
}

/** The headings outside quotes and lists, in order. */
export function outlineMarkdown(text: string): OutlineNode[] {
  const { headings, lines } = scanMarkdown(text);
  const nodes: { heading: Heading; start: number; contentStart: number; end: number }[] = [];
  const open: (typeof nodes)[number][] = [];
  for (const heading of headings) {
    if (heading.depth > 0) continue;
    const start = lines[heading.line - 1]?.start ?? 0;
    const contentStart = lines[heading.lastLine - 1]?.next ?? text.length;
    for (let last = open.at(-1); last !== undefined && last.heading.level >= heading.level; last = open.at(-1)) {
      last.end = start;
      open.pop();
    }
    const node = { heading, start, contentStart, end: text.length };
    nodes.push(node);
    open.push(node);
  }
  return nodes;
}

export interface LogEntry {
  /** The heading's words. */
  readonly title: string;
  readonly line: number;
  /** The entry as written in the file, heading included. */
  readonly text: string;
}

export interface Log {
  readonly preamble: string;
  readonly entries: readonly LogEntry[];
  /** From the closing marker of a section around the entries on; empty in most files. */
  readonly epilogue: string;
}

/**
 * Entries begin at level-2 headings written with `##`. An underlined one does not count: text with `---` right below
 * it is nearly always meant as text and a rule between entries.
 */
export function splitLog(text: string): Log {
  const heads = outlineMarkdown(text).filter(({ heading }) => heading.level === 2 && heading.style === 'atx');
  const first = heads[0];
  if (first === undefined) return { preamble: text, entries: [], epilogue: '' };
  const end = findEntriesEnd(text, first.start);
  const inside = heads.filter(({ start }) => start < end);
  const entries = inside.map(({ heading, start }, index) => ({
    title: heading.text,
    line: heading.line,
    text: text.slice(start, inside[index + 1]?.start ?? end),
  }));
  return { preamble: text.slice(0, first.start), entries, epilogue: text.slice(end) };
}

/** A section opened before the first entry is closed after the last one, and its marker is part of neither. */
function findEntriesEnd(text: string, firstEntry: number): number {
  return listSections(text)
    .sections.filter(({ start, end }) => start < firstEntry && end > firstEntry)
    .reduce((nearest, { contentEnd }) => Math.min(nearest, contentEnd), text.length);
}

/** The inverse of splitLog; a newline is added after a piece without a final one if another follows. */
export function joinLog({ preamble, entries, epilogue }: Log): string {
  const pieces = [preamble, ...entries.map((entry) => entry.text), epilogue].filter((piece) => piece !== '');
  const ending = detectLineEnding(pieces.find(hasFinalNewline) ?? '');
  return pieces
    .map((piece, index) => (index === pieces.length - 1 || hasFinalNewline(piece) ? piece : piece + ending))
    .join('');
}

/**
 * The archive of the log grows at its top, by entries that the guard has read in the log. Of an archive whose older entries
 * it has read, only what is new is read, with as much around it as the guard would look at.
 */
import type { Finding } from '../../../kernel/finding.ts';
import { scanMarkdown } from '../../../kernel/markdown/index.ts';

/** So many new entries are looked past; one comes in with most handoffs. */
const MAX_ADDED = 8;
/** Twice as far, in characters, as one passage decides what is found in another. */
const CONTEXT = 6_000;

/** What stands above the first entry, and the entries below. Together they are what is known again. */
type ArchiveKey = readonly [head: string, entries: string];

/** The archive as it is to be known again once entries are added, with what was found in it: its lines count from the first entry. */
export function describeEntries(
  text: string,
  findings: readonly Finding[],
): { readonly key: ArchiveKey; readonly findings: readonly Finding[] } | undefined {
  const [start] = findStarts(text);
  if (start === undefined) return undefined;
  const before = countLines(text.slice(0, start));
  if (findings.some(({ line }) => line <= before)) return undefined;
  return { key: [text.slice(0, start), text.slice(start)], findings: findings.map((each) => move(each, -before)) };
}

/** What the guard finds in the archive; undefined if all of it has to be read. */
export function scanGrown(
  text: string,
  findKnown: (...key: ArchiveKey) => readonly Finding[] | undefined,
  scan: (text: string) => readonly Finding[],
): readonly Finding[] | undefined {
  const [first = 0, ...starts] = findStarts(text);
  for (const start of starts.slice(0, MAX_ADDED)) {
    if (text.length - start <= CONTEXT) return undefined;
    const known = findKnown(text.slice(0, first), text.slice(start));
    if (known !== undefined) return scanAdded(text, start, known, scan);
  }
  return undefined;
}

function scanAdded(
  text: string,
  start: number,
  known: readonly Finding[],
  scan: (text: string) => readonly Finding[],
): readonly Finding[] | undefined {
  const added = text.slice(0, start);
  // A fence or a comment that stays open would make other blocks of the entries below it.
  if (scanMarkdown(added).lines.at(-1)?.kind !== 'blank') return undefined;
  const moved = known.map((each) => move(each, countLines(added)));
  // Near the end of what is read something may be missing around it.
  const certain = countLines(text.slice(0, start + CONTEXT / 2));
  const found = scan(text.slice(0, start + CONTEXT)).filter(({ line }) => line <= certain);
  return found.every((each) => moved.some((other) => isSame(each, other))) ? moved : undefined;
}

/** Where entries begin. A carriage return by itself ends a line too; nobody writes such an archive, so it is read as a whole. */
const findStarts = (text: string): number[] =>
  /\r(?!\n)/.test(text) ? [] : [...text.matchAll(/^## /gm)].map(({ index }) => index);

const countLines = (text: string): number => text.split('\n').length - 1;

const move = (finding: Finding, by: number): Finding => ({
  ...finding,
  line: finding.line + by,
  endLine: finding.endLine + by,
});

const isSame = (a: Finding, b: Finding): boolean =>
  a.rule === b.rule && a.severity === b.severity && a.line === b.line && a.column === b.column;

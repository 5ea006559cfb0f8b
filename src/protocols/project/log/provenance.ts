/**
 * The quote block that says who wrote something, in which session, between which commits. Entries are newest first. A
 * log that people kept the other way round is read by its dates.
 */

import { joinLog, splitLog, type LogEntry } from '../../../kernel/markdown/index.ts';
import { detectLineEnding, hasFinalNewline, splitLines } from '../../../kernel/text.ts';
import { findIsoDate, findIsoTime } from '../../../kernel/time.ts';
import type { Provenance } from '../schema.ts';

const FIELDS = ['Agent', 'Session ID', 'Timestamp', 'Commit before', 'Commit after'] as const;
type Field = (typeof FIELDS)[number];

/** The two spaces after the session come from the protocol; readers that compare bytes expect them. */
export const renderProvenance = (provenance: Provenance): string =>
  [
    `> **Agent:** ${provenance.agent}`,
    `> **Session ID:** ${provenance.sessionId}  `,
    `> **Timestamp:** ${provenance.timestamp}`,
    `> **Commit before:** ${provenance.commitBefore}`,
    `> **Commit after:** ${provenance.commitAfter}`,
    '',
  ].join('\n');

interface FoundProvenance {
  readonly provenance: Provenance;
  /** Offsets of its lines in the text. */
  readonly start: number;
  readonly end: number;
}

const LINE = /^>[ \t]*\*\*(Agent|Session ID|Timestamp|Commit before|Commit after):\*\*[ \t]*(.*?)[ \t]*$/;

/** The first whole block; the fields may be in any order but must be together. */
export function findProvenance(text: string): FoundProvenance | undefined {
  let values = new Map<string, string>();
  let start = 0;
  for (const line of splitLines(text)) {
    const match = LINE.exec(text.slice(line.start, line.end));
    if (match === null) {
      values = new Map();
      continue;
    }
    if (values.size === 0) ({ start } = line);
    values.set(match[1] ?? '', match[2] ?? '');
    if (values.size < FIELDS.length) continue;
    return { provenance: toProvenance(values), start, end: line.next };
  }
  return undefined;
}

function toProvenance(values: ReadonlyMap<string, string>): Provenance {
  const get = (field: Field): string => values.get(field) ?? '';
  return {
    agent: get('Agent'),
    sessionId: get('Session ID'),
    timestamp: get('Timestamp'),
    commitBefore: get('Commit before'),
    commitAfter: get('Commit after'),
  };
}

/** What is wrong with the block of an entry; undefined if it is whole and well formed. */
export function findProvenanceFault(text: string): string | undefined {
  const found = findProvenance(text);
  if (found === undefined) {
    const present = FIELDS.filter((field) => text.includes(`**${field}:**`));
    if (present.length === 0) return 'has no provenance block';
    const missing = FIELDS.filter((field) => !present.includes(field));
    return missing.length === 0
      ? 'has a provenance block whose lines are not together'
      : `has a provenance block without ${missing.join(', ')}`;
  }
  const empty = FIELDS.filter((_, index) => Object.values(found.provenance)[index] === '');
  if (empty.length > 0) return `has a provenance block with nothing after ${empty.join(', ')}`;
  return findIsoTime(found.provenance.timestamp) === undefined
    ? `has a provenance block whose timestamp is not ISO 8601: ${found.provenance.timestamp.slice(0, 40)}`
    : undefined;
}

/** Enough neighbours to see which way a log of years runs. */
const SAMPLE = 200;
/** Clocks of two machines differ by less; so do entries somebody wrote in one sitting. */
const CLEAR_MS = 3_600_000;

/** Where more dated neighbours go up than down: an entry that was put on top of an old log does not turn it around. */
export function isOldestFirst(entries: readonly LogEntry[]): boolean {
  const times = entries.slice(0, SAMPLE).flatMap((entry) => entryTimeMs(entry) ?? []);
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return steps.reduce((sum, step) => (Math.abs(step) < CLEAR_MS ? sum : sum + Math.sign(step)), 0) > 0;
}

/** The entries newest first; unchanged if they are already in that order. */
export function newestFirst(entries: readonly LogEntry[]): readonly LogEntry[] {
  if (!isOldestFirst(entries)) return entries;
  const ending = detectLineEnding(entries[0]?.text ?? '');
  let lastMs = -Infinity;
  const timed = entries.map((entry) => {
    // An entry without a date belongs to what was written before it.
    lastMs = entryTimeMs(entry) ?? lastMs;
    const text = hasFinalNewline(entry.text) ? entry.text : entry.text + ending;
    return { entry: { ...entry, text }, timeMs: lastMs };
  });
  return timed
    .toReversed()
    .sort((a, b) => (a.timeMs === b.timeMs ? 0 : b.timeMs - a.timeMs))
    .map(({ entry }) => entry);
}

/** The whole log newest first, every entry byte for byte. */
export function putNewestFirst(log: string): string {
  const split = splitLog(log);
  return isOldestFirst(split.entries) ? joinLog({ ...split, entries: newestFirst(split.entries) }) : log;
}

const DATED = /^\[?(\d{4}-\d\d-\d\d)\]?\s*(.*)$/;

/** When an entry was written: by its provenance, else by the date in its heading. */
export function entryTimeMs(entry: LogEntry): number | undefined {
  const stamp = findProvenance(entry.text)?.provenance.timestamp;
  const exact = stamp === undefined ? undefined : findIsoTime(stamp)?.epochMs;
  const date = DATED.exec(entry.title)?.[1];
  return exact ?? (date === undefined ? undefined : findIsoDate(date));
}

/** The heading without its date: `agent: title`, or `Session: title`. */
export const entryWords = (title: string): string => DATED.exec(title)?.[2] ?? title;

/** Entries are newest first. A log that people kept the other way round is read by its dates. */
import { joinLog, splitLog, type LogEntry } from '../../../kernel/markdown/index.ts';
import { detectLineEnding, hasFinalNewline } from '../../../kernel/text.ts';
import { findIsoDate, findIsoTime } from '../../../kernel/time.ts';
import { findProvenance } from './provenance.ts';

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

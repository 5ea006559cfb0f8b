import type { LogEntry } from '../../../kernel/markdown/index.ts';
import { findIsoDate, findIsoTime } from '../../../kernel/time.ts';
import { findProvenance } from './provenance.ts';

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

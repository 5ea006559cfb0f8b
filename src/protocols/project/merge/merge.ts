/** Two branches with handoffs of their own become one: the target's files win, no log entry is lost. */
import { joinLog, splitLog, type LogEntry } from '../../../kernel/markdown/index.ts';
import { detectLineEnding, hasFinalNewline } from '../../../kernel/text.ts';
import { entryTimeMs, hashEntry, parseArchiveIndex, renderIndexRows } from '../log/index.ts';
import { AIIGNORE_FILE, ARCHIVE_FILE, ARCHIVE_INDEX_FILE } from '../names.ts';
import type { MergedTasks } from '../actions/index.ts';
import type { LastSession, Manifest } from '../schema.ts';

/** The three versions of a file that a merge starts from. */
export interface ThreeSides {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** For every file but the manifest, which is rebuilt from the result of the others. */
export function mergeHandoffFile(name: string, sides: ThreeSides, merged?: MergedTasks): string {
  if (sides.ours === sides.theirs || sides.theirs === sides.base) return sides.ours;
  if (sides.ours === sides.base) return sides.theirs;
  if (name === 'LOG.md' || name === ARCHIVE_FILE) return mergeLogs(sides);
  if (name === ARCHIVE_INDEX_FILE) return mergeIndexes(sides);
  if (name === AIIGNORE_FILE) return joinIgnored(sides);
  if (name === 'NEXT_ACTIONS.md' && merged !== undefined) return merged.actions;
  return sides.ours;
}

/** Entries that are new on their side go between ours by time; what was in the base is where our side put it. */
function mergeLogs({ base, ours, theirs }: ThreeSides): string {
  const split = splitLog(ours);
  const known = new Set([...splitLog(base).entries, ...split.entries].map(({ text }) => hashEntry(text)));
  const news = splitLog(theirs).entries.filter(({ text }) => !known.has(hashEntry(text)));
  if (news.length === 0) return ours;
  return joinLog({ ...split, entries: interleave(split.entries, news.map(withGap)) });
}

/** The last entry of a file may end without the blank line that parts it from the next. */
const withGap = (entry: LogEntry): LogEntry =>
  /\n\s*\n$/.test(entry.text) ? entry : { ...entry, text: `${entry.text.trimEnd()}\n\n` };

/** Newest first. Our order is kept as it is: their entries find their places in it. */
function interleave(ours: readonly LogEntry[], news: readonly LogEntry[]): LogEntry[] {
  const result: LogEntry[] = [];
  const waiting = [...news];
  for (const entry of ours) {
    const time = entryTimeMs(entry) ?? -Infinity;
    while (waiting[0] !== undefined && (entryTimeMs(waiting[0]) ?? -Infinity) > time)
      result.push(...waiting.splice(0, 1));
    result.push(entry);
  }
  return [...result, ...waiting].map((entry, index, all) => (index < all.length - 1 ? withGap(entry) : entry));
}

const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r/);

/** What either side ignores stays ignored: their new lines come after ours. */
function joinIgnored({ base, ours, theirs }: ThreeSides): string {
  const known = new Set([...linesOf(base), ...linesOf(ours)]);
  const added = linesOf(theirs).filter((line) => line.trim() !== '' && !known.has(line));
  if (added.length === 0) return ours;
  const ending = detectLineEnding(ours);
  return `${ours}${hasFinalNewline(ours) || ours === '' ? '' : ending}${added.join(ending)}${ending}`;
}

function mergeIndexes({ ours, theirs }: ThreeSides): string {
  const rows = parseArchiveIndex(ours);
  const known = new Set(rows.map(({ sha256 }) => sha256));
  return renderIndexRows([...rows, ...parseArchiveIndex(theirs).filter(({ sha256 }) => !known.has(sha256))]);
}

/** What the merged manifest takes from both: ours, the later session, and the tasks of both graphs. */
export function mergeManifests(
  ours: Manifest,
  theirs: Manifest,
  merged: MergedTasks | undefined,
): { readonly previous: Manifest; readonly session: LastSession } {
  const isLater = Date.parse(theirs.last_session.timestamp) > Date.parse(ours.last_session.timestamp);
  const session = isLater ? theirs.last_session : ours.last_session;
  if (merged === undefined) return { previous: ours, session };
  const { tasks, nextId } = merged.graph;
  return { previous: { ...ours, aahp_version: '3.0', tasks, next_task_id: nextId }, session };
}

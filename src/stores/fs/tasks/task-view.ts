import { given } from '../../../kernel/given.ts';
import type { JournalLine, JournalView } from '../../../kernel/ports/index.ts';
import { isFinished, type TaskEntry, type TaskStatus } from '../../../kernel/tasks.ts';
import { encodeLink, hasLinks, TaskIndex, type UnreadPart } from '../../task-index/index.ts';
import {
  bulkKindOf,
  HEAD_LENGTH,
  parseLine,
  type ChangeLine,
  type LinePut,
  type SnapshotLine,
  type TaskLine,
} from './task-line.ts';

/** A line of which it is not known yet that its files are there. */
interface PendingLine {
  readonly end: number;
  readonly line: ChangeLine;
}

/** The journal folded: the index of all tasks, and what is needed to derive files and to compact. */
export class TaskView implements JournalView<TaskLine> {
  index = new TaskIndex();
  generation = 0;
  lastEventId: string | undefined;
  snapshot: SnapshotLine | undefined;
  /** Bytes of the snapshot at the beginning. */
  snapshotEnd = 0;
  end = 0;
  /** Broken files that were reported: path and hash of what was there. */
  broken = new Map<string, string>();
  /** Tasks with a line after the snapshot, by their current id, and where the last such line ends. */
  changed = new Map<string, number>();
  pending: PendingLine[] = [];
  #pendingPuts = new Map<string, LinePut>();
  #lastFinished: LinePut | undefined;

  reset(): void {
    this.index = new TaskIndex();
    this.generation = 0;
    this.lastEventId = undefined;
    this.snapshot = undefined;
    this.snapshotEnd = 0;
    this.end = 0;
    this.broken = new Map();
    this.changed = new Map();
    this.pending = [];
    this.#pendingPuts = new Map();
    this.#lastFinished = undefined;
  }

  apply({ text, end }: JournalLine, draft?: TaskLine): void {
    this.end = end;
    if (draft === undefined && this.#restoreLater(text, end)) return;
    const line = draft ?? parseLine(text);
    if (line.kind === 'change') this.#change(line, end);
    else this.#restore(line, end);
  }

  /** Tasks that wait for their files. */
  get pendingCount(): number {
    return this.#pendingPuts.size;
  }

  /** Files of everything up to here are there. */
  get derivedEnd(): number {
    const [first] = this.pending;
    return first === undefined ? this.end : first.end - 1;
  }

  /** What the files of a task will say once they are derived; undefined if they are. */
  findPending(id: string): LinePut | undefined {
    return this.#pendingPuts.get(id);
  }

  /** Who finished a task asks for it at once: what a file with this text says need not be read from it. */
  findFinished(id: string, sha: string): TaskEntry | undefined {
    const put = this.#lastFinished;
    return put?.entry.task.id === id && put.sha === sha ? put.entry : undefined;
  }

  /** The status of a task before the lines after this position. */
  statusAt(position: number, id: string): TaskStatus | undefined {
    for (const { end, line } of this.pending) {
      const later = end <= position ? undefined : line.puts.find((put) => (put.from?.id ?? put.entry.task.id) === id);
      if (later !== undefined) return later.from?.status;
    }
    return this.index.statusOf(id);
  }

  /** Everything up to this position is in the files. */
  settle(position: number): void {
    this.pending = this.pending.filter(({ end }) => end > position);
    this.#pendingPuts = new Map(
      this.pending.flatMap(({ line }) => line.puts.map((put) => [put.entry.task.id, put] as const)),
    );
  }

  #change(line: ChangeLine, end: number): void {
    for (const put of line.puts) {
      const { entry, sha, from } = put;
      const { id } = entry.task;
      if (from !== undefined && from.id !== id) {
        this.index.remove(from.id);
        this.changed.delete(from.id);
      }
      this.index.put(entry, sha);
      this.changed.set(id, end);
      this.#pendingPuts.set(id, put);
      if (isFinished(entry.task.status)) this.#lastFinished = put;
    }
    for (const { taskId } of line.artifacts) this.changed.set(taskId, end);
    for (const key of line.seen) this.index.seen.add(key);
    for (const id of line.reserved ?? []) this.index.noteId(id);
    for (const [path, sha] of Object.entries(line.broken ?? {})) {
      if (sha === '') this.broken.delete(path);
      else this.broken.set(path, sha);
    }
    this.lastEventId = line.events.at(-1)?.id ?? this.lastEventId;
    this.pending.push({ end, line });
  }

  /** The bulk of a snapshot is read when something asks for it: most commands are about one task. */
  #restoreLater(text: string, end: number): boolean {
    const kind = bulkKindOf(text);
    if (kind === undefined) return false;
    this.snapshotEnd = end;
    const { index } = this;
    const restore = (): void => restoreBulk(index, parseLine(text));
    index.restoreLater({ ...(kind === 'live' ? searchLive(text) : searchFinished(text)), restore });
    return true;
  }

  #restore(line: Exclude<TaskLine, { kind: 'change' }>, end: number): void {
    this.snapshotEnd = end;
    if (line.kind === 'live' || line.kind === 'finished') restoreBulk(this.index, line);
    else if (line.kind === 'seen') for (const key of line.keys) this.index.seen.add(key);
    else {
      this.snapshot = line;
      this.generation = line.generation;
      this.lastEventId = line.lastEventId;
      this.broken = new Map(Object.entries(line.broken));
      for (const [date, number] of Object.entries(line.lastNumbers)) this.index.restoreLastNumber(date, number);
    }
  }
}

/** What a line of live tasks may hold, seen in its text. */
const searchLive = (text: string): Omit<UnreadPart, 'restore'> => ({
  isLive: true,
  has: (id) => text.includes(`"id":"${id}"`),
  hasChildOf: (id) => text.includes(`"parentId":"${id}"`),
  hasTrace: (traceId) => text.includes(JSON.stringify(traceId)),
});

/** The same for finished ones. An older Baton left their links to their files: then nothing can be told. */
function searchFinished(text: string): Omit<UnreadPart, 'restore'> {
  const isLinked = text.startsWith('"kind":"finished","linked":true', HEAD_LENGTH);
  const hasLink = (name: string): boolean => !isLinked || text.includes(` ${encodeLink(name)} `);
  return { isLive: false, has: (id) => text.includes(`${id} `), hasChildOf: hasLink, hasTrace: hasLink };
}

function restoreBulk(index: TaskIndex, line: TaskLine): void {
  if (line.kind === 'live') for (const { entry, sha } of line.tasks) index.restoreLive(entry, sha);
  if (line.kind !== 'finished') return;
  for (const row of line.text.split('\n')) {
    const space = row.indexOf(' ');
    if (space > 0) index.restoreFinished(row.slice(0, space), row.slice(space + 1));
  }
}

/** A journal is compacted if so much, and so many times its snapshot, has been added to it. */
const COMPACT_BYTES = 4 * 1024 * 1024;
const COMPACT_RATIO = 4;

export const maxSizeOf = ({ snapshotEnd }: TaskView, factor: number): number =>
  snapshotEnd + Math.max(COMPACT_BYTES, snapshotEnd * COMPACT_RATIO) * factor;

const LIVE_PER_LINE = 200;
const FINISHED_PER_LINE = 5_000;

/** The lines a compacted journal begins with. Finished tasks come first: live ones may wait for them. */
export function planSnapshot(view: TaskView, events: { file: string; sizeBytes: number } | undefined): TaskLine[] {
  const { index } = view;
  const live = [...index.allLive()];
  const finished = [...index.allFinished()].map(([id, text]) => `${id} ${text}`);
  return [
    {
      kind: 'snapshot',
      generation: view.generation + 1,
      ...given({ lastEventId: view.lastEventId, events }),
      lastNumbers: Object.fromEntries(index.lastNumbers),
      broken: Object.fromEntries(view.broken),
    },
    ...inParts(finished, FINISHED_PER_LINE).map((part) => ({
      kind: 'finished' as const,
      linked: part.every(hasLinks),
      text: part.join('\n'),
    })),
    ...inParts(live, LIVE_PER_LINE).map((tasks) => ({ kind: 'live' as const, tasks })),
    ...inParts(index.seen.all(), FINISHED_PER_LINE).map((keys) => ({ kind: 'seen' as const, keys })),
  ];
}

function inParts<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size));
  return parts;
}

/** A task that is moved again at every look is looked for so often. */
const MAX_LOOKS = 20;

interface Journaled {
  /** Reads what others have written since. */
  catchUp(): Promise<void>;
  /** How far the journal was read. */
  end(): number;
}

/**
 * Reads files as the journal says they are. Another process may move one after the journal was read: then it has a line that
 * says so, and everything is read again.
 */
export async function readSteadily<T>(
  { catchUp, end }: Journaled,
  read: () => T,
  isWhole: (result: T) => boolean,
): Promise<T> {
  for (let looks = 1; ; looks += 1) {
    await catchUp();
    const before = end();
    const result = read();
    if (isWhole(result) || looks >= MAX_LOOKS) return result;
    await catchUp();
    if (end() === before) return result;
  }
}

import { isUlid } from '../../../kernel/ids.ts';
import { isJsonObject } from '../../../kernel/json.ts';
import type { Disk, DiskFile } from '../../../kernel/ports/index.ts';
import type { PlaneEvent } from '../../../kernel/tasks.ts';
import { unlessGone } from '../file-errors.ts';

const NEWLINE = 0x0a;
const CHUNK_BYTES = 256 * 1024;
/** Below this a plain scan is as quick as one more step of the search. */
const SEARCH_BYTES = 64 * 1024;

export interface EventQuery {
  readonly after: string | undefined;
  readonly taskIds?: readonly string[];
  /** Stands somewhere in it. */
  readonly text?: string;
}

/**
 * Events of one file, in pieces: a long log is never in memory whole. Ids grow from line to line, so that the place
 * after `after` is found by search, not by reading up to it.
 */
export async function* readEventFile(disk: Disk, path: string, query: EventQuery): AsyncGenerator<PlaneEvent> {
  const file = await unlessGone(disk.open(path, 'r'));
  if (file === undefined) return;
  try {
    const { sizeBytes } = await file.stat();
    const start = query.after === undefined ? 0 : await findStart(file, sizeBytes, query.after);
    for await (const line of readLines(file, start, sizeBytes)) {
      const event = isWanted(line, query) ? findEvent(line) : undefined;
      if (event === undefined || (query.after !== undefined && event.id <= query.after)) continue;
      if (query.taskIds === undefined || query.taskIds.includes(event.taskId ?? '')) yield event;
    }
  } finally {
    await file.close();
  }
}

/** Most lines are about other tasks, and need not be parsed to know that. */
const isWanted = (line: string, { taskIds, text }: EventQuery): boolean =>
  (taskIds === undefined || taskIds.some((id) => line.includes(id))) && (text === undefined || line.includes(text));

/** Where a line begins that is not after `after`, close to the first one that is. */
async function findStart(file: DiskFile, sizeBytes: number, after: string): Promise<number> {
  let low = 0;
  let high = sizeBytes;
  while (high - low > SEARCH_BYTES) {
    const middle = low + Math.floor((high - low) / 2);
    const line = await findLineFrom(file, middle);
    if (line === undefined || line.start >= high) break;
    if (line.id <= after) low = line.start;
    else high = middle;
  }
  return low;
}

/** The first line that begins after this position, if it fits into one piece. */
async function findLineFrom(file: DiskFile, position: number): Promise<{ start: number; id: string } | undefined> {
  const piece = Buffer.alloc(SEARCH_BYTES);
  const read = await file.read(piece, position);
  const end = piece.subarray(0, read).indexOf(NEWLINE);
  const id = end < 0 ? undefined : LINE_ID.exec(piece.subarray(end + 1, end + 50).toString('latin1'))?.[1];
  return id === undefined ? undefined : { start: position + end + 1, id };
}

const LINE_ID = /^\{"id":"([0-9A-Z]{26})"/;

/** Whole lines only: the last one may still be written. */
async function* readLines(file: DiskFile, start: number, end: number): AsyncGenerator<string> {
  let position = start;
  let rest = Buffer.alloc(0);
  while (position < end) {
    const piece = Buffer.alloc(Math.min(CHUNK_BYTES, end - position));
    const read = await file.read(piece, position);
    if (read === 0) return;
    position += read;
    const bytes = Buffer.concat([rest, piece.subarray(0, read)]);
    const last = bytes.lastIndexOf(NEWLINE);
    if (last >= 0) yield* bytes.subarray(0, last).toString('utf8').split('\n');
    rest = bytes.subarray(last + 1);
  }
}

export function findEvent(line: string): PlaneEvent | undefined {
  if (!line.startsWith('{') || !line.endsWith('}')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    // The log is derived from the journal, which only takes events of this shape.
    return isJsonObject(value) && typeof value['id'] === 'string' && isUlid(value['id'])
      ? (value as unknown as PlaneEvent)
      : undefined;
  } catch {
    return undefined;
  }
}

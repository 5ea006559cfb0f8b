import { join } from 'node:path';
import { parseUlidTime } from '../../../kernel/ids.ts';
import type { Disk, DiskFile } from '../../../kernel/ports/index.ts';
import type { PlaneEvent } from '../../../kernel/tasks.ts';
import { renderIsoDate } from '../../../kernel/time.ts';
import { unlessGone } from '../file-errors.ts';
import type { PlainFiles } from './plain-files.ts';
import { findEvent, readEventFile, type EventQuery } from './read-events.ts';

const NEWLINE = 0x0a;
const TAIL_BYTES = 64 * 1024;

/** The event log for people and tools: one file per day, derived from the journal. */
export class EventFiles {
  readonly #disk: Disk;
  readonly #files: PlainFiles;
  readonly #folder: string;

  constructor(disk: Disk, files: PlainFiles, folder: string) {
    this.#disk = disk;
    this.#files = files;
    this.#folder = folder;
  }

  /** The day of the id, not of the timestamp: ids never go back, so that the files are in order as well. */
  fileOf(eventId: string): string {
    return `${renderIsoDate(parseUlidTime(eventId))}.jsonl`;
  }

  /** With `again`, some of them may be there already, and the last line may be torn. */
  async append(events: readonly PlaneEvent[], again: boolean): Promise<void> {
    for (const [name, group] of this.#byFile(events)) {
      const path = join(this.#folder, name);
      const lastId = again ? await this.#repairTail(path) : undefined;
      const missing = lastId === undefined ? group : group.filter(({ id }) => id > lastId);
      if (missing.length > 0) await this.#write(path, missing);
    }
  }

  #byFile(events: readonly PlaneEvent[]): Map<string, PlaneEvent[]> {
    const groups = new Map<string, PlaneEvent[]>();
    for (const event of events) {
      const name = this.fileOf(event.id);
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [event]);
      else group.push(event);
    }
    return groups;
  }

  async #write(path: string, events: readonly PlaneEvent[]): Promise<void> {
    const text = events.map((event) => `${JSON.stringify(event)}\n`).join('');
    await this.#files.inFolder(this.#folder, async () => {
      const file = await this.#disk.open(path, 'a');
      try {
        await file.write(Buffer.from(text, 'utf8'));
      } finally {
        await file.close();
      }
    });
  }

  /** Cuts off what is not a whole line at the end; the id of the last event that is whole. */
  async #repairTail(path: string): Promise<string | undefined> {
    const stat = await this.#disk.lstat(path);
    if (stat === undefined || stat.sizeBytes === 0) return undefined;
    const file = await this.#disk.open(path, 'r+');
    try {
      const last = await findLast(file, stat.sizeBytes);
      const wholeSize = last?.endBytes ?? 0;
      if (wholeSize < stat.sizeBytes) await file.truncate(wholeSize);
      return last?.id;
    } finally {
      await file.close();
    }
  }

  async latest(): Promise<{ file: string; sizeBytes: number } | undefined> {
    const entries = (await unlessGone(this.#disk.readdir(this.#folder))) ?? [];
    const file = entries
      .map(({ name }) => name)
      .filter((name) => EVENT_FILE.test(name))
      .sort()
      .at(-1);
    if (file === undefined) return undefined;
    return { file, sizeBytes: (await this.#disk.lstat(join(this.#folder, file)))?.sizeBytes ?? 0 };
  }

  /** Makes what was appended since this point durable. */
  async flush(since: string | undefined): Promise<void> {
    for (const name of await this.#namesFrom(since)) await syncFile(this.#disk, join(this.#folder, name));
    if ((await this.#disk.lstat(this.#folder)) !== undefined) await this.#disk.syncFolder(this.#folder);
  }

  /** After a power loss: back to what was flushed; everything later comes from the journal. */
  async cutBack(flushed: { readonly file: string; readonly sizeBytes: number } | undefined): Promise<void> {
    for (const name of await this.#namesFrom(flushed?.file)) {
      const size = name === flushed?.file ? flushed.sizeBytes : 0;
      const path = join(this.#folder, name);
      if (((await this.#disk.lstat(path))?.sizeBytes ?? 0) <= size) continue;
      const file = await this.#disk.open(path, 'r+');
      try {
        await file.truncate(size);
      } finally {
        await file.close();
      }
    }
  }

  async #namesFrom(first: string | undefined): Promise<string[]> {
    const entries = (await unlessGone(this.#disk.readdir(this.#folder))) ?? [];
    return entries
      .map(({ name }) => name)
      .filter((name) => EVENT_FILE.test(name) && name >= (first ?? ''))
      .sort();
  }

  async *read(after: string | undefined, about: Omit<EventQuery, 'after'> = {}): AsyncGenerator<PlaneEvent> {
    for (const name of await this.#namesFrom(after === undefined ? undefined : this.fileOf(after))) {
      yield* readEventFile(this.#disk, join(this.#folder, name), { ...about, after });
    }
  }

  /** Of the newest file that has a whole line. */
  async findLastId(): Promise<string | undefined> {
    for (const name of (await this.#namesFrom(undefined)).toReversed()) {
      const file = await unlessGone(this.#disk.open(join(this.#folder, name), 'r'));
      if (file === undefined) continue;
      try {
        const last = await findLast(file, (await file.stat()).sizeBytes);
        if (last !== undefined) return last.id;
      } finally {
        await file.close();
      }
    }
    return undefined;
  }
}

/** The last event that is whole in a file, and where it ends. */
async function findLast(file: DiskFile, sizeBytes: number): Promise<{ id: string; endBytes: number } | undefined> {
  for (let size = sizeBytes; size > 0;) {
    const from = Math.max(0, size - TAIL_BYTES);
    const tail = Buffer.alloc(size - from);
    await file.read(tail, from);
    const end = tail.lastIndexOf(NEWLINE);
    const start = end < 0 ? -1 : tail.lastIndexOf(NEWLINE, end - 1);
    const id =
      end < 0 || (start < 0 && from > 0) ? undefined : findEventId(tail.subarray(start + 1, end).toString('utf8'));
    if (id !== undefined) return { id, endBytes: from + end + 1 };
    size = end < 0 ? from : from + start + 1;
  }
  return undefined;
}

const EVENT_FILE = /^\d{4}-\d\d-\d\d\.jsonl$/;

export async function syncFile(disk: Disk, path: string): Promise<void> {
  const file = await unlessGone(disk.open(path, 'r+'));
  if (file === undefined) return;
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

const findEventId = (line: string): string | undefined => findEvent(line)?.id;

import { hash } from 'node:crypto';
import { dirname } from 'node:path';
import { crc32 } from '../../kernel/hash.ts';
import type { Disk, DiskFile, SummedText } from '../../kernel/ports/index.ts';

interface Count {
  readonly key: CountKey;
  readonly count: number;
}

/**
 * Counts kept in one file between processes, any number of which may use it at once: each writes single buckets, just
 * after it looked what others put there. Nothing in here ever fails: a count that got lost is made again.
 */
export class CountCache {
  readonly #disk: Disk;
  readonly #path: string;
  #table: Promise<CountTable> | undefined;
  #pending: Count[] = [];
  #writing: Promise<void> | undefined;
  #isWritable = true;

  constructor(disk: Disk, path: string) {
    this.#disk = disk;
    this.#path = path;
  }

  async findAll(keys: readonly CountKey[]): Promise<(number | undefined)[]> {
    const table = await (this.#table ??= this.#read());
    return keys.map((key) => table.find(key));
  }

  /** Remembers counts, and writes them down soon: nobody has to wait for that. */
  async addAll(counts: readonly Count[]): Promise<void> {
    const table = await (this.#table ??= this.#read());
    for (const { key, count } of counts) table.add(key, count);
    if (!this.#isWritable || counts.length === 0) return;
    this.#pending.push(...counts);
    this.#writing ??= this.#writeAll();
  }

  /** Resolves when everything added is in the file, or cannot get there. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  async #read(): Promise<CountTable> {
    try {
      const file = await this.#disk.open(this.#path, 'r');
      return await closing(file, readTable);
    } catch {
      return new CountTable();
    }
  }

  async #writeAll(): Promise<void> {
    try {
      // Counts that came while others were written go together in the next round.
      while (this.#pending.length > 0) await this.#write(this.#pending.splice(0));
    } catch {
      // A folder that cannot be written, a full disk: this process continues without them.
      this.#isWritable = false;
      this.#pending = [];
    } finally {
      this.#writing = undefined;
    }
  }

  async #write(counts: readonly Count[]): Promise<void> {
    const table = new CountTable();
    const buckets = new Map(counts.map(({ key }) => table.locate(key)).map((one) => [one.position, one.bucket]));
    await closing(await this.#openToWrite(), async (file) => {
      // What others put there since, of these buckets alone: the whole file is half a megabyte.
      for (const [position, bucket] of buckets) await file.read(bucket, position);
      for (const { key, count } of counts) table.add(key, count);
      for (const [position, bucket] of buckets) await file.write(bucket, position);
    });
  }

  async #openToWrite(): Promise<DiskFile> {
    const there = await this.#disk.stat(this.#path);
    if (there === undefined) {
      await this.#disk.mkdir(dirname(this.#path));
      // Another process may be first; appending nothing leaves what it wrote.
      await (await this.#disk.open(this.#path, 'a', 0o600)).close();
    }
    return this.#disk.open(this.#path, 'r+');
  }
}

/** A shorter file is one whose last buckets were never used. */
async function readTable(file: DiskFile): Promise<CountTable> {
  const bytes = Buffer.alloc(TABLE_BYTES);
  await file.read(bytes, 0);
  return new CountTable(bytes);
}

async function closing<T>(file: DiskFile, use: (file: DiskFile) => Promise<T>): Promise<T> {
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** The first 16 bytes of the text's SHA-256. */
export type CountKey = Buffer;

const KEY_BYTES = 16;
const CHECKED_BYTES = 20;
const RECORD_BYTES = 24;
export const RECORDS_PER_BUCKET = 5;
/** Divides a page, so that the system writes a bucket as a whole. */
const BUCKET_BYTES = 128;
const BUCKETS = 4096;
export const TABLE_BYTES = BUCKETS * BUCKET_BYTES;

export const keyOf = (text: string | SummedText): CountKey =>
  (typeof text === 'string' ? hash('sha256', text, 'buffer') : Buffer.from(text.sha256, 'hex')).subarray(0, KEY_BYTES);

/**
 * A hash table of counts in the form of the file, so that reading the file is all there is to opening it. A key's first
 * bytes choose its bucket; a bucket holds five records of key, count and checksum, newest first. Its size never
 * changes: in a full bucket the oldest record gives way. What is not sound, a torn record or foreign bytes, is simply
 * not found, and overwritten one day.
 */
export class CountTable {
  readonly #bytes: Buffer;

  /** Takes the buffer over; it must hold TABLE_BYTES. */
  constructor(bytes: Buffer = Buffer.alloc(TABLE_BYTES)) {
    this.#bytes = bytes;
  }

  find(key: CountKey): number | undefined {
    const start = bucketStart(key);
    for (let at = start; at < start + RECORDS_PER_BUCKET * RECORD_BYTES; at += RECORD_BYTES) {
      if (this.#bytes.compare(key, 0, KEY_BYTES, at, at + KEY_BYTES) !== 0) continue;
      if (this.#checksum(at) === this.#bytes.readUInt32LE(at + CHECKED_BYTES))
        return this.#bytes.readUInt32LE(at + KEY_BYTES);
    }
    return undefined;
  }

  /** The bucket of a key, to be filled or written, and where in the file it belongs. */
  locate(key: CountKey): { readonly position: number; readonly bucket: Buffer } {
    const position = bucketStart(key);
    return { position, bucket: this.#bytes.subarray(position, position + BUCKET_BYTES) };
  }

  add(key: CountKey, count: number): void {
    const start = bucketStart(key);
    this.#bytes.copy(this.#bytes, start + RECORD_BYTES, start, start + (RECORDS_PER_BUCKET - 1) * RECORD_BYTES);
    key.copy(this.#bytes, start);
    this.#bytes.writeUInt32LE(count, start + KEY_BYTES);
    this.#bytes.writeUInt32LE(this.#checksum(start), start + CHECKED_BYTES);
  }

  #checksum(at: number): number {
    return crc32(this.#bytes.subarray(at, at + CHECKED_BYTES));
  }
}

const bucketStart = (key: CountKey): number => (key.readUInt32LE(0) % BUCKETS) * BUCKET_BYTES;

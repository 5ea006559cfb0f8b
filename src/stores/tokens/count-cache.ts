import { dirname } from 'node:path';
import type { Disk, DiskFile } from '../../kernel/ports/index.ts';
import { CountTable, TABLE_BYTES, type CountKey } from './count-table.ts';

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

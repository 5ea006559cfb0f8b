import { dirname } from 'node:path';
import type { Disk } from '../../kernel/index.ts';
import { CountTable, HEADER, RECORD_BYTES, renderRecord, type CountKey } from './count-table.ts';

/** About a megabyte. Beyond it the oldest quarter goes. */
const MAX_RECORDS = 40_000;
const KEPT_RECORDS = 30_000;
const MAX_FILE_BYTES = HEADER.length + MAX_RECORDS * RECORD_BYTES;

/**
 * Counts kept in one file between processes. Any number of them append to it at once, each with whole records in a
 * single write. Nothing in here ever fails: without the file, or with a useless one, counts are made again.
 */
export class CountCache {
  readonly #disk: Disk;
  readonly #path: string;
  readonly #added = new Map<string, number>();
  #table: Promise<CountTable> | undefined;
  #folder: Promise<void> | undefined;
  #pending: Buffer[] = [];
  #writing: Promise<void> | undefined;
  #isWritable = true;

  constructor(disk: Disk, path: string) {
    this.#disk = disk;
    this.#path = path;
  }

  async findAll(keys: readonly CountKey[]): Promise<(number | undefined)[]> {
    const table = await (this.#table ??= this.#read());
    return keys.map((key) => this.#added.get(nameOf(key)) ?? table.find(key));
  }

  /** Remembers a count, and writes it down soon: nobody has to wait for that. */
  add(key: CountKey, count: number): void {
    this.#remember(nameOf(key), count);
    if (!this.#isWritable) return;
    this.#pending.push(renderRecord(key, count));
    this.#writing ??= this.#writeAll();
  }

  /** Resolves when everything added is in the file, or cannot get there. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  /** A daemon must not grow with every text it ever saw. */
  #remember(name: string, count: number): void {
    this.#added.set(name, count);
    if (this.#added.size <= MAX_RECORDS) return;
    for (const oldest of this.#added.keys()) {
      this.#added.delete(oldest);
      if (this.#added.size <= KEPT_RECORDS) break;
    }
  }

  async #read(): Promise<CountTable> {
    try {
      const there = await this.#disk.stat(this.#path);
      const isUsable = there?.kind === 'file' && there.sizeBytes <= 2 * MAX_FILE_BYTES;
      return new CountTable(isUsable ? await this.#disk.readFile(this.#path) : HEADER);
    } catch {
      return new CountTable(HEADER);
    }
  }

  async #writeAll(): Promise<void> {
    try {
      // Records that came while others were written go together in the next write.
      while (this.#pending.length > 0) {
        const records = Buffer.concat(this.#pending.splice(0));
        if (!(await this.#append(records))) await this.#replace(records);
      }
    } catch {
      // A folder that cannot be written, a full disk: this process goes on without.
      this.#isWritable = false;
      this.#pending = [];
    } finally {
      this.#writing = undefined;
    }
  }

  /** False where the file must be replaced first: too large, torn, or none of ours. */
  async #append(records: Buffer): Promise<boolean> {
    await (this.#folder ??= this.#disk.mkdir(dirname(this.#path)));
    const file = await this.#disk.open(this.#path, 'a', 0o600);
    try {
      const { sizeBytes } = await file.stat();
      if (sizeBytes % RECORD_BYTES !== 0 || sizeBytes + records.length > MAX_FILE_BYTES) return false;
      if (sizeBytes > 0 && !(await (this.#table ??= this.#read())).isWhole) return false;
      await file.write(sizeBytes === 0 ? Buffer.concat([HEADER, records]) : records);
      return true;
    } finally {
      await file.close();
    }
  }

  /** What other processes append meanwhile is lost with the old file, and counted again one day. */
  async #replace(records: Buffer): Promise<void> {
    const table = await this.#read();
    const temp = `${this.#path}.${process.pid}.tmp`;
    const file = await this.#disk.open(temp, 'w', 0o600);
    try {
      await file.write(Buffer.concat([HEADER, table.newest(KEPT_RECORDS), records]));
    } finally {
      await file.close();
    }
    await this.#disk.rename(temp, this.#path);
    this.#table = this.#read();
  }
}

const nameOf = (key: CountKey): string => key.toString('latin1');

import { hash } from 'node:crypto';
import { crc32 } from '../../kernel/index.ts';

/** The first 16 bytes of the text's SHA-256. */
export type CountKey = Buffer;

/** As long as a record, so that two processes that begin a file at once leave one useless record and no shift. */
export const HEADER = Buffer.from('baton-tokens o200k_base\n', 'latin1');
export const RECORD_BYTES = 24;
const KEY_BYTES = 16;
const CHECKED_BYTES = 20;
const EMPTY = -1;

export const keyOf = (text: string): CountKey => hash('sha256', text, 'buffer').subarray(0, KEY_BYTES);

/** Key, count, checksum of both. */
export function renderRecord(key: CountKey, count: number): Buffer {
  const record = Buffer.alloc(RECORD_BYTES);
  key.copy(record);
  record.writeUInt32LE(count, KEY_BYTES);
  record.writeUInt32LE(crc32(record.subarray(0, CHECKED_BYTES)), CHECKED_BYTES);
  return record;
}

/**
 * The records of a cache file, looked up in place: nothing is unpacked, so that a process that needs five counts does
 * not pay for ten thousand. A damaged record never matches.
 */
export class CountTable {
  readonly #bytes: Buffer;
  readonly #slots: Int32Array;
  /** False where the file is not one of ours, or was torn: it takes no further records. */
  readonly isWhole: boolean;

  constructor(file: Buffer) {
    const isOurs = file.length === 0 || file.subarray(0, HEADER.length).equals(HEADER);
    const sizeBytes = isOurs ? file.length - (file.length % RECORD_BYTES) : 0;
    this.isWhole = isOurs && sizeBytes === file.length;
    this.#bytes = file.subarray(0, sizeBytes);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 + (2 * sizeBytes) / RECORD_BYTES))).fill(EMPTY);
    for (let at = HEADER.length; at < sizeBytes; at += RECORD_BYTES) {
      const start = this.#bytes.readUInt32LE(at);
      let slot = start & (this.#slots.length - 1);
      while (this.#slots[slot] !== EMPTY) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = at;
    }
  }

  find(key: CountKey): number | undefined {
    const mask = this.#slots.length - 1;
    for (let slot = key.readUInt32LE(0) & mask; ; slot = (slot + 1) & mask) {
      const at = this.#slots[slot] ?? EMPTY;
      if (at === EMPTY) return undefined;
      if (this.#bytes.compare(key, 0, KEY_BYTES, at, at + KEY_BYTES) === 0 && this.#isSound(at)) {
        return this.#bytes.readUInt32LE(at + KEY_BYTES);
      }
    }
  }

  /** The sound records among the newest `limit`, as they stand in the file. */
  newest(limit: number): Buffer {
    const kept: Buffer[] = [];
    const first = Math.max(HEADER.length, this.#bytes.length - limit * RECORD_BYTES);
    for (let at = first; at < this.#bytes.length; at += RECORD_BYTES) {
      if (this.#isSound(at)) kept.push(this.#bytes.subarray(at, at + RECORD_BYTES));
    }
    return Buffer.concat(kept);
  }

  #isSound(at: number): boolean {
    return crc32(this.#bytes.subarray(at, at + CHECKED_BYTES)) === this.#bytes.readUInt32LE(at + CHECKED_BYTES);
  }
}

import { hash } from 'node:crypto';
import { crc32 } from '../../kernel/hash.ts';
import type { SummedText } from '../../kernel/ports/index.ts';

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

import { closeSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';

const SAVE_MS = 1_000;
/** What the next attempt learns about the output. */
const LAST_BYTES = 2_000;

/**
 * The output of a program in a file of bounded size: its beginning as it comes, and its end, which is written over and
 * over at the same place. A program that prints for days fills neither disk nor memory, and what it printed last, which
 * says why it failed, is there.
 */
export class CappedLog {
  readonly #file: number;
  readonly #headBytes: number;
  readonly #tail: TailBuffer;
  #headSize = 0;
  #total = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(path: string, { headBytes, tailBytes }: { readonly headBytes: number; readonly tailBytes: number }) {
    this.#file = openSync(path, 'w', 0o600);
    this.#headBytes = headBytes;
    this.#tail = new TailBuffer(Math.max(tailBytes, LAST_BYTES));
  }

  add(piece: Buffer): void {
    this.#total += piece.length;
    this.#tail.add(piece);
    const head = piece.subarray(0, Math.max(0, this.#headBytes - this.#headSize));
    if (head.length > 0) {
      writeSync(this.#file, head, 0, head.length, this.#headSize);
      this.#headSize += head.length;
    }
    if (this.#total > this.#headSize) this.#timer ??= setTimeout(() => this.#saveTail(), SAVE_MS);
  }

  /** The last lines, as text. */
  get last(): string {
    const bytes = this.#tail.bytes();
    const cut = bytes.subarray(Math.max(0, bytes.length - LAST_BYTES));
    const from = cut.length < bytes.length || this.#total > bytes.length ? cut.indexOf(0x0a) + 1 : 0;
    return new TextDecoder().decode(cut.subarray(from)).trimEnd();
  }

  /** Makes durable what came so far. */
  save(): void {
    this.#saveTail();
    fsyncSync(this.#file);
  }

  close(): void {
    this.save();
    closeSync(this.#file);
  }

  #saveTail(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const rest = this.#total - this.#headSize;
    if (rest === 0) return;
    const tail = this.#tail.bytes();
    const kept = tail.subarray(Math.max(0, tail.length - rest));
    const omitted = rest - kept.length;
    const mark = omitted === 0 ? '' : `\n[baton: ${omitted} bytes left out here]\n`;
    const end = Buffer.concat([Buffer.from(mark), kept]);
    writeSync(this.#file, end, 0, end.length, this.#headSize);
    ftruncateSync(this.#file, this.#headSize + end.length);
  }
}

/** The last bytes of a stream, in at most twice their size of memory. */
class TailBuffer {
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#size += piece.length;
    if (this.#size > this.#maxBytes * 2 || this.#pieces.length > 1_024) this.#join();
  }

  bytes(): Buffer {
    this.#join();
    return this.#pieces[0] ?? Buffer.alloc(0);
  }

  #join(): void {
    const all = Buffer.concat(this.#pieces);
    const kept = Buffer.from(all.subarray(Math.max(0, all.length - this.#maxBytes)));
    this.#pieces = [kept];
    this.#size = kept.length;
  }
}

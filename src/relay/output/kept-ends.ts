import { createHash } from 'node:crypto';
import type { OutputFacts } from '../../protocols/output/index.ts';

const HEAD_BYTES = 64 * 1024;
const TAIL_BYTES = 4 * 1024 * 1024;
/** So much of what cannot be decoded is no text. */
const BINARY_SHARE = 0.1;
const LINE_FEED = 10;

/** Takes an output of any size and keeps its beginning, its end and its measures in bounded memory. */
export class KeptEnds {
  readonly #head = Buffer.allocUnsafe(HEAD_BYTES);
  readonly #hash = createHash('sha256');
  #headSize = 0;
  #tail: Uint8Array[] = [];
  #tailSize = 0;
  #sizeBytes = 0;
  #lineFeeds = 0;
  #lastByte = LINE_FEED;

  add(piece: Uint8Array): void {
    this.#sizeBytes += piece.length;
    this.#hash.update(piece);
    this.#countLines(piece);
    const toHead = Math.min(HEAD_BYTES - this.#headSize, piece.length);
    this.#head.set(piece.subarray(0, toHead), this.#headSize);
    this.#headSize += toHead;
    if (toHead < piece.length) this.#addToTail(piece.subarray(toHead));
  }

  /** To be called once, at the end. */
  finish(): OutputFacts & { readonly sha256: string } {
    const tail = Buffer.concat(this.#tail);
    const isWhole = this.#headSize + tail.length === this.#sizeBytes;
    const head = this.#head.subarray(0, this.#headSize);
    const bytes = isWhole ? Buffer.concat([head, tail]) : Buffer.concat([head, Buffer.from('\n'), tail]);
    const text = bytes.toString('utf8');
    return {
      text,
      sizeBytes: this.#sizeBytes,
      lineCount: this.#lineFeeds + (this.#lastByte === LINE_FEED ? 0 : 1),
      isBinary: isBinary(text, bytes),
      sha256: this.#hash.digest('hex'),
    };
  }

  #addToTail(piece: Uint8Array): void {
    // A copy: the piece may be a view of a far larger buffer.
    this.#tail.push(Uint8Array.from(piece.subarray(-TAIL_BYTES)));
    this.#tailSize += Math.min(piece.length, TAIL_BYTES);
    if (this.#tailSize <= 2 * TAIL_BYTES) return;
    const kept = Buffer.concat(this.#tail).subarray(-TAIL_BYTES);
    this.#tail = [Uint8Array.from(kept)];
    this.#tailSize = TAIL_BYTES;
  }

  #countLines(piece: Uint8Array): void {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) this.#lineFeeds += 1;
    this.#lastByte = bytes.at(-1) ?? this.#lastByte;
  }
}

function isBinary(text: string, bytes: Buffer): boolean {
  if (bytes.includes(0)) return true;
  let broken = 0;
  for (let at = text.indexOf('\uFFFD'); at !== -1; at = text.indexOf('\uFFFD', at + 1)) broken += 1;
  return broken > text.length * BINARY_SHARE;
}

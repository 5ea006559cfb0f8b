import { isUtf8 } from 'node:buffer';
import type { DiskFile } from '../../../kernel/ports/index.ts';

/** A longer line is treated as damage rather than read into memory. */
export const MAX_LINE_BYTES = 32 * 1024 * 1024;

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

/** The bytes up to a line break, or up to the end of what was asked for. */
export interface RawLine {
  readonly position: number;
  /** After the line break. */
  readonly end: number;
  readonly isTerminated: boolean;
  /** A NUL byte: space the file system reserved and never wrote. */
  readonly hasHole: boolean;
  /** Undefined for a line that is too long. */
  readonly bytes: Buffer | undefined;
}

export type IsWhole = (text: string) => boolean;

/** The text of a line that was written completely. */
export function findText({ bytes, isTerminated, hasHole }: RawLine, isWhole: IsWhole): string | undefined {
  if (bytes === undefined || !isTerminated || hasHole || !isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  return isWhole(text) ? text : undefined;
}

export async function* splitLines(file: DiskFile, from: number, to: number): AsyncGenerator<readonly RawLine[]> {
  let open = new OpenLine(from);
  for (let offset = from; offset < to;) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, to - offset));
    const piece = chunk.subarray(0, await file.read(chunk, offset));
    // Shorter than it was a moment ago: somebody cut it off, and the next look will see that.
    if (piece.length === 0) break;
    offset += piece.length;
    const lines: RawLine[] = [];
    for (let start = 0; start < piece.length;) {
      const newline = piece.indexOf(NEWLINE, start);
      open.add(piece.subarray(start, newline < 0 ? piece.length : newline));
      if (newline < 0) break;
      const line = open.toLine(true);
      lines.push(line);
      open = new OpenLine(line.end);
      start = newline + 1;
    }
    yield lines;
  }
  if (!open.isEmpty) yield [open.toLine(false)];
}

/** A line whose end is not reached yet. */
class OpenLine {
  readonly #position: number;
  #pieces: Buffer[] = [];
  #sizeBytes = 0;
  #hasHole = false;

  constructor(position: number) {
    this.#position = position;
  }

  get isEmpty(): boolean {
    return this.#sizeBytes === 0;
  }

  add(piece: Buffer): void {
    this.#sizeBytes += piece.length;
    this.#hasHole ||= piece.includes(0);
    if (this.#sizeBytes > MAX_LINE_BYTES) this.#pieces = [];
    else this.#pieces.push(piece);
  }

  toLine(isTerminated: boolean): RawLine {
    const [first, ...others] = this.#pieces;
    const whole = others.length === 0 ? (first ?? Buffer.alloc(0)) : Buffer.concat(this.#pieces);
    return {
      position: this.#position,
      end: this.#position + this.#sizeBytes + (isTerminated ? 1 : 0),
      isTerminated,
      hasHole: this.#hasHole,
      bytes: this.#sizeBytes > MAX_LINE_BYTES ? undefined : whole,
    };
  }
}

import type { Writable } from 'node:stream';
import type { StandardFiles } from '../../kernel/ports/index.ts';

/** Standard output as results are printed to it. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number | undefined;
  readonly rows?: number;
  /** False if the reader is slow: `open` then says when to go on. */
  write(text: string): boolean;
  /** Node's stream, for what is written over a long time: a slow reader holds up nothing else. */
  open(): Writable;
}

/** Standard input, whole. */
export interface Input {
  readonly isTerminal: boolean;
  readonly pieces: AsyncIterable<Uint8Array>;
}

type Failed = (error: NodeJS.ErrnoException) => void;

/** Files and pipes are written to and read at once; for all else, and without `files`, there are Node's streams. */
export function openOutput(process: NodeJS.Process, files: StandardFiles | undefined, failed: Failed): Output {
  return files?.isPlain(1) === true ? new PlainOutput(process, files, failed) : openStream(process, failed);
}

export function openInput(process: NodeJS.Process, files: StandardFiles | undefined): Input {
  if (files?.isPlain(0) === true) return { isTerminal: false, pieces: readPieces(process, files) };
  // Node opens a stream when it is first asked for, which takes milliseconds: a command that uses none does not wait.
  return {
    get isTerminal() {
      return process.stdin.isTTY === true;
    },
    get pieces() {
      return process.stdin;
    },
  };
}

function openStream({ stdout }: NodeJS.Process, failed: Failed): Output {
  stdout.on('error', failed);
  return {
    isTTY: stdout.isTTY,
    // A window may change its size, and one without a size has 0.
    get columns() {
      return stdout.columns || undefined;
    },
    get rows() {
      return stdout.rows;
    },
    write: (text) => stdout.write(text),
    open: () => stdout,
  };
}

class PlainOutput implements Output {
  readonly #process: NodeJS.Process;
  readonly #files: StandardFiles;
  readonly #failed: Failed;
  #stream: Writable | undefined;

  constructor(process: NodeJS.Process, files: StandardFiles, failed: Failed) {
    this.#process = process;
    this.#files = files;
    this.#failed = failed;
  }

  write(text: string): boolean {
    let rest = Buffer.from(text, 'utf8');
    while (rest.length > 0 && this.#stream === undefined) {
      const size = this.#take(rest);
      if (size === undefined) break;
      rest = rest.subarray(size);
    }
    return rest.length === 0 || this.open().write(rest);
  }

  open(): Writable {
    return (this.#stream ??= this.#process.stdout.on('error', this.#failed));
  }

  /** What cannot be written is gone, as it is with Node's stream: `failed` decides what that means. */
  #take(bytes: Buffer): number | undefined {
    try {
      return this.#files.write(1, bytes);
    } catch (error) {
      this.#failed(error as NodeJS.ErrnoException);
      return bytes.length;
    }
  }
}

const PIECE_BYTES = 65_536;

async function* readPieces(process: NodeJS.Process, files: StandardFiles): AsyncGenerator<Uint8Array> {
  for (;;) {
    const buffer = Buffer.allocUnsafe(PIECE_BYTES);
    const size = files.read(0, buffer);
    if (size === 0) return;
    if (size === undefined) {
      yield* process.stdin;
      return;
    }
    yield buffer.subarray(0, size);
  }
}

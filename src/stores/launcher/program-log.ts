import { closeSync, fsyncSync, ftruncateSync, linkSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';

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

const PREFIX = 'AOF/1 ';
const MAX_MESSAGE = 1024 * 1024;

/**
 * Finds protocol messages in what a program prints: a line that begins `AOF/1 `, or a JSON object at the start of a line
 * that names the protocol. Both may go over several lines. Everything else is passed over without being kept.
 */
export class MessageScanner {
  readonly #decoder = new StringDecoder('utf8');
  readonly #onMessage: (text: string) => void;
  #line = '';
  #isLineTooLong = false;
  #open: OpenMessage | undefined;

  constructor(onMessage: (text: string) => void) {
    this.#onMessage = onMessage;
  }

  add(piece: Uint8Array): void {
    const parts = this.#decoder.write(Buffer.from(piece)).split('\n');
    for (const [index, part] of parts.entries()) {
      if (index > 0) this.#endLine();
      if (this.#line.length + part.length > MAX_MESSAGE) this.#isLineTooLong = true;
      else this.#line += part;
    }
  }

  end(): void {
    this.#endLine();
  }

  #endLine(): void {
    const line = this.#isLineTooLong ? '' : this.#line.replace(/\r$/, '');
    this.#line = '';
    this.#isLineTooLong = false;
    if (line.startsWith(PREFIX)) this.#open = new OpenMessage(true);
    else if (this.#open === undefined && line.startsWith('{')) this.#open = new OpenMessage(false);
    const open = this.#open;
    if (open === undefined) return;
    const state = open.add(line.startsWith(PREFIX) ? line.slice(PREFIX.length) : line);
    if (state === 'open') return;
    this.#open = undefined;
    const { text, isMarked } = open;
    if (state === 'whole' && (isMarked || /"protocol"\s*:\s*"aof"/.test(text))) this.#onMessage(text);
  }
}

/** A JSON object that is being read line by line. */
class OpenMessage {
  readonly isMarked: boolean;
  text = '';
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  constructor(isMarked: boolean) {
    this.isMarked = isMarked;
  }

  add(line: string): 'open' | 'whole' | 'lost' {
    for (const [index, char] of [...line].entries()) {
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (char === '\\') this.#isEscaped = true;
        else if (char === '"') this.#isInString = false;
      } else if (char === '"') this.#isInString = true;
      else if (char === '{' || char === '[') this.#depth += 1;
      else if ((char === '}' || char === ']') && (this.#depth -= 1) <= 0) {
        this.text += [...line].slice(0, index + 1).join('');
        return 'whole';
      }
    }
    this.text += `${line}\n`;
    // A message that begins with no bracket, or never ends, is not one.
    return this.#depth === 0 || this.#isInString || this.text.length > MAX_MESSAGE ? 'lost' : 'open';
  }
}

/**
 * Publishes a whole file under a name that nobody has taken, durably. False: somebody was quicker, and what they wrote
 * holds.
 */
export function writeOnce(path: string, value: object): boolean {
  const temp = `${path}.${process.pid}.tmp`;
  const file = openSync(temp, 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify(value)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(temp, path);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false;
    throw cause;
  } finally {
    unlinkSync(temp);
  }
  syncFolder(dirname(path));
  return true;
}

function syncFolder(path: string): void {
  // Windows opens no folders; its renames are durable by themselves.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

import { createHash } from 'node:crypto';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import { sha256Hex } from '../../kernel/hash.ts';
import type { AuditPiece, StagedTasks, TaskPiece } from '../../kernel/ports/index.ts';
import { splitByteLines } from '../document/index.ts';
import { MAX_LINE_BYTES, parseLine, type ArchiveHeader, type ArchiveLine } from './archive-line.ts';
import { isPlainFile, type PlainFile } from './data-dir-files.ts';

/** An artifact is held as a whole, as stores take it. */
const MAX_ARTIFACT_BYTES = 512 * 1024 * 1024;

/** An archive from its beginning to its end, once: each part is read to its end before the next. */
export class ArchiveReader {
  readonly #lines: AsyncGenerator<ArchiveLine>;
  #next: ArchiveLine | undefined;
  #lastEvent = '';
  #lastTask = '';

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#lines = readLines(pieces);
  }

  async readHeader(): Promise<ArchiveHeader> {
    const first = await this.#peek();
    if (first?.kind !== 'baton-export') throw invalid('its first line is not that of an archive');
    this.#next = undefined;
    return first;
  }

  async *readTasks(): AsyncGenerator<TaskPiece> {
    for (let line = await this.#peek(); line !== undefined; line = await this.#peek()) {
      if (line.kind === 'artifact') {
        this.#next = undefined;
        if (line.taskId !== this.#lastTask) throw invalid(`the artifact ${line.path} does not follow its task`);
        yield { kind: 'artifact', taskId: line.taskId, path: line.path, content: await this.#readContent(line.path) };
        continue;
      }
      if (line.kind !== 'task' && line.kind !== 'number' && line.kind !== 'seen' && line.kind !== 'event') return;
      if (line.kind === 'event') this.#checkOrder(line.event.id);
      if (line.kind === 'task') this.#lastTask = line.entry.task.id;
      this.#next = undefined;
      yield line;
    }
  }

  async *readAudit(): AsyncGenerator<AuditPiece> {
    for (let line = await this.#peek(); line?.kind === 'audit'; line = await this.#peek()) {
      this.#next = undefined;
      yield line.piece;
    }
  }

  /** The content of each is read before the next is asked for. */
  async *readFiles(): AsyncGenerator<PlainFile & { readonly content: AsyncGenerator<Buffer> }> {
    for (let line = await this.#peek(); line?.kind === 'file'; line = await this.#peek()) {
      this.#next = undefined;
      const { path, isPrivate } = line;
      if (!isPlainFile(path)) throw invalid(`${path} may not come from an archive`);
      const content = this.#readBytes();
      yield { path, isPrivate, content };
      for await (const _ of content);
    }
  }

  /** Nothing is missing and nothing was changed. */
  async readEnd(): Promise<void> {
    const line = await this.#peek();
    if (line?.kind !== 'end')
      throw invalid(line === undefined ? 'it is truncated' : `${line.kind} is in the wrong place`);
    this.#next = undefined;
    if ((await this.#peek()) !== undefined) throw invalid('something follows its end');
  }

  /** Closes its source if it is not read to its end. */
  async close(): Promise<void> {
    await this.#lines.return(undefined);
  }

  async #readContent(path: string): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of this.#readBytes()) {
      size += piece.length;
      if (size > MAX_ARTIFACT_BYTES) throw invalid(`${path} is larger than ${MAX_ARTIFACT_BYTES} bytes`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  }

  async *#readBytes(): AsyncGenerator<Buffer> {
    for (let line = await this.#peek(); line?.kind === 'bytes'; line = await this.#peek()) {
      this.#next = undefined;
      yield line.bytes;
    }
  }

  /** A store looks for events by their ids: out of order they would be lost. */
  #checkOrder(id: string): void {
    if (id <= this.#lastEvent) throw invalid(`event ${id} does not follow the one before it`);
    this.#lastEvent = id;
  }

  async #peek(): Promise<ArchiveLine | undefined> {
    if (this.#next === undefined) {
      const { value, done } = await this.#lines.next();
      this.#next = done === true ? undefined : value;
    }
    return this.#next;
  }
}

/** Lines with their checksum on the way: the last one must say what was counted. */
async function* readLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveLine> {
  const hash = createHash('sha256');
  let lines = 0;
  for await (const { bytes, line: number } of splitByteLines(pieces, MAX_LINE_BYTES)) {
    if (bytes === 'too-long') throw invalid(`line ${number} is longer than ${MAX_LINE_BYTES} bytes`);
    const line = parseLine(decode(bytes, number));
    if (line.kind === 'end' && (line.lines !== lines || line.sha256 !== hash.digest('hex')))
      throw invalid('it was changed: its checksum does not match');
    yield line;
    if (line.kind === 'end') continue;
    hash.update(bytes).update('\n');
    lines += 1;
  }
}

function decode(bytes: Uint8Array, number: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new BatonError('ARCHIVE_INVALID', `this is not an archive: line ${number} is not text`, {}, cause);
  }
}

const invalid = (reason: string): BatonError =>
  new BatonError('ARCHIVE_INVALID', `this is not a complete archive: ${reason}`);

/** What went by, in a few bytes: equal for equal pieces in any order. */
export class Tally {
  #sum = 0n;
  readonly counts = { tasks: 0, artifacts: 0, events: 0, seen: 0 };

  add(piece: TaskPiece): void {
    switch (piece.kind) {
      case 'task':
        this.counts.tasks += 1;
        break;
      case 'artifact':
        this.counts.artifacts += 1;
        break;
      case 'event':
        this.counts.events += 1;
        break;
      case 'seen':
        this.counts.seen += 1;
        break;
      case 'number':
        break;
    }
    const told = piece.kind === 'artifact' ? { ...piece, content: sha256Hex(piece.content) } : piece;
    this.#sum += BigInt(`0x${sha256Hex(canonicalJson(told))}`);
  }

  equals(other: Tally): boolean {
    return this.#sum === other.#sum;
  }
}

/** What was staged, held against what was read from the archive. */
export async function assertSame(tasks: StagedTasks, tally: Tally): Promise<void> {
  const found = new Tally();
  for await (const piece of tasks.read()) found.add(piece);
  if (!found.equals(tally))
    throw new BatonError('IMPORT_DIFFERS', 'the imported data differs from the archive; nothing was changed');
}

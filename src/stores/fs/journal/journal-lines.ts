import { isUtf8 } from 'node:buffer';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Disk, DiskFile, JournalLine, JournalOptions, Random, TailRepair } from '../../../kernel/ports/index.ts';
import { unlessGone } from '../file-errors.ts';
import { randomName } from '../write-atomic.ts';

/** A longer line is treated as damage rather than read into memory. */
export const MAX_LINE_BYTES = 32 * 1024 * 1024;

const CHUNK_BYTES = 128 * 1024;
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

export type IsWhole = NonNullable<JournalOptions<unknown>['isWhole']>;

/** The text of a line that was written completely. */
function findText({ bytes, isTerminated, hasHole }: RawLine, isWhole: IsWhole): string | undefined {
  if (bytes === undefined || !isTerminated || hasHole || !isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  return isWhole(text, bytes) ? text : undefined;
}

export async function* splitLines(file: DiskFile, from: number, to: number): AsyncGenerator<readonly RawLine[]> {
  let open = new OpenLine(from);
  for (let offset = from; offset < to;) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, to - offset));
    const piece = chunk.subarray(0, await file.read(chunk, offset));
    // Shorter than it was a moment ago: somebody cut it off, and the next look will see that.
    if (piece.length === 0) break;
    offset += piece.length;
    const mayHaveHole = piece.includes(0);
    const lines: RawLine[] = [];
    for (let start = 0; start < piece.length;) {
      const newline = piece.indexOf(NEWLINE, start);
      open.add(piece.subarray(start, newline < 0 ? piece.length : newline), mayHaveHole);
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

  add(piece: Buffer, mayHaveHole: boolean): void {
    this.#sizeBytes += piece.length;
    this.#hasHole ||= mayHaveHole && piece.includes(0);
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

/** The result of one read of the file: whole lines, and what follows them if that is not a whole line. */
interface ScannedLines {
  readonly lines: readonly JournalLine[];
  readonly damage?: Damage;
}

/** Lines of the file between two positions, in pieces, so that a journal of any size needs the memory of one line. */
export async function* scanLines(
  file: DiskFile,
  from: number,
  to: number,
  isWhole: IsWhole,
): AsyncGenerator<ScannedLines> {
  for await (const piece of splitLines(file, from, to)) {
    const lines: JournalLine[] = [];
    for (const raw of piece) {
      const text = findText(raw, isWhole);
      if (text === undefined) return yield { lines, damage: await judgeTail(file, raw.position, to, isWhole) };
      lines.push({ text, position: raw.position, end: raw.end });
    }
    yield { lines };
  }
}

/** What looks corrupt while another process writes is looked at again this often, this much later. */
const SECOND_LOOKS = 2;
const SECOND_LOOK_MS = 20;

/**
 * Lines up to the end of the file. A reader holds no lock: between two reads a writer whose disk is full may take back
 * its batch and write another, and a line put together from both looks damaged. Damage that stays is damage.
 */
export async function* scanSettled(file: DiskFile, from: number, isWhole: IsWhole): AsyncGenerator<ScannedLines> {
  let position = from;
  for (let look = 0; ; look++) {
    let damage: Damage | undefined;
    for await (const piece of scanLines(file, position, (await file.stat()).sizeBytes, isWhole)) {
      position = piece.lines.at(-1)?.end ?? position;
      damage = piece.damage;
      yield { lines: piece.lines };
    }
    if (damage === undefined) return;
    if (damage.verdict === 'torn' || look === SECOND_LOOKS) return yield { lines: [], damage };
    await sleep(SECOND_LOOK_MS);
  }
}

/** Bytes at the end of a journal that are not whole lines all through. */
export interface Damage {
  readonly from: number;
  readonly to: number;
  readonly verdict: 'torn' | 'corrupt';
}

/** A batch ends when it has grown to this size. */
export const BATCH_BYTES = 1024 * 1024;

/** What can have been written since the last flush: the batch of a writer that died, and the one after it. */
const UNFLUSHED_BYTES = 4 * BATCH_BYTES;

/**
 * Tells what an interrupted write leaves from what it cannot leave.
 *
 * A batch is flushed before anything after it is acknowledged. A killed process leaves a beginning of its batch:
 * whole lines, then at most one line without an end. A power loss keeps any of the batch's blocks and loses others,
 * which then read as NUL bytes: a damaged line may be followed by whole lines of the same batch. Hence, from the
 * first damaged line on:
 *
 * - nothing but one unfinished line: torn, whatever its size;
 * - more than a few batches: corrupt, since most of it was acknowledged once;
 * - no whole line: torn, unless the file does not even begin like a journal (then it is somebody else's file);
 * - whole lines too: torn if every damaged one has NUL bytes or is the unfinished last; corrupt otherwise.
 *
 * Torn bytes were never acknowledged. Corrupt ones may have been, so nothing is cut off and a person has to look.
 */
async function judgeTail(file: DiskFile, from: number, to: number, isWhole: IsWhole): Promise<Damage> {
  let lines = 0;
  let wholeLines = 0;
  let unexplained = 0;
  let isForeign = false;
  let isUnfinished = false;
  for await (const piece of splitLines(file, from, to)) {
    for (const line of piece) {
      lines += 1;
      isUnfinished = !line.isTerminated;
      if (findText(line, isWhole) !== undefined) wholeLines += 1;
      else if (line.isTerminated && !line.hasHole) {
        unexplained += 1;
        isForeign ||= line.position === 0;
      }
    }
  }
  if (lines === 1 && isUnfinished) return { from, to, verdict: 'torn' };
  const isExplained = unexplained === 0 || (wholeLines === 0 && !isForeign);
  return { from, to, verdict: isExplained && to - from <= UNFLUSHED_BYTES ? 'torn' : 'corrupt' };
}

/** Moves the torn end out of the journal into a file beside it. The copy is durable before anything is cut off. */
export async function cutTornTail(
  deps: { readonly disk: Disk; readonly random: Random },
  path: string,
  file: DiskFile,
  { from, to }: Pick<Damage, 'from' | 'to'>,
): Promise<TailRepair> {
  const keptAt = `${path}.torn-${from}-${randomName(deps.random)}`;
  try {
    await copyPart(deps.disk, file, from, to, keptAt);
  } catch (error) {
    await unlessGone(deps.disk.unlink(keptAt));
    throw error;
  }
  await deps.disk.syncFolder(dirname(path));
  await cutOff(deps.disk, path, from);
  return { position: from, sizeBytes: to - from, keptAt };
}

const COPY_BYTES = 64 * 1024;

async function copyPart(disk: Disk, source: DiskFile, from: number, to: number, path: string): Promise<void> {
  const copy = await disk.open(path, 'wx', (await source.stat()).mode);
  try {
    const buffer = Buffer.allocUnsafe(COPY_BYTES);
    for (let at = from; at < to;) {
      const count = await source.read(buffer.subarray(0, Math.min(COPY_BYTES, to - at)), at);
      if (count === 0) break;
      await copy.write(buffer.subarray(0, count));
      at += count;
    }
    await copy.sync();
  } finally {
    await copy.close();
  }
}

/** Durable when it resolves. With a handle of its own: Windows does not let one that appends cut anything off. */
export async function cutOff(disk: Disk, path: string, sizeBytes: number): Promise<void> {
  const file = await disk.open(path, 'r+');
  try {
    await file.truncate(sizeBytes);
    await file.datasync();
  } finally {
    await file.close();
  }
}

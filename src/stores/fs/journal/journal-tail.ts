import { dirname } from 'node:path';
import type { Disk, DiskFile, Random, TailRepair } from '../../../kernel/ports/index.ts';
import { unlessGone } from '../errno.ts';
import { findText, splitLines, type IsWhole } from './journal-lines.ts';
import { randomName } from '../random-name.ts';

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
export async function judgeTail(file: DiskFile, from: number, to: number, isWhole: IsWhole): Promise<Damage> {
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

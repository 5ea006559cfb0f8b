import { BatonError } from '../../../kernel/errors/index.ts';
import type { Disk, DiskFile, JournalLine } from '../../../kernel/ports/index.ts';
import { toFileError } from '../file-errors.ts';
import { splitLines, type IsWhole } from './journal-lines.ts';
import { corruptError } from './journal-reader.ts';
import { scanSettled } from './journal-scan.ts';
import { assertRegular } from '../known-file.ts';

/** Every whole line from a position on, without a lock and without the right to write. */
export async function* readJournal(
  disk: Disk,
  path: string,
  position: number,
  isWhole: IsWhole,
): AsyncGenerator<JournalLine> {
  try {
    const there = await disk.stat(path);
    if (there === undefined && position === 0) return;
    if (there === undefined || there.sizeBytes < position) throw notALineStart(path, position);
    assertRegular(there, path);
    const file = await disk.open(path, 'r');
    try {
      if (!(await isLineStart(file, position))) throw notALineStart(path, position);
      yield* readLines(file, path, position, isWhole);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw toFileError(error, path, 'read');
  }
}

async function* readLines(
  file: DiskFile,
  path: string,
  position: number,
  isWhole: IsWhole,
): AsyncGenerator<JournalLine> {
  for await (const { lines, damage } of scanSettled(file, position, isWhole)) {
    yield* lines;
    if (damage?.verdict === 'corrupt') throw corruptError(path, (await countLines(file, damage.from)) + 1, damage.from);
  }
}

async function isLineStart(file: DiskFile, position: number): Promise<boolean> {
  if (position === 0) return true;
  const before = Buffer.alloc(1);
  await file.read(before, position - 1);
  return before.equals(Buffer.from('\n'));
}

const notALineStart = (path: string, position: number): BatonError =>
  new BatonError('INPUT_INVALID', `no line of ${path} begins at byte ${position}`, { path, position });

async function countLines(file: DiskFile, to: number): Promise<number> {
  let count = 0;
  for await (const lines of splitLines(file, 0, to)) count += lines.length;
  return count;
}

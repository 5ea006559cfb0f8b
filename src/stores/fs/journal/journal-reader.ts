import { setTimeout as sleep } from 'node:timers/promises';
import { BatonError } from '../../../kernel/errors/index.ts';
import type { Disk, DiskFile, DiskStat, JournalLine, JournalView } from '../../../kernel/ports/index.ts';
import { toFileError } from '../file-errors.ts';
import { assertRegular, openKnown, type KnownFile } from '../read-bytes.ts';
import { scanSettled, splitLines, type Damage, type IsWhole } from './journal-lines.ts';

interface ReaderDeps<Draft> {
  readonly disk: Disk;
  readonly path: string;
  readonly view: JournalView<Draft>;
  readonly isWhole: IsWhole;
}

/** Keeps the view in step with the file, no matter who writes it. Never writes. */
export class JournalReader<Draft> {
  readonly #deps: ReaderDeps<Draft>;
  /** Kept open: as long as it is, no other file can get the same inode number and be mistaken for this one. */
  #file: KnownFile | undefined;
  /** The file as it was when the view had all of it; undefined when it may have more. */
  #seen: DiskStat | undefined;
  #last: JournalLine | undefined;
  #lineCount = 0;
  #isStale = true;
  #hasUnflushed = false;

  constructor(deps: ReaderDeps<Draft>) {
    this.#deps = deps;
  }

  /** The last line the view was shown. */
  get last(): JournalLine | undefined {
    return this.#last;
  }

  /** Where the next line begins. */
  get end(): number {
    return this.#last?.end ?? 0;
  }

  /** The view no longer says what the file says, and must begin again. */
  get isStale(): boolean {
    return this.#isStale;
  }

  /** Lines of others were read since the last flush; their writers may have died before flushing them. */
  get hasUnflushed(): boolean {
    return this.#hasUnflushed;
  }

  get handle(): DiskFile | undefined {
    return this.#file?.handle;
  }

  /** Shows the view every whole line it has not seen. Returns what follows them, if anything does. */
  async follow(): Promise<Damage | undefined> {
    const there = await this.#deps.disk.stat(this.#deps.path);
    if (there === undefined) return await this.#forget();
    assertRegular(there, this.#deps.path);
    if (!this.#isStale && this.#seen !== undefined && isSame(this.#seen, there)) return undefined;
    const handle = await this.#open(there);
    const now = await handle.stat();
    if (this.#isStale || now.sizeBytes < this.end || !(await this.#isContinued(handle))) this.#reset();
    const damage = await this.#read(handle);
    // Whatever came after this question is found by the next look.
    this.#seen = damage === undefined ? now : undefined;
    return damage;
  }

  /** With its draft it is a line of this process, on its way to the file. */
  show(line: JournalLine, draft?: Draft): void {
    try {
      this.#deps.view.apply(line, draft);
    } catch (error) {
      this.#isStale = true;
      throw error;
    }
    this.#last = line;
    this.#lineCount += 1;
  }

  /** The last line of this process got its end: the view knows already. */
  amendLast(line: JournalLine): void {
    this.#last = line;
  }

  /** What was shown is in the file, which now looks like this. */
  noteFlushed(now: DiskStat): void {
    this.#seen = now;
    this.#hasUnflushed = false;
  }

  /** What was shown did not get into the file: the next look begins again. */
  markStale(): void {
    this.#isStale = true;
  }

  toCorruptError({ from }: Damage): BatonError {
    const line = this.#lineCount + 1;
    return corruptError(this.#deps.path, line, from);
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.handle.close();
  }

  async #forget(): Promise<undefined> {
    await this.close();
    if (this.#isStale || this.#last !== undefined) this.#reset();
    this.#seen = undefined;
  }

  #reset(): void {
    this.#deps.view.reset();
    this.#last = undefined;
    this.#lineCount = 0;
    this.#isStale = false;
  }

  async #open(there: DiskStat): Promise<DiskFile> {
    if (this.#file?.inode === there.inode) return this.#file.handle;
    await this.close();
    this.#file = await openKnown(this.#deps.disk, this.#deps.path, 'r');
    this.#isStale = true;
    return this.#file.handle;
  }

  /** False when the last line shown is not in the file any more: it was rewritten in place. */
  async #isContinued(handle: DiskFile): Promise<boolean> {
    if (this.#last === undefined) return true;
    const expected = Buffer.from(`${this.#last.text}\n`, 'utf8').subarray(-ANCHOR_BYTES);
    const found = Buffer.alloc(expected.length);
    await handle.read(found, this.end - expected.length);
    return found.equals(expected);
  }

  async #read(handle: DiskFile): Promise<Damage | undefined> {
    for await (const { lines, damage } of scanSettled(handle, this.end, this.#deps.isWhole)) {
      for (const line of lines) this.show(line);
      if (lines.length > 0) this.#hasUnflushed = true;
      if (damage !== undefined) return damage;
    }
    return undefined;
  }
}

const ANCHOR_BYTES = 4096;
const corruptError = (path: string, line: number, position: number): BatonError =>
  new BatonError(
    'JOURNAL_CORRUPT',
    `${path} is damaged at line ${line} (byte ${position}), before records that are whole`,
    { path, line, position },
  );

const isSame = (a: DiskStat, b: DiskStat): boolean =>
  a.inode === b.inode && a.sizeBytes === b.sizeBytes && a.modifiedMs === b.modifiedMs;

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

/** Between two looks at what others write. */
const FOLLOW_MS = 10;

/** Reads on what others write while they hold the lock: what is read by then need not be read under it. */
export async function readOnUntil<T>(acquiring: Promise<T>, follow: () => Promise<void>): Promise<T> {
  let waits = true;
  const waited = acquiring.catch(() => undefined).then(() => (waits = false));
  for (;;) {
    const pause = new AbortController();
    await Promise.race([waited, sleep(FOLLOW_MS, undefined, { signal: pause.signal }).catch(() => undefined)]);
    pause.abort();
    if (!waits) return await acquiring;
    // What is wrong with the journal is said by the one who reads it under the lock.
    await follow().catch(() => undefined);
  }
}

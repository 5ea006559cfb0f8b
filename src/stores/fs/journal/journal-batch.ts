import { BatonError } from '../../../kernel/errors/index.ts';
import type { HeldLock, JournalLine, JournalOptions } from '../../../kernel/ports/index.ts';
import { monotonicMs } from '../../system/index.ts';
import { BATCH_BYTES, MAX_LINE_BYTES, type IsWhole } from './journal-lines.ts';
import type { JournalReader } from './journal-reader.ts';

/** A commit that waits for its turn. */
export interface PendingCommit<Draft> {
  decide(): readonly Draft[];
  resolve(lines: readonly JournalLine[]): void;
  reject(error: unknown): void;
}

/** Commits that were decided one after the other and go to the disk together. */
export class Batch<Draft> {
  readonly #seal: JournalOptions<Draft>['seal'];
  readonly #isWhole: IsWhole;
  readonly #reader: JournalReader<Draft>;
  readonly #lines: JournalLine[] = [];
  readonly #decided: { commit: PendingCommit<Draft>; lines: readonly JournalLine[] }[] = [];
  readonly #refused: { commit: PendingCommit<Draft>; error: unknown }[] = [];
  #sizeBytes = 0;

  constructor(options: JournalOptions<Draft>, isWhole: IsWhole, reader: JournalReader<Draft>) {
    this.#seal = options.seal.bind(options);
    this.#isWhole = isWhole;
    this.#reader = reader;
  }

  /** There is a commit that may have been decided by what others wrote. */
  get hasDecisions(): boolean {
    return this.#decided.length > 0;
  }

  /** How many commits are in it, refused ones too. */
  get size(): number {
    return this.#decided.length + this.#refused.length;
  }

  get lines(): readonly JournalLine[] {
    return this.#lines;
  }

  /** No commit is added after this. */
  close(closeBatch: JournalOptions<Draft>['closeBatch']): void {
    const last = this.#lines.at(-1);
    if (closeBatch === undefined || last === undefined) return;
    const text = closeBatch(last);
    const sizeBytes = Buffer.byteLength(text, 'utf8') + 1;
    assertReadable(text, sizeBytes, this.#isWhole);
    const closed = { text, position: last.position, end: last.position + sizeBytes };
    this.#sizeBytes += closed.end - last.end;
    this.#lines[this.#lines.length - 1] = closed;
    this.#reader.amendLast(closed);
  }

  toBytes(): Buffer {
    const bytes = Buffer.allocUnsafe(this.#sizeBytes);
    let at = 0;
    for (const { text } of this.#lines) {
      at += bytes.write(text, at, 'utf8');
      bytes[at++] = NEWLINE;
    }
    return bytes;
  }

  /**
   * Decides one commit on the view as it is with the commits before it; its failure concerns nobody else.
   * False when it has to wait for the next batch.
   */
  add(commit: PendingCommit<Draft>): boolean {
    if (this.#sizeBytes >= BATCH_BYTES || this.#reader.isStale) return false;
    try {
      const drafts = commit.decide();
      const lines = this.#sealAll(drafts);
      lines.forEach((line, index) => this.#reader.show(line, drafts[index]));
      for (const line of lines) this.#take(line);
      this.#decided.push({ commit, lines });
    } catch (error) {
      this.#refused.push({ commit, error });
    }
    return true;
  }

  /** Only now does anybody learn what was decided: not even a refusal may rest on lines that could still be lost. */
  settle(failure: unknown): void {
    for (const { commit, lines } of this.#decided) {
      if (failure === undefined) commit.resolve(lines);
      else commit.reject(failure);
    }
    for (const { commit, error } of this.#refused) commit.reject(error);
  }

  #take(line: JournalLine): void {
    this.#lines.push(line);
    this.#sizeBytes += line.end - line.position;
  }

  #sealAll(drafts: readonly Draft[]): JournalLine[] {
    let previous = this.#reader.last;
    return drafts.map((draft) => {
      const text = this.#seal(draft, previous);
      const sizeBytes = Buffer.byteLength(text, 'utf8') + 1;
      assertReadable(text, sizeBytes, this.#isWhole);
      const position = previous?.end ?? 0;
      return (previous = { text, position, end: position + sizeBytes });
    });
  }
}

const NEWLINE = 0x0a;

const LONE_SURROGATE = /\p{Surrogate}/u;

/** A line that could not be read back would make the whole journal look damaged. */
function assertReadable(text: string, sizeBytes: number, isWhole: IsWhole): void {
  if (sizeBytes > MAX_LINE_BYTES) {
    throw new BatonError('INPUT_TOO_LARGE', `a journal line may have ${MAX_LINE_BYTES} bytes, not ${sizeBytes}`, {
      sizeBytes,
      maxBytes: MAX_LINE_BYTES,
    });
  }
  if (text.includes('\n') || text.includes('\0') || LONE_SURROGATE.test(text) || !isWhole(text)) {
    throw new BatonError('INTERNAL', 'a journal line was sealed that is not one whole line of text');
  }
}

/** Work on what was flushed, beside further commits: one at a time, and all of it before the lock is released. */
export class Derivation {
  /** Never fails. */
  readonly #derive: () => Promise<void>;
  #running: Promise<void> | undefined;
  /** Something was flushed after the work under way began; resolved when it is derived as well. */
  #waiting: Waiting | undefined;

  constructor(derive: () => Promise<void>) {
    this.#derive = derive;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** There is something new. */
  note(): void {
    this.#waiting ??= createWaiting();
  }

  /** Begins, unless it is still at work or there is nothing to do. */
  start(): void {
    const waiting = this.#waiting;
    if (waiting === undefined || this.#running !== undefined) return;
    this.#waiting = undefined;
    this.#running = this.#derive().finally(() => {
      this.#running = undefined;
      waiting.resolve();
    });
  }

  /** Waits for what is under way, or for a first part; the rest begins. */
  async advance(): Promise<void> {
    this.start();
    await this.#running;
    this.start();
  }

  async finish(): Promise<void> {
    await this.#running;
    this.start();
    await this.#running;
  }

  /** Waits for what is under way and leaves the rest. */
  async abandon(): Promise<void> {
    await this.#running;
    this.#waiting?.resolve();
    this.#waiting = undefined;
  }

  async settled(): Promise<void> {
    await Promise.all([this.#running, this.#waiting?.promise]);
  }
}

interface Waiting {
  readonly promise: Promise<void>;
  resolve(): void;
}

function createWaiting(): Waiting {
  let settle: (() => void) | undefined;
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: () => settle?.() };
}

/** Taking the lock costs a good part of a flush: it is kept from batch to batch this long, unless others wait. */
const HOLD_MS = 1_000;
/** A turn is worth what it costs to pass the lock on, even if others wait: ten flushes or so. */
const TURN_MS = 50;
const ASK_WANTED_MS = 5;
/** A process that was stopped this long with the lock in hand makes sure that it still has it. */
const DOUBT_MS = 1_000;

/** How long one writer keeps the journal's lock. */
export class Hold {
  readonly #lock: HeldLock;
  readonly #deriveMs: number;
  readonly #sinceMs = monotonicMs();
  #askedMs = monotonicMs();
  #derivedMs = monotonicMs();

  constructor(lock: HeldLock, deriveMs: number) {
    this.#lock = lock;
    this.#deriveMs = deriveMs;
  }

  async confirm(): Promise<void> {
    if (monotonicMs() - this.#sinceMs > DOUBT_MS) await this.#lock.assertHeld();
  }

  isTimeToDerive(): boolean {
    const nowMs = monotonicMs();
    if (nowMs - this.#derivedMs < this.#deriveMs) return false;
    this.#derivedMs = nowMs;
    return true;
  }

  async mayGoOn(): Promise<boolean> {
    const nowMs = monotonicMs();
    if (nowMs - this.#sinceMs > HOLD_MS) return false;
    if (nowMs - this.#sinceMs < TURN_MS || nowMs - this.#askedMs < ASK_WANTED_MS) return true;
    this.#askedMs = nowMs;
    return !(await this.#lock.isWanted());
  }
}

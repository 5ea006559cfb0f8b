/**
 * An append-only file of lines shared by any number of processes: the point of durability.
 * What a commit acknowledged survives any crash; several commits that wait at the same time share one flush.
 */
export interface Journal<Draft> {
  /**
   * Under the journal's lock: first the view sees every line others wrote, then `decide` runs, then its drafts are
   * sealed, applied to the view, appended and flushed. An error thrown by `decide` rejects this commit alone.
   */
  commit(decide: () => readonly Draft[]): Promise<readonly JournalLine[]>;
  /** Lets the view see what other processes appended, without writing. */
  catchUp(): Promise<void>;
  /** Every complete line from `position` (default 0) on. */
  read(position?: number): AsyncIterable<JournalLine>;
  /**
   * Under the lock, with the view up to date: a new journal with these drafts alone takes the place of the old one.
   * Every process that has it open begins again from position 0. A crash leaves the old one or the new one. Undefined
   * leaves it as it is.
   */
  rewrite(compose: () => Promise<readonly Draft[] | undefined>): Promise<void>;
  /** Resolves when `derive` is done with everything that was acknowledged so far. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface JournalLine {
  readonly text: string;
  /** Byte offset of the line's first byte. */
  readonly position: number;
  /** Byte offset just after its newline: where the next line begins. */
  readonly end: number;
}

/** A fold over the journal kept by its user. */
export interface JournalView<Draft = unknown> {
  /** Forget everything: the journal begins again from position 0. */
  reset(): void;
  /**
   * Called once per line, in order. Lines of this process are shown before they are flushed, with the draft that was
   * sealed to them: it need not be read out of the text again.
   */
  apply(line: JournalLine, draft?: Draft): void;
}

export interface JournalOptions<Draft> {
  readonly path: string;
  /** Named as the lock's owner. */
  readonly owner: string;
  readonly view: JournalView<Draft>;
  /** One line of text without a line break, given the line before it (undefined for the first). Pure. */
  seal(draft: Draft, previous: JournalLine | undefined): string;
  /**
   * The text that the last line of a batch gets before the batch is written: a line whose batch has one after it never
   * gets one. Commits that wait together share it. Pure but for the view, which is told by it.
   */
  closeBatch?(last: JournalLine): string;
  /**
   * Under the lock, with the view up to date: where the lines of a batch begin that was never closed. Its writer died
   * before anybody was told; they are cut off and kept like a torn line.
   */
  findUnclosed?(): number | undefined;
  /**
   * False for a line that a torn write may have left; default: text that is not a whole JSON value. A line that was read is
   * given as bytes too.
   */
  isWhole?(text: string, bytes?: Uint8Array): boolean;
  /** Under the lock, with the view up to date, before anything is decided: the place to finish what a dead writer left. */
  onLocked?(): Promise<void>;
  /** While a batch is on its way to the disk, for work that costs time: nothing it does may rest on the batch being kept. */
  whileFlushing?(): void;
  /** Under the lock, after each flush and before anybody is told. A failure fails no commit. */
  onFlushed?(lines: readonly JournalLine[]): Promise<void>;
  /**
   * Under the lock, for everything that was flushed since the last time: files, each of them once however often it
   * changed. It runs beside further commits, never twice at once, and a last time before the lock is released. A commit
   * that has the journal to itself is told after it; if others wait, all are told after the flush. A failure fails
   * no commit.
   */
  derive?(): Promise<void>;
  /** True if so much waits to be derived that further commits should wait for it, and others for the lock no longer. */
  isFarBehind?(): boolean;
  onDeriveFailed?(error: unknown): void;
  /** Told when a torn tail was cut off; the bytes are kept in `keptAt`. */
  onRepair?(repair: TailRepair): void;
}

export interface TailRepair {
  readonly position: number;
  readonly sizeBytes: number;
  readonly keptAt: string;
}

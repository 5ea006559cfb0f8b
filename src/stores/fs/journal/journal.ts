import { basename, dirname } from 'node:path';
import { setImmediate as afterOthers } from 'node:timers/promises';
import { BatonError } from '../../../kernel/errors/index.ts';
import type { DiskFile, HeldLock, Journal, JournalLine, JournalOptions, Locks } from '../../../kernel/ports/index.ts';
import { toFileError, withPath } from '../file-errors.ts';
import { appendDurably, flushDurably, JournalWriter, writeJournal, type AppendOutcome } from './journal-writer.ts';
import { Batch, Derivation, Hold, type PendingCommit } from './journal-batch.ts';
import { cutTornTail, type IsWhole } from './journal-lines.ts';
import { JournalReader, readJournal, readOnUntil } from './journal-reader.ts';
import type { LockDeps } from '../locks/lock-holder.ts';
import { createLocks } from '../locks/locks.ts';

export interface JournalDeps extends Omit<LockDeps, 'folder'> {
  /** How long a commit waits for other processes. Default half a minute. */
  readonly lockWaitMs?: number;
  /** How long what is derived may lag behind while commits come one after the other. Default a fifth of a second. */
  readonly deriveMs?: number;
}

/** Opens for reading at once; the lock `<path>.lock` is taken, and the file created, by the first commit. */
export async function openJournal<Draft>(deps: JournalDeps, options: JournalOptions<Draft>): Promise<Journal<Draft>> {
  const journal = new FileJournal(deps, options);
  await journal.catchUp();
  return journal;
}

const DEFAULT_LOCK_WAIT_MS = 30_000;
const DEFAULT_DERIVE_MS = 200;

class FileJournal<Draft> implements Journal<Draft> {
  readonly #deps: JournalDeps & Required<Pick<JournalDeps, 'lockWaitMs' | 'deriveMs'>>;
  readonly #options: JournalOptions<Draft>;
  readonly #isWhole: IsWhole;
  readonly #locks: Locks;
  readonly #reader: JournalReader<Draft>;
  readonly #writer: JournalWriter;
  readonly #derivation: Derivation;
  #queue: PendingCommit<Draft>[] = [];
  #working: Promise<void> | undefined;
  /** The end of what is under way with the view; the next thing begins after it. */
  #step: Promise<unknown> = Promise.resolve();
  #closed: BatonError | undefined;
  /** Why this journal can never write again. */
  #broken: BatonError | undefined;

  constructor(deps: JournalDeps, options: JournalOptions<Draft>) {
    this.#deps = { lockWaitMs: DEFAULT_LOCK_WAIT_MS, deriveMs: DEFAULT_DERIVE_MS, ...deps };
    this.#options = options;
    this.#isWhole = options.isWhole?.bind(options) ?? isWholeJson;
    this.#locks = createLocks({ ...deps, folder: dirname(options.path) });
    this.#reader = new JournalReader({
      disk: deps.disk,
      path: options.path,
      view: options.view,
      isWhole: this.#isWhole,
    });
    this.#writer = new JournalWriter(deps.disk, options.path);
    this.#derivation = new Derivation(() => this.#tryDerive(() => options.derive?.()));
  }

  commit(decide: () => readonly Draft[]): Promise<readonly JournalLine[]> {
    const refusal = this.#broken ?? this.#closed;
    if (refusal !== undefined) return Promise.reject(refusal);
    return new Promise((resolve, reject) => {
      this.#queue.push({ decide, resolve, reject });
      this.#working ??= this.#work();
    });
  }

  catchUp(): Promise<void> {
    return this.#inTurn(() => withPath(this.#options.path, 'read', () => this.#follow()));
  }

  read(position = 0): AsyncIterable<JournalLine> {
    return readJournal(this.#deps.disk, this.#options.path, position, this.#isWhole);
  }

  async rewrite(compose: () => Promise<readonly Draft[] | undefined>): Promise<void> {
    const refusal = this.#broken ?? this.#closed;
    if (refusal !== undefined) throw refusal;
    const { path } = this.#options;
    await this.#underLock(async () => {
      const drafts = await compose();
      if (drafts === undefined) return;
      await this.#inTurn(() => withPath(path, 'write', () => writeJournal(this.#deps, this.#options, drafts)));
      await this.catchUp();
    });
  }

  async settled(): Promise<void> {
    await this.#derivation.settled();
  }

  async close(): Promise<void> {
    this.#closed ??= this.#closedError('it was closed');
    await this.#working;
    await this.#step;
    await this.#reader.close();
    await this.#writer.close();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#step.then(work);
    this.#step = result.catch(() => undefined);
    return result;
  }

  async #follow(): Promise<void> {
    const damage = await this.#reader.follow();
    // A torn end is what a writer has just begun, or what the next writer will cut off.
    if (damage?.verdict === 'corrupt') throw this.#reader.toCorruptError(damage);
  }

  async #work(): Promise<void> {
    while (this.#queue.length > 0) {
      try {
        if (this.#broken !== undefined) throw this.#broken;
        await this.#workUnderLock();
      } catch (error) {
        for (const { reject } of this.#queue.splice(0)) reject(error);
      }
    }
    this.#working = undefined;
  }

  async #workUnderLock(): Promise<void> {
    await this.#underLock(async (file, hold) => {
      try {
        do {
          await hold.confirm();
          await this.#inTurn(() => withPath(this.#options.path, 'write', () => this.#commitBatch(file)));
          // What was just acknowledged may lead to the next commit at once: it finds the lock still held.
          await afterOthers();
          if (!this.#derivation.isRunning && hold.isTimeToDerive()) this.#derivation.start();
          if (this.#options.isFarBehind?.() === true) await this.#derivation.advance();
        } while (this.#queue.length > 0 && this.#broken === undefined && (await hold.mayGoOn()));
        await hold.confirm();
        await this.#derivation.finish();
      } finally {
        // The process that took the lock away derives what this one has not.
        await this.#derivation.abandon();
      }
    });
  }

  async #underLock(work: (file: DiskFile, hold: Hold) => Promise<void>): Promise<void> {
    const { owner, path } = this.#options;
    const acquiring = this.#locks.acquire(`${basename(path)}.lock`, { owner, waitMs: this.#deps.lockWaitMs });
    const lock = await readOnUntil(acquiring, () => this.catchUp());
    const hold = new Hold(lock, this.#deps.deriveMs);
    try {
      const file = await this.#inTurn(() => withPath(path, 'write', () => this.#prepare()));
      await this.#options.onLocked?.();
      await work(file, hold);
    } finally {
      await this.#release(lock);
    }
  }

  /** What was acknowledged stays so; but a lock that cannot be released would keep this process waiting for itself. */
  async #release(lock: HeldLock): Promise<void> {
    try {
      await lock.release();
    } catch (cause) {
      this.#broken ??= this.#closedError('its lock could not be released', cause);
    }
  }

  /** Brings the view up to date and the file into a state in which a line can be added. */
  async #prepare(): Promise<DiskFile> {
    const file = await this.#writer.open();
    const damage = await this.#reader.follow();
    const unclosed = this.#options.findUnclosed?.();
    if (damage === undefined && unclosed === undefined) return file;
    const { handle, end } = this.#reader;
    const from = unclosed ?? damage?.from ?? end;
    if (damage?.verdict === 'corrupt' || handle === undefined)
      throw this.#reader.toCorruptError(damage ?? { from, to: end, verdict: 'corrupt' });
    // Nobody else writes while we hold the lock: what is unfinished now will never be finished.
    const repair = await cutTornTail(this.#deps, this.#options.path, handle, { from, to: damage?.to ?? end });
    if (unclosed !== undefined) this.#reader.markStale();
    await this.#follow();
    this.#options.onRepair?.(repair);
    return file;
  }

  async #commitBatch(file: DiskFile): Promise<void> {
    const { end } = this.#reader;
    const batch = new Batch(this.#options, this.#isWhole, this.#reader);
    const taken = this.#queue.splice(0);
    const rest = taken.findIndex((commit) => !batch.add(commit));
    if (rest >= 0) this.#queue.unshift(...taken.slice(rest));
    const outcome = this.#close(batch) ?? (await this.#append(file, end, batch));
    const failure = this.#toFailure(outcome);
    if (outcome?.kind === 'flushed') this.#reader.noteFlushed(outcome.now);
    try {
      if (outcome?.kind === 'flushed' && batch.lines.length > 0) await this.#noteFlushed(batch);
      if (failure !== undefined) this.#reader.markStale();
      // A caller that learns of a failure must find the view without what failed.
      if (this.#reader.isStale) await this.#follow();
    } finally {
      batch.settle(failure);
    }
  }

  /** A batch that cannot be closed was never written. */
  #close(batch: Batch<Draft>): AppendOutcome | undefined {
    try {
      batch.close(this.#options.closeBatch?.bind(this.#options));
      return undefined;
    } catch (cause) {
      return { kind: 'taken back', cause };
    }
  }

  #prepareDerived(): void {
    try {
      this.#options.whileFlushing?.();
    } catch (error) {
      this.#options.onDeriveFailed?.(error);
    }
  }

  async #noteFlushed(batch: Batch<Draft>): Promise<void> {
    await this.#tryDerive(() => this.#options.onFlushed?.(batch.lines));
    this.#derivation.note();
    // Nobody to share the work with, and nobody who waits for it.
    if (batch.size === 1 && this.#queue.length === 0) await this.#derivation.finish();
  }

  /** What is derived from the journal can be derived again: its failure does not undo what is durable. */
  async #tryDerive(work: () => Promise<void> | undefined): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#options.onDeriveFailed?.(error);
    }
  }

  /** Undefined if there was nothing to do. */
  async #append(file: DiskFile, end: number, batch: Batch<Draft>): Promise<AppendOutcome | undefined> {
    const bytes = batch.toBytes();
    const { disk } = this.#deps;
    if (bytes.length > 0) {
      return await appendDurably(disk, this.#options.path, file, end, bytes, () => this.#prepareDerived());
    }
    // A commit that writes nothing because of what another process wrote promises that this is durable.
    return batch.hasDecisions && this.#reader.hasUnflushed ? await flushDurably(file) : undefined;
  }

  #toFailure(outcome: AppendOutcome | undefined): unknown {
    const { path } = this.#options;
    switch (outcome?.kind) {
      case 'taken back':
        return toFileError(outcome.cause, path, 'write');
      case 'unknown':
        return (this.#broken = this.#closedError('a flush of it failed', outcome.cause));
      case 'mixed':
        return new BatonError('LOCK_LOST', `${path} was written by a process that does not hold its lock`, { path });
      default:
        return undefined;
    }
  }

  #closedError(why: string, cause?: unknown): BatonError {
    const { path } = this.#options;
    return new BatonError('JOURNAL_CLOSED', `the journal ${path} takes no more records: ${why}`, { path }, cause);
  }
}

function isWholeJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

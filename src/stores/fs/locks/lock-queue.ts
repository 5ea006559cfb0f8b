import { join } from 'node:path';
import { errnoOf, unlessGone } from '../errno.ts';
import { readLockFolder, ticketName, type LockFolder } from './lock-folder.ts';
import { parseHolder, renderHolder, type LockDeps } from './lock-holder.ts';
import { monotonicMs } from '../monotonic.ts';

/** From here on it is asked whether the first in line still lives. */
const CHECK_MS = 20;
/** The first in line may be stopped, or on another machine: nobody waits longer for it while the lock is free. */
const PASS_MS = 250;

/**
 * The place of this process among those that wait for one lock. Tickets only say whose turn it is; who holds the lock is
 * decided by the generations alone, so a ticket that is lost, left or misjudged costs time and nothing else.
 */
export class Place {
  readonly #deps: LockDeps;
  readonly #folder: string;
  readonly #owner: string;
  #ticket: number | undefined;
  /** Who was first when the lock was seen free, and since when. */
  #passing: { readonly first: number; readonly sinceMs: number } | undefined;

  constructor(deps: LockDeps, folder: string, owner: string) {
    this.#deps = deps;
    this.#folder = folder;
    this.#owner = owner;
  }

  /** Joins the queue, unless it is already in it. */
  async join(): Promise<void> {
    const { disk, clock, processes } = this.#deps;
    const record = renderHolder({
      owner: this.#owner,
      acquiredAtMs: clock.now(),
      process: await processes.self(),
    });
    while (this.#ticket === undefined) {
      const { waiting = [] } = (await readLockFolder(disk, this.#folder)) ?? {};
      const number = (waiting.at(-1) ?? 0) + 1;
      try {
        const file = await disk.open(join(this.#folder, ticketName(number)), 'wx');
        this.#ticket = number;
        try {
          await file.write(record);
        } finally {
          await file.close();
        }
      } catch (error) {
        // Somebody else drew this number.
        if (errnoOf(error) !== 'EEXIST') throw error;
      }
    }
  }

  /** Whether another process was before it at the last check. */
  isAfterOthers(waiting: readonly number[]): boolean {
    const [first] = waiting;
    return first !== undefined && first < (this.#ticket ?? Infinity);
  }

  async leave(): Promise<void> {
    const ticket = this.#ticket;
    this.#ticket = undefined;
    if (ticket !== undefined) await unlessGone(this.#deps.disk.unlink(join(this.#folder, ticketName(ticket))));
  }

  /** Whether it may take a free lock: no waiter is before it. */
  async mayTake({ waiting }: LockFolder): Promise<boolean> {
    const [first] = waiting;
    if (first === undefined || !this.isAfterOthers(waiting)) {
      this.#passing = undefined;
      return true;
    }
    const nowMs = monotonicMs();
    if (this.#passing?.first !== first) this.#passing = { first, sinceMs: nowMs };
    const waitedMs = nowMs - this.#passing.sinceMs;
    if (waitedMs >= PASS_MS) return true;
    if (waitedMs >= CHECK_MS) await this.#removeDead(first);
    return false;
  }

  /** A process that was killed while it waited. */
  async #removeDead(ticket: number): Promise<void> {
    const { disk, processes } = this.#deps;
    const path = join(this.#folder, ticketName(ticket));
    const bytes = await unlessGone(disk.readFile(path));
    const record = bytes === undefined ? undefined : parseHolder(bytes);
    if (record !== undefined && (await processes.isAlive(record.process)) === false)
      await unlessGone(disk.unlink(path));
  }
}

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BatonError } from '../../../kernel/errors/index.ts';
import type { Disk, HeldLock, LockHolder, LockOptions, Locks } from '../../../kernel/ports/index.ts';
import { errnoOf, unlessGone, withPath } from '../file-errors.ts';
import { monotonicMs } from '../../system/index.ts';
import { claimGeneration, holdLock, LockTurns, type Claim, type Lock } from './lock-claim.ts';
import {
  parseHolder,
  readHolderState,
  readLockFolder,
  releasedName,
  renderHolder,
  ticketName,
  type LockDeps,
  type LockFolder,
} from './lock-holder.ts';

/** From here on it is asked whether the first in line still lives. */
const CHECK_MS = 20;
/** The first in line may be stopped, or on another machine: nobody waits longer for it while the lock is free. */
const PASS_MS = 250;

/**
 * The place of this process among those that wait for one lock. Tickets only say whose turn it is; who holds the lock is
 * decided by the generations alone, so a ticket that is lost, left or misjudged costs time and nothing else.
 */
class Place {
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

/** Locks as folders of numbered files: see lock-folder.ts for the rule that makes taking over safe. */
export function createLocks(deps: LockDeps): Locks {
  return {
    acquire: async (name, options) => await acquire(deps, toLock(deps, name), options),
    inspect: async (name) => await findHolder(deps, toLock(deps, name)),
  };
}

const NAME = /^[\w-][\w.-]{0,199}$/;

function toLock(deps: LockDeps, name: string): Lock {
  if (!NAME.test(name)) throw new BatonError('INPUT_INVALID', `${JSON.stringify(name)} cannot name a lock`, { name });
  const folder = join(deps.folder, name);
  return { name, folder, turns: turnsAt(deps.disk, folder) };
}

/** One queue per lock for the whole process, however many `Locks` were made for it. */
const turnsByDisk = new WeakMap<Disk, Map<string, LockTurns>>();

function turnsAt(disk: Disk, folder: string): LockTurns {
  const byFolder = turnsByDisk.get(disk) ?? new Map<string, LockTurns>();
  turnsByDisk.set(disk, byFolder);
  const turns = byFolder.get(folder) ?? new LockTurns();
  byFolder.set(folder, turns);
  return turns;
}

const findHolder = (deps: LockDeps, { folder }: Lock): Promise<LockHolder | undefined> =>
  withPath(folder, 'read', async () => {
    const seen = await readLockFolder(deps.disk, folder);
    if (seen === undefined || seen.generation === 0 || seen.released) return undefined;
    const state = await readHolderState(deps, folder, seen.generation, 'read only');
    return state.kind === 'alive' ? state.holder : undefined;
  });

async function acquire(deps: LockDeps, lock: Lock, options: LockOptions): Promise<HeldLock> {
  const patience = new Patience(deps, options.waitMs ?? 0);
  const turn = await lock.turns.enter(options.owner, patience.leftMs);
  if (turn === undefined) throw heldError(lock, await findHolder(deps, lock), lock.turns.owner);
  try {
    const claim = await withPath(lock.folder, 'write', () => claimInTime(deps, lock, options.owner, patience));
    return holdLock(deps, lock, claim, turn);
  } catch (error) {
    turn.leave();
    throw error;
  }
}

/** Pauses that grow with the time already spent, at random so that contenders do not move in step. */
class Patience {
  readonly #deps: LockDeps;
  readonly #beganMs = monotonicMs();
  readonly #waitMs: number;

  constructor(deps: LockDeps, waitMs: number) {
    this.#deps = deps;
    this.#waitMs = waitMs;
  }

  get leftMs(): number {
    return this.#waitMs - this.#spentMs;
  }

  get #spentMs(): number {
    return monotonicMs() - this.#beganMs;
  }

  async pause(mostMs: number): Promise<void> {
    const dice = 0.5 + (this.#deps.random.bytes(1)[0] ?? 0) / 256;
    await sleep(Math.max(0, Math.min(this.leftMs, dice * Math.min(mostMs, 1 + this.#spentMs / 8))));
  }
}

const MAX_PAUSE_MS = 15;
const NEXT_PAUSE_MS = 2;
/** In between only the sign of release is looked for, which is one cheap question. */
const FULL_LOOK_MS = 100;

/** First come, first served between processes; who has no time to wait takes what is free. */
async function claimInTime(deps: LockDeps, lock: Lock, owner: string, patience: Patience): Promise<Claim> {
  const place = new Place(deps, lock.folder, owner);
  try {
    for (let races = 1; ; races++) {
      const isInHurry = patience.leftMs <= 0;
      const outcome = await claimGeneration(deps, lock.folder, owner, async (seen) => isInHurry || place.mayTake(seen));
      if (outcome.kind === 'won') return outcome.claim;
      // Who was quicker may be done already: look again at once a few times, as even a caller without patience expects.
      if (outcome.kind === 'raced' && races % 4 !== 0) continue;
      if (isInHurry) throw heldError(lock, outcome.kind === 'held' ? outcome.holder : undefined);
      if (outcome.kind === 'raced') {
        await patience.pause(MAX_PAUSE_MS);
        continue;
      }
      await place.join();
      // The next in line looks often, so that the lock is not idle; the others need not.
      const pauseMs = place.isAfterOthers(outcome.waiting) ? MAX_PAUSE_MS : NEXT_PAUSE_MS;
      if (outcome.kind === 'held') await waitForRelease(deps, lock, outcome.generation, patience, pauseMs);
      else await patience.pause(pauseMs);
    }
  } finally {
    await place.leave();
  }
}

async function waitForRelease(
  deps: LockDeps,
  lock: Lock,
  generation: number,
  patience: Patience,
  pauseMs: number,
): Promise<void> {
  const sign = join(lock.folder, releasedName(generation));
  const untilMs = monotonicMs() + FULL_LOOK_MS;
  while (patience.leftMs > 0 && monotonicMs() < untilMs) {
    await patience.pause(pauseMs);
    if ((await deps.disk.lstat(sign)) !== undefined) return;
  }
}

function heldError({ name }: Lock, holder: LockHolder | undefined, owner = 'another process'): BatonError {
  const who =
    holder === undefined
      ? owner
      : `${holder.owner} (process ${holder.pid} on ${holder.host}, for ${(holder.ageMs / 1000).toFixed(1)} s)`;
  return new BatonError('LOCK_HELD', `lock ${name} is held by ${who}`, { lock: name, ...holder });
}

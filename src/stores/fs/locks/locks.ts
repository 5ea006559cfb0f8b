import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BatonError } from '../../../kernel/errors/index.ts';
import type { Disk, HeldLock, LockHolder, LockOptions, Locks } from '../../../kernel/ports/index.ts';
import { withPath } from '../file-errors.ts';
import { claimGeneration, type Claim } from './lock-claim.ts';
import { readLockFolder, releasedName } from './lock-folder.ts';
import { holdLock, LockTurns, type Lock } from './lock-held.ts';
import { readHolderState, type LockDeps } from './lock-holder.ts';
import { Place } from './lock-queue.ts';
import { monotonicMs } from '../monotonic.ts';

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

import { join } from 'node:path';
import { BatonError } from '../../../kernel/errors/index.ts';
import type { HeldLock, LockHolder } from '../../../kernel/ports/index.ts';
import { errnoOf, isWithoutHardLinks, unlessGone, withPath } from '../file-errors.ts';
import { randomName } from '../write-atomic.ts';
import {
  claimName,
  generationName,
  INCOMPLETE_MS,
  readHolderState,
  readLockFolder,
  releasedName,
  renderHolder,
  staleMsOf,
  sweepLockFolder,
  type LockDeps,
  type LockFolder,
} from './lock-holder.ts';

type ClaimOutcome =
  | { readonly kind: 'won'; readonly claim: Claim }
  | {
      readonly kind: 'held';
      readonly generation: number;
      readonly holder: LockHolder | undefined;
      readonly waiting: readonly number[];
    }
  /** It is free, and others were there first. */
  | { readonly kind: 'queued'; readonly waiting: readonly number[] }
  /** Somebody else moved while we looked. */
  | { readonly kind: 'raced' };

export interface Claim {
  readonly generation: number;
  /** The second name of the generation file, which becomes the sign of release; absent without hard links. */
  readonly secondName?: string;
}

/** One try: look who holds the lock and, if it is free, create the next generation. */
export async function claimGeneration(
  deps: LockDeps,
  folder: string,
  owner: string,
  mayTake: (seen: LockFolder) => Promise<boolean>,
): Promise<ClaimOutcome> {
  const seen = await readLockFolder(deps.disk, folder);
  if (seen === undefined) await deps.disk.mkdir(folder);
  const generation = seen?.generation ?? 0;
  if (seen !== undefined && generation > 0 && !seen.released) {
    const state = await readHolderState(deps, folder, generation, 'may write');
    if (state.kind === 'gone') return { kind: 'raced' };
    if (state.kind === 'alive') return { kind: 'held', generation, holder: state.holder, waiting: seen.waiting };
  }
  if (seen !== undefined && !(await mayTake(seen))) return { kind: 'queued', waiting: seen.waiting };
  const claim = await createGeneration(deps, folder, generation + 1, owner);
  return claim === undefined ? { kind: 'raced' } : await confirmClaim(deps, folder, claim);
}

/** Undefined when another contender was first. */
async function createGeneration(
  deps: LockDeps,
  folder: string,
  generation: number,
  owner: string,
): Promise<Claim | undefined> {
  const record = renderHolder({ owner, acquiredAtMs: deps.clock.now(), process: await deps.processes.self() });
  const secondName = join(folder, claimName(generation, randomName(deps.random)));
  try {
    await writeNew(deps, secondName, record);
    await deps.disk.link(secondName, join(folder, generationName(generation)));
    return { generation, secondName };
  } catch (error) {
    await unlessGone(deps.disk.unlink(secondName));
    if (LOST_RACE.has(errnoOf(error) ?? '')) return undefined;
    if (isWithoutHardLinks(error)) return await createWithoutLinks(deps, folder, generation, record);
    throw error;
  }
}

/** ENOENT: the claim was swept away as obsolete, or the folder was removed. */
const LOST_RACE = new Set(['EEXIST', 'ENOENT']);

async function createWithoutLinks(
  deps: LockDeps,
  folder: string,
  generation: number,
  record: Buffer,
): Promise<Claim | undefined> {
  const beganMs = deps.clock.now();
  try {
    await writeNew(deps, join(folder, generationName(generation)), record);
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return undefined;
    throw error;
  }
  if (Math.abs(deps.clock.now() - beganMs) < INCOMPLETE_MS / 2) return { generation };
  // Others may have seen it incomplete for so long that they are about to take over.
  await markReleased(deps, folder, { generation });
  return undefined;
}

async function writeNew(deps: LockDeps, path: string, content: Buffer): Promise<void> {
  const file = await deps.disk.open(path, 'wx');
  try {
    await file.write(content);
  } finally {
    await file.close();
  }
}

/**
 * A contender that slept through many generations can create a number that was used and swept away long ago.
 * It then sees a higher one here and withdraws.
 */
async function confirmClaim(deps: LockDeps, folder: string, claim: Claim): Promise<ClaimOutcome> {
  try {
    const now = await readLockFolder(deps.disk, folder);
    if (now?.generation === claim.generation) {
      await sweepLockFolder(deps.disk, folder, now);
      return { kind: 'won', claim };
    }
    await unlessGone(deps.disk.unlink(join(folder, generationName(claim.generation))));
    if (claim.secondName !== undefined) await unlessGone(deps.disk.unlink(claim.secondName));
    return { kind: 'raced' };
  } catch (error) {
    // Unsure whether it is ours, but sure that nobody else will ever release it.
    await markReleased(deps, folder, claim);
    throw error;
  }
}

/** A lock that was taken over and removed has nothing left to mark. */
async function markReleased({ disk }: LockDeps, folder: string, claim: Claim): Promise<void> {
  const path = join(folder, releasedName(claim.generation));
  if (claim.secondName !== undefined) await unlessGone(disk.rename(claim.secondName, path));
  else await unlessGone(disk.open(path, 'a').then((file) => file.close()));
}

/** One lock as this process knows it. */
export interface Lock {
  readonly name: string;
  readonly folder: string;
  readonly turns: LockTurns;
}

export function holdLock(deps: LockDeps, lock: Lock, claim: Claim, turn: Turn): HeldLock {
  const renewal = setInterval(() => void renew(deps, lock, claim), staleMsOf(deps) / 3).unref();
  let held = true;
  return {
    fence: claim.generation,
    assertHeld: () => withPath(lock.folder, 'read', () => assertHeld(deps, lock, held ? claim : undefined)),
    isWanted: () => withPath(lock.folder, 'read', () => isWanted(deps, lock)),
    release: () => {
      if (!held) return Promise.resolve();
      held = false;
      clearInterval(renewal);
      return withPath(lock.folder, 'write', () => markReleased(deps, lock.folder, claim)).finally(() => turn.leave());
    },
  };
}

async function assertHeld(deps: LockDeps, lock: Lock, claim: Claim | undefined): Promise<void> {
  const seen = claim && (await readLockFolder(deps.disk, lock.folder));
  if (seen !== undefined && seen.generation === claim?.generation) return;
  const why = claim === undefined ? 'it was released' : `it was taken over after fence ${claim.generation}`;
  throw new BatonError('LOCK_LOST', `lock ${lock.name} is no longer held: ${why}`, {
    lock: lock.name,
    fence: claim?.generation,
    current: seen?.generation,
  });
}

const isWanted = async ({ disk }: LockDeps, { folder }: Lock): Promise<boolean> =>
  ((await readLockFolder(disk, folder))?.waiting.length ?? 0) > 0;

/** Writes the first byte again, for the file's time: a sign of life to those who cannot ask for this process. */
async function renew({ disk }: LockDeps, { folder }: Lock, { generation }: Claim): Promise<void> {
  try {
    const file = await disk.open(join(folder, generationName(generation)), 'r+');
    try {
      await file.write(Buffer.from('{'), 0);
    } finally {
      await file.close();
    }
  } catch {
    // Nobody waits for this answer. A lock that could not be renewed is seen as lost by `assertHeld`.
  }
}

/** The order in which parts of this process get at one lock: first come, first served, without touching the disk. */
export class LockTurns {
  #current: string | undefined;
  readonly #waiting: Waiter[] = [];

  /** Who has the turn. */
  get owner(): string | undefined {
    return this.#current;
  }

  /** Undefined when the turn did not come in time. */
  enter(owner: string, waitMs: number): Promise<Turn | undefined> {
    if (this.#current === undefined) return Promise.resolve(this.#give(owner));
    if (waitMs <= 0) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => {
          this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
          resolve(undefined);
        },
        Math.min(waitMs, LONGEST_TIMER_MS),
      );
      const waiter: Waiter = {
        admit: () => {
          clearTimeout(timer);
          resolve(this.#give(owner));
        },
      };
      this.#waiting.push(waiter);
    });
  }

  #give(owner: string): Turn {
    this.#current = owner;
    let mine = true;
    return {
      leave: () => {
        if (!mine) return;
        mine = false;
        this.#current = undefined;
        this.#waiting.shift()?.admit();
      },
    };
  }
}

/** A longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface Turn {
  leave(): void;
}

interface Waiter {
  admit(): void;
}

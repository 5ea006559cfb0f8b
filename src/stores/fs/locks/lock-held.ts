import { join } from 'node:path';
import { BatonError } from '../../../kernel/errors/index.ts';
import type { HeldLock } from '../../../kernel/ports/index.ts';
import { withPath } from '../file-errors.ts';
import { markReleased, type Claim } from './lock-claim.ts';
import { generationName, readLockFolder } from './lock-folder.ts';
import { staleMsOf, type LockDeps } from './lock-holder.ts';

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

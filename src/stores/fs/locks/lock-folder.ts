import { join } from 'node:path';
import type { Disk } from '../../../kernel/ports/index.ts';
import { unlessGone } from '../errno.ts';

/**
 * The folder of one lock:
 *
 *     00000007                  generation 7: who took the lock, created with its content in one step by link(2)
 *     00000007.released         its holder let go
 *     00000008.<random>.claim   written by a contender who is about to link it as generation 8
 *     00000002.wait             somebody waits, the second in line
 *
 * The highest generation says who holds the lock; nobody ever changes or takes away another's. Taking over from a
 * dead holder is therefore the same step as taking a free lock: creating the next number, which only one can.
 */
export interface LockFolder {
  /** 0 before anybody ever took it. */
  readonly generation: number;
  readonly released: boolean;
  /** Numbers of those that wait, the first in line first. */
  readonly waiting: readonly number[];
  /** Names of generations long past. */
  readonly obsolete: readonly string[];
}

/** Generations that stay, so that the traces of the last few holders can be looked at. */
const KEPT_GENERATIONS = 16;

const NAME = /^(\d{8,15})(\.released|\.[0-9a-f]+\.claim)?$/;

const TICKET = /^(\d{8,15})\.wait$/;

export const ticketName = (number: number): string => `${generationName(number)}.wait`;

// Eight digits sort well in a listing; a longer number just gets longer.
export const generationName = (generation: number): string => String(generation).padStart(8, '0');

export const releasedName = (generation: number): string => `${generationName(generation)}.released`;

export const claimName = (generation: number, unique: string): string =>
  `${generationName(generation)}.${unique}.claim`;

/** Undefined if the folder is not there. */
export async function readLockFolder(disk: Disk, folder: string): Promise<LockFolder | undefined> {
  const entries = await unlessGone(disk.readdir(folder));
  return entries === undefined ? undefined : parseLockFolder(entries.map(({ name }) => name));
}

export function parseLockFolder(names: readonly string[]): LockFolder {
  const parsed = names.flatMap((name) => {
    const match = NAME.exec(name);
    return match === null ? [] : [{ name, generation: Number(match[1]), isHolder: match[2] === undefined }];
  });
  const generation = parsed.reduce(
    (highest, entry) => (entry.isHolder ? Math.max(highest, entry.generation) : highest),
    0,
  );
  return {
    generation,
    released: names.includes(releasedName(generation)),
    waiting: names
      .flatMap((name) => TICKET.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => a - b),
    obsolete: parsed.filter((entry) => entry.generation < generation - KEPT_GENERATIONS).map(({ name }) => name),
  };
}

/** Removing one by one costs as much as the lock itself: it waits until a few have come together. */
const SWEEP_AT = 32;

export async function sweepLockFolder(disk: Disk, folder: string, { obsolete }: LockFolder): Promise<void> {
  if (obsolete.length < SWEEP_AT) return;
  await Promise.all(obsolete.map((name) => unlessGone(disk.unlink(join(folder, name)))));
}

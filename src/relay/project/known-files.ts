import { isJsonObject, isSha256Tagged, type DiskStat } from '../../kernel/index.ts';
import type { Platform } from '../platform.ts';
import { readCached, writeCached } from './project-cache.ts';

/** A file as it was when it was last read. */
export interface KnownFile {
  readonly stamp: string;
  readonly checksum: string;
}

/** By name. */
export type KnownFiles = ReadonlyMap<string, KnownFile>;

const CACHE = 'checksums';

/** The coarsest clock of a file system in use, FAT's: two changes within it may leave the same time. */
const YOUNG_MS = 2_000;

/**
 * What tells one state of a file from the next without reading it, as git's index does; undefined where that is not
 * safe. The time at which the inode changed is part of it, which no program can set: whoever puts an old time of
 * modification back changes this one. A file of this moment may change again and keep its times, so it has no stamp yet.
 */
export function findStamp(stat: DiskStat, nowMs: number): string | undefined {
  const { kind, inode, sizeBytes, modifiedMs, changedMs } = stat;
  if (kind !== 'file' || Math.max(modifiedMs, changedMs) + YOUNG_MS >= nowMs) return undefined;
  return `${inode} ${sizeBytes} ${modifiedMs} ${changedMs}`;
}

/** What the last manifest knew; empty where there was none. */
export async function readKnownFiles(platform: Platform): Promise<KnownFiles> {
  const value = await readCached(platform, CACHE);
  if (!isJsonObject(value)) return new Map();
  return new Map(
    Object.entries(value).flatMap(([name, known]) => {
      if (!isJsonObject(known)) return [];
      const { stamp, checksum } = known;
      if (typeof stamp !== 'string' || typeof checksum !== 'string' || !isSha256Tagged(checksum)) return [];
      return [[name, { stamp, checksum }] as const];
    }),
  );
}

export async function keepKnownFiles(platform: Platform, before: KnownFiles, now: KnownFiles): Promise<void> {
  if (!isSame(before, now)) await writeCached(platform, CACHE, Object.fromEntries(now));
}

const isSame = (a: KnownFiles, b: KnownFiles): boolean =>
  a.size === b.size &&
  [...a].every(([name, { stamp, checksum }]) => b.get(name)?.stamp === stamp && b.get(name)?.checksum === checksum);

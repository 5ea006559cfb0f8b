import { isSha256Tagged } from '../../../kernel/hash.ts';
import { isJsonObject, type Json } from '../../../kernel/json.ts';
import type { DiskStat, Platform } from '../../../kernel/ports/index.ts';
import { VERSION } from '../../../kernel/version.ts';
import type { Description } from '../../../protocols/project/index.ts';
import { readCached, writeCached } from './project-cache.ts';

/** A file as it was when it was last read. */
export interface KnownFile {
  readonly stamp: string;
  readonly checksum: string;
  /** What a manifest said of this text; undefined where another version of this program said it. */
  readonly description?: Description | undefined;
}

/** By name. */
export type KnownFiles = ReadonlyMap<string, KnownFile>;

const CACHE = 'checksums';

/** The coarsest clock of a file system in use, FAT's: two changes within it may leave the same time. */
const YOUNG_MS = 2_000;

/**
 * What tells one state of a file from the next without reading it, as git's index does; undefined where that is not
 * safe. The time at which the inode changed is part of it, which no program can set: a program that puts an old time of
 * modification back changes this one. A file of this moment may change again and keep its times, so it has no stamp yet.
 */
export function findStamp(stat: DiskStat, nowMs: number): string | undefined {
  const { kind, inode, sizeBytes, modifiedMs, changedMs } = stat;
  if (kind !== 'file' || Math.max(modifiedMs, changedMs) + YOUNG_MS >= nowMs) return undefined;
  return `${inode} ${sizeBytes} ${modifiedMs} ${changedMs}`;
}

/** What the last manifest knew; empty where there was none. */
export async function readKnownFiles(platform: Pick<Platform, 'facts' | 'files' | 'project'>): Promise<KnownFiles> {
  const value = await readCached(platform, CACHE);
  if (!isJsonObject(value)) return new Map();
  return new Map(
    Object.entries(value).flatMap(([name, known]) => {
      if (!isJsonObject(known)) return [];
      const { stamp, checksum, description } = known;
      if (typeof stamp !== 'string' || typeof checksum !== 'string' || !isSha256Tagged(checksum)) return [];
      const said = value['version'] === VERSION ? findDescription(description) : undefined;
      return [[name, { stamp, checksum, description: said }] as const];
    }),
  );
}

export async function keepKnownFiles(
  platform: Pick<Platform, 'facts' | 'files' | 'project'>,
  before: KnownFiles,
  now: KnownFiles,
): Promise<void> {
  if (!isSame(before, now)) await writeCached(platform, CACHE, { ...Object.fromEntries(now), version: VERSION });
}

function findDescription(value: Json | undefined): Description | undefined {
  if (!isJsonObject(value)) return undefined;
  const { lines, summary } = value;
  return typeof lines === 'number' && typeof summary === 'string' ? { lines, summary } : undefined;
}

const isSame = (a: KnownFiles, b: KnownFiles): boolean =>
  a.size === b.size &&
  [...a].every(([name, { stamp, checksum, description }]) => {
    const other = b.get(name);
    return (
      other?.stamp === stamp &&
      other.checksum === checksum &&
      other.description?.lines === description?.lines &&
      other.description?.summary === description?.summary
    );
  });

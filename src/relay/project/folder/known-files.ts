import { join } from 'node:path';
import { isSha256Tagged, sha256Hex } from '../../../kernel/hash.ts';
import { isJsonObject, parseJson, type Json } from '../../../kernel/json.ts';
import type { DiskStat, Platform } from '../../../kernel/ports/index.ts';
import { VERSION } from '../../../kernel/version.ts';
import type { Description } from '../../../protocols/project/manifest/index.ts';

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

/** A project with thousands of files fits. */
const MAX_BYTES = 16 * 1024 * 1024;

/** One value about this project per name, outside the repository. */
const placeOf = (
  { facts, project: { root } }: Pick<Platform, 'facts' | 'project'>,
  kind: string,
  slot: string,
): string => join(facts.cacheFolder, kind, `${sha256Hex(root).slice(0, 16)}${slot}.json`);

/** Undefined where nothing was kept, or cannot be read: a cache that cannot be read is no cache. */
export async function readCached(
  platform: Pick<Platform, 'facts' | 'files' | 'project'>,
  kind: string,
  slot = '',
): Promise<Json | undefined> {
  try {
    const text = await platform.files.findText(placeOf(platform, kind, slot), { maxBytes: MAX_BYTES });
    return text === undefined ? undefined : parseJson(text);
  } catch {
    return undefined;
  }
}

/** Without a place for it the next call does its work again. */
export async function writeCached(
  platform: Pick<Platform, 'facts' | 'files' | 'project'>,
  kind: string,
  value: unknown,
  slot = '',
): Promise<void> {
  try {
    const path = placeOf(platform, kind, slot);
    await platform.files.createFolder(join(path, '..'));
    await platform.files.writeAtomic(path, JSON.stringify(value));
  } catch {
    // As above.
  }
}

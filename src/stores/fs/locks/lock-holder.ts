import { join } from 'node:path';
import { given } from '../../../kernel/given.ts';
import type { Clock, Disk, LockHolder, Processes, ProcessIdentity, Random } from '../../../kernel/ports/index.ts';
import { unlessGone } from '../file-errors.ts';
import { randomName } from '../write-atomic.ts';

export interface LockDeps {
  readonly disk: Disk;
  /** Each lock has a folder of its own below this one. */
  readonly folder: string;
  readonly processes: Pick<Processes, 'isAlive' | 'self'>;
  readonly clock: Clock;
  readonly random: Random;
  /**
   * A holder whose life cannot be asked for from here (another machine, another container) counts as dead when it
   * has not renewed the lock for this long. Default two minutes: network file systems may show times a minute old.
   */
  readonly staleMs?: number;
  /** True for a file that came with a repository: it holds nothing. Asked only about holders on other machines. */
  isForeign?(path: string): Promise<boolean>;
}

export const DEFAULT_STALE_MS = 120_000;

/**
 * Only if link(2) is missing, or after a power loss, is a generation seen before its content. Within this time
 * its creator may still be writing; a creator that needed half of it withdraws, so that nobody is misjudged.
 */
export const INCOMPLETE_MS = 10_000;

/** What a generation file holds. */
export interface HolderRecord {
  readonly owner: string;
  readonly acquiredAtMs: number;
  readonly process: ProcessIdentity;
}

export const renderHolder = (record: HolderRecord): Buffer => Buffer.from(`${JSON.stringify(record)}\n`, 'utf8');

/** Undefined for a record that is not complete. */
export function parseHolder(bytes: Uint8Array): HolderRecord | undefined {
  const record = parseObject(Buffer.from(bytes).toString('utf8'));
  const identity = record?.['process'];
  if (record === undefined || !isObject(identity)) return undefined;
  const { owner, acquiredAtMs } = record;
  const { pid, host, started } = identity;
  if (typeof owner !== 'string' || typeof acquiredAtMs !== 'number') return undefined;
  if (typeof pid !== 'number' || typeof host !== 'string') return undefined;
  if (started !== undefined && typeof started !== 'string') return undefined;
  return { owner, acquiredAtMs, process: { pid, host, ...given({ started }) } };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  // The last byte is the line break: without it the record is still being written.
  if (!text.endsWith('}\n')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** `gone`: it was there when the folder was listed and is not any more, so the folder must be listed again. */
type HolderState =
  | { readonly kind: 'alive'; readonly holder: LockHolder | undefined }
  | { readonly kind: 'dead' }
  | { readonly kind: 'gone' };

/** Whether the process that made this generation, and did not release it, still lives. */
export async function readHolderState(
  deps: LockDeps,
  folder: string,
  generation: number,
  access: 'read only' | 'may write',
): Promise<HolderState> {
  const path = join(folder, generationName(generation));
  const isSilentFor = async (limitMs: number): Promise<boolean> => {
    const nowMs = access === 'may write' ? await readDiskTime(deps, folder) : deps.clock.now();
    const there = await deps.disk.stat(path);
    // A time far ahead is no sign of life either: it dates from before a clock was corrected.
    return there !== undefined && Math.abs(nowMs - there.modifiedMs) > limitMs;
  };
  const bytes = await unlessGone(deps.disk.readFile(path));
  if (bytes === undefined) return { kind: 'gone' };
  const record = parseHolder(bytes);
  if (record === undefined) {
    return (await isSilentFor(INCOMPLETE_MS)) ? { kind: 'dead' } : { kind: 'alive', holder: undefined };
  }
  const alive = await deps.processes.isAlive(record.process);
  const dead =
    alive === false ||
    (alive === undefined && ((await isSilentFor(staleMsOf(deps))) || (await deps.isForeign?.(path)) === true));
  return dead ? { kind: 'dead' } : { kind: 'alive', holder: toLockHolder(record, deps.clock.now()) };
}

export const staleMsOf = (deps: LockDeps): number => deps.staleMs ?? DEFAULT_STALE_MS;

export const toLockHolder = (record: HolderRecord, nowMs: number): LockHolder => ({
  owner: record.owner,
  pid: record.process.pid,
  host: record.process.host,
  acquiredAtMs: record.acquiredAtMs,
  ageMs: Math.max(0, nowMs - record.acquiredAtMs),
});

/** The time by the clock that stamps the files, which on a network share is not ours. */
async function readDiskTime({ disk, clock, random }: LockDeps, folder: string): Promise<number> {
  const probe = join(folder, `.probe-${randomName(random)}`);
  await (await disk.open(probe, 'wx')).close();
  try {
    return (await disk.stat(probe))?.modifiedMs ?? clock.now();
  } finally {
    await unlessGone(disk.unlink(probe));
  }
}

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

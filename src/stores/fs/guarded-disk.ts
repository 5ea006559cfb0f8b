import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { BatonError } from '../../kernel/errors/index.ts';
import type { Disk } from '../../kernel/ports/index.ts';
import { errnoOf } from './file-errors.ts';
import { monotonicMs } from '../system/index.ts';
import { isInside } from './is-inside.ts';

/** A folder whose content must stay in it. */
export interface GuardedPlace {
  /** As paths name it. */
  readonly folder: string;
  /** `inside`: symlinks may lead from one part of it to another. `plain`: there are none on the way. */
  readonly rule: 'inside' | 'plain';
  /** Folders in it that no symlink may lead to, such as `.git`. */
  readonly closed?: readonly string[];
}

/**
 * The same disk, but nothing below these folders is read, created, changed or removed through a symlink that leads out
 * of them. Each write is checked at the moment it is made. If folders are nested, the inner one counts.
 */
export function createGuardedDisk(disk: Disk, places: readonly GuardedPlace[]): Disk {
  const sorted = places
    .map((place) => ({ ...place, folder: resolve(place.folder) }))
    .toSorted((a, b) => b.folder.length - a.folder.length);
  const realFolder: RealFolder = rememberFor(findReal);
  const check: Check = (path, follows) => {
    const full = resolve(path);
    const place = sorted.find(({ folder }) => isInside(folder, full));
    if (place !== undefined && full !== place.folder) checkPath(place, full, follows, realFolder);
  };
  const checkRead = (path: string): void => {
    const full = resolve(path);
    const place = sorted.find(({ folder }) => isInside(folder, full));
    if (place !== undefined && full !== place.folder) checkReading(place, full, realFolder);
  };
  const checkFolder = rememberFor((folder) => {
    checkRead(folder);
    return realFolder(folder);
  });
  return { ...disk, ...guardReads(disk, check, checkRead, checkFolder), ...guardWrites(disk, check) };
}

type Check = (path: string, follows: 'follows' | 'replaces') => void;

const guardReads = (
  disk: Disk,
  check: Check,
  checkRead: (path: string) => void,
  checkFolder: (path: string) => void,
): Pick<Disk, 'open' | 'readFile' | 'readNow' | 'readdir' | 'realpath'> => ({
  async open(path, flags, mode) {
    if (flags === 'r') checkRead(path);
    else check(path, 'follows');
    return await disk.open(path, flags, mode);
  },
  async readFile(path) {
    checkRead(path);
    return await disk.readFile(path);
  },
  readNow(path) {
    // It follows no symlink itself, so that only the folder can lead astray.
    checkFolder(dirname(path));
    try {
      return disk.readNow(path);
    } catch (error) {
      // Where the symlink leads says more than that it is one.
      if (errnoOf(error) === 'ELOOP') checkRead(path);
      throw error;
    }
  },
  async realpath(path) {
    checkRead(path);
    return await disk.realpath(path);
  },
  async readdir(path) {
    checkRead(path);
    return await disk.readdir(path);
  },
});

const guardWrites = (disk: Disk, check: Check): Pick<Disk, 'link' | 'mkdir' | 'rename' | 'rmdir' | 'unlink'> => ({
  async mkdir(path) {
    check(path, 'follows');
    await disk.mkdir(path);
  },
  async rename(from, to) {
    check(from, 'replaces');
    check(to, 'replaces');
    await disk.rename(from, to);
  },
  async link(from, to) {
    check(from, 'follows');
    check(to, 'replaces');
    await disk.link(from, to);
  },
  async unlink(path) {
    check(path, 'replaces');
    await disk.unlink(path);
  },
  async rmdir(path) {
    check(path, 'replaces');
    await disk.rmdir(path);
  },
});

/** The place itself may be a remembered one: if it became another since, the path leads out of it. */
function checkPath(place: GuardedPlace, path: string, follows: 'follows' | 'replaces', realFolder: RealFolder): void {
  const root = realFolder(place.folder) ?? place.folder;
  const at = follows === 'follows' ? locate(path) : join(locate(dirname(path)), basename(path));
  if (!mayLead(place, root, path, at)) throw outside(place, path, at, 'written');
}

/** Whether a path of a place may be the file or folder that it leads to. */
function mayLead({ folder, rule, closed = [] }: GuardedPlace, root: string, path: string, at: string): boolean {
  if (at === join(root, relative(folder, path))) return true;
  if (rule === 'plain' || !isInside(root, at)) return false;
  return !closed.some((one) => isInside(findReal(one) ?? one, at));
}

const outside = ({ folder }: GuardedPlace, path: string, at: string, what: 'read' | 'written'): BatonError =>
  new BatonError('FILE_OUTSIDE_ROOT', `${path} is not ${what}: a symlink leads from ${folder} to ${at}`, {
    root: folder,
    path,
    leadsTo: at,
    hint: 'replace the symlink with a regular file or folder',
  });

/** Nothing but the last part of most paths changes from one read to the next: its folder is looked up once a second. */
function checkReading(place: GuardedPlace, path: string, realFolder: RealFolder): void {
  const root = realFolder(place.folder) ?? place.folder;
  const folder = realFolder(dirname(path));
  // What is not there is the reader's matter.
  if (folder === undefined) return;
  const at = findLink(path) === undefined ? join(folder, basename(path)) : findReal(path);
  if (at !== undefined && !mayLead(place, root, path, at)) throw outside(place, path, at, 'read');
}

const REMEMBERED_MS = 1_000;
const MAX_REMEMBERED = 1_000;

type RealFolder = (folder: string) => string | undefined;

/** The same answer for a second; that nothing is there is asked each time, and a refusal is not remembered. */
function rememberFor<Answer>(ask: (folder: string) => Answer): (folder: string) => Answer {
  const known = new Map<string, { readonly answer: Answer; readonly atMs: number }>();
  return (folder) => {
    const now = monotonicMs();
    const found = known.get(folder);
    if (found !== undefined && now - found.atMs < REMEMBERED_MS) return found.answer;
    if (known.size >= MAX_REMEMBERED) known.clear();
    const answer = ask(folder);
    if (answer !== undefined) known.set(folder, { answer, atMs: now });
    return answer;
  };
}

/** Where a path leads. Parts that are not there yet are taken as written; a symlink to nothing counts as its target. */
function locate(path: string): string {
  const real = findReal(path);
  if (real !== undefined) return real;
  const parent = dirname(path);
  if (parent === path) return path;
  const base = locate(parent);
  const target = findLink(path);
  return target === undefined ? join(base, basename(path)) : resolve(base, target);
}

function findReal(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!NOT_THERE.has(errnoOf(error) ?? '')) throw error;
    return undefined;
  }
}

const NOT_THERE = new Set(['ENOENT', 'ENOTDIR']);

function findLink(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}

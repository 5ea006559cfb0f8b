import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { BatonError } from '../../kernel/errors/index.ts';
import type { Disk } from '../../kernel/ports/index.ts';
import { errnoOf } from './errno.ts';

/** A folder whose content must stay in it. */
export interface GuardedPlace {
  /** As paths name it. */
  readonly folder: string;
  /** `inside`: symlinks may lead from one part of it to another. `plain`: there are none on the way. */
  readonly rule: 'inside' | 'plain';
}

/**
 * The same disk, but nothing below these folders is created, changed or removed through a symlink that leads out of
 * them. Each call is checked at the moment it is made. If folders are nested, the inner one counts.
 */
export function createGuardedDisk(disk: Disk, places: readonly GuardedPlace[]): Disk {
  const sorted = places
    .map((place) => ({ ...place, folder: resolve(place.folder) }))
    .toSorted((a, b) => b.folder.length - a.folder.length);
  const check = (path: string, follows: 'follows' | 'replaces'): void => {
    const full = resolve(path);
    const place = sorted.find(({ folder }) => isInside(folder, full));
    if (place !== undefined && full !== place.folder) checkPath(place, full, follows);
  };
  return {
    ...disk,
    async open(path, flags, mode) {
      if (flags !== 'r') check(path, 'follows');
      return await disk.open(path, flags, mode);
    },
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
  };
}

function checkPath({ folder, rule }: GuardedPlace, path: string, follows: 'follows' | 'replaces'): void {
  const root = findReal(folder) ?? folder;
  const at = follows === 'follows' ? locate(path) : join(locate(dirname(path)), basename(path));
  const isFine = rule === 'inside' ? isInside(root, at) : at === join(root, relative(folder, path));
  if (isFine) return;
  throw new BatonError('FILE_OUTSIDE_ROOT', `${path} is not written: a symlink leads from ${folder} to ${at}`, {
    root: folder,
    path,
    leadsTo: at,
    hint: 'replace the symlink with a regular file or folder',
  });
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

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

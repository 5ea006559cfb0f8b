import { closeSync, constants, lstatSync, openSync, readFileSync, type Dirent, type Stats } from 'node:fs';
import type { DiskStat, EntryKind, OpenFlags } from '../../kernel/ports/index.ts';
import { errnoOf } from './errno.ts';

// Without O_NONBLOCK, opening a pipe that somebody put in a file's place waits for its writer, for ever. Regular files do
// not notice the flag; Windows does not have it.
export const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

export const nodeFlags = (flags: OpenFlags): string | number => (flags === 'r' ? READ_ONLY : flags);

/** A small piece only passes through the system's memory: waking a thread of Node's pool for it takes much longer. */
export const MAX_DIRECT_BYTES = 128 * 1024;

/** File systems that cannot flush a folder say so in one of these ways; Windows cannot even open one. */
export const CANNOT_SYNC_FOLDER = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

export function readNow(path: string): Buffer | undefined {
  let file: number;
  try {
    file = openSync(path, READ_ONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

export function lstatNow(path: string): DiskStat | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? undefined : toDiskStat(stats);
}

export const toDiskStat = (stats: Stats): DiskStat => ({
  kind: kindOf(stats),
  sizeBytes: stats.size,
  modifiedMs: stats.mtimeMs,
  changedMs: stats.ctimeMs,
  inode: stats.ino,
  mode: stats.mode & 0o7777,
  links: stats.nlink,
  ...(process.platform === 'win32' ? {} : { uid: stats.uid }),
});

export function kindOf(entry: Stats | Dirent): EntryKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'symlink' : 'other';
}

import * as fs from 'node:fs';
import { closeSync, constants, lstatSync, openSync, readFileSync, type Dirent, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { BatonError } from '../../kernel/errors/index.ts';
import type { Disk, DiskFile, DiskStat, EntryKind, OpenFlags } from '../../kernel/ports/index.ts';
import { errnoOf } from './file-errors.ts';

// Without O_NONBLOCK, opening a pipe that somebody put in a file's place waits for its writer, for ever. Regular files do
// not notice the flag; Windows does not have it.
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

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

/**
 * The real disk for one command that ends soon. What the system answers from its memory is asked at once, in a fraction of
 * the time it takes to wake a thread of Node's pool and hear back from it. Flushes, which wait for the disk, and large
 * pieces go to the pool. If many files are written at the same time, `nodeDisk` is faster: there, none waits for another.
 */
export const directDisk: Disk = {
  open: async (path, flags, mode) => new DirectFile(fs.openSync(path, nodeFlags(flags), mode)),
  readFile,
  readNow,
  readdir: async (path) =>
    fs.readdirSync(path, { withFileTypes: true }).map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
  stat: async (path) => statNow(path),
  lstat: async (path) => lstatNow(path),
  lstatNow,
  realpath: async (path) => fs.realpathSync.native(path),
  mkdir: async (path) => makeFolders(path),
  rename: async (from, to) => fs.renameSync(from, to),
  link: async (from, to) => fs.linkSync(from, to),
  unlink: async (path) => fs.unlinkSync(path),
  rmdir: async (path) => fs.rmdirSync(path),
  syncFolder,
};

const pool = {
  readFile: promisify(fs.readFile),
  read: promisify(fs.read),
  write: promisify(fs.write),
  sync: promisify(fs.fsync),
  datasync: promisify(fs.fdatasync),
};

async function readFile(path: string): Promise<Buffer> {
  const file = fs.openSync(path, READ_ONLY);
  try {
    const isSmall = fs.fstatSync(file).size <= MAX_DIRECT_BYTES;
    return isSmall ? fs.readFileSync(file) : await pool.readFile(file);
  } finally {
    fs.closeSync(file);
  }
}

/** An open file that is read and written at once, and flushed by the pool. */
export class DirectFile implements DiskFile {
  readonly #file: number;
  /** What the pool is still doing with the file: its number must not mean another one meanwhile. */
  readonly #underWay = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(file: number) {
    this.#file = file;
  }

  async read(buffer: Uint8Array, position: number): Promise<number> {
    const size = buffer.byteLength;
    if (size <= MAX_DIRECT_BYTES) return fs.readSync(this.#open, buffer, 0, size, position);
    return (await this.#inPool(pool.read(this.#open, buffer, 0, size, position))).bytesRead;
  }

  async write(data: Uint8Array, position?: number): Promise<void> {
    const isSmall = data.byteLength <= MAX_DIRECT_BYTES;
    // One call may write less than all of it, for instance up to where the disk is full.
    for (let done = 0; done < data.byteLength;) {
      const at = position === undefined ? null : position + done;
      const left = data.byteLength - done;
      done += isSmall
        ? fs.writeSync(this.#open, data, done, left, at)
        : (await this.#inPool(pool.write(this.#open, data, done, left, at))).bytesWritten;
    }
  }

  async stat(): Promise<DiskStat> {
    return toDiskStat(fs.fstatSync(this.#open));
  }

  async chmod(mode: number): Promise<void> {
    fs.fchmodSync(this.#open, mode);
  }

  async truncate(sizeBytes: number): Promise<void> {
    fs.ftruncateSync(this.#open, sizeBytes);
  }

  async datasync(): Promise<void> {
    await this.#inPool(pool.datasync(this.#open));
  }

  async sync(): Promise<void> {
    await this.#inPool(pool.sync(this.#open));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
    fs.closeSync(this.#file);
  }

  get #open(): number {
    if (this.#isClosed) throw new BatonError('INTERNAL', 'the file is closed');
    return this.#file;
  }

  async #inPool<Result>(work: Promise<Result>): Promise<Result> {
    this.#underWay.add(work);
    try {
      return await work;
    } finally {
      this.#underWay.delete(work);
    }
  }
}

function statNow(path: string): DiskStat | undefined {
  try {
    const stats = fs.statSync(path, { throwIfNoEntry: false });
    return stats === undefined ? undefined : toDiskStat(stats);
  } catch (error) {
    // Below a file there is nothing; since 22 Node itself says so.
    if (errnoOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Node's own recursive form reports a read-only file system, and some others, as ENOENT. */
function makeFolders(path: string): void {
  try {
    makeFolder(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolders(dirname(path));
    // Once only: below a folder such as /proc nothing can be made, however often it is tried.
    makeFolder(path);
  }
}

function makeFolder(path: string): void {
  try {
    fs.mkdirSync(path);
  } catch (error) {
    // Windows says EPERM for a drive's root, some file systems EROFS for a folder that exists.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  try {
    return statNow(path)?.kind === 'folder';
  } catch {
    return false;
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = fs.openSync(path, 'r');
  try {
    await pool.sync(folder);
  } catch (error) {
    if (!CANNOT_SYNC_FOLDER.has(errnoOf(error) ?? '')) throw error;
  } finally {
    fs.closeSync(folder);
  }
}

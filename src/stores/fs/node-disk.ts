import { closeSync, constants, lstatSync, openSync, readFileSync, writeSync, type Dirent, type Stats } from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Disk, DiskFile, DiskStat, EntryKind, OpenFlags } from '../../kernel/ports/index.ts';
import { errnoOf } from './errno.ts';

/** The real disk. Errors pass as Node gives them: `Files`, `Locks` and `Journal` turn them into codes. */
export const nodeDisk: Disk = {
  open: async (path, flags, mode) => new NodeFile(await fs.open(path, nodeFlags(flags), mode)),
  readFile: (path) => fs.readFile(path),
  readNow,
  readdir: async (path) =>
    (await fs.readdir(path, { withFileTypes: true })).map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
  stat: (path) => unlessMissing(fs.stat(path)),
  lstat: (path) => unlessMissing(fs.lstat(path)),
  lstatNow(path) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats === undefined ? undefined : toDiskStat(stats);
  },
  realpath: (path) => fs.realpath(path),
  mkdir: makeFolders,
  rename: (from, to) => fs.rename(from, to),
  link: (from, to) => fs.link(from, to),
  unlink: (path) => fs.unlink(path),
  rmdir: (path) => fs.rmdir(path),
  syncFolder,
};

// Without O_NONBLOCK, opening a pipe that somebody put in a file's place waits for its writer, for ever and on a
// thread of Node's small pool. Regular files do not notice the flag; Windows does not have it.
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

function readNow(path: string): Buffer | undefined {
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

const nodeFlags = (flags: OpenFlags): string | number => (flags === 'r' ? READ_ONLY : flags);

/**
 * A small write only copies into the system's memory, in a fraction of the time it takes to wake a thread of Node's pool
 * and hear back from it. Flushes, which wait for the disk, always go to the pool.
 */
const MAX_DIRECT_BYTES = 128 * 1024;

class NodeFile implements DiskFile {
  readonly #handle: fs.FileHandle;

  constructor(handle: fs.FileHandle) {
    this.#handle = handle;
  }

  async read(buffer: Uint8Array, position: number): Promise<number> {
    return (await this.#handle.read(buffer, 0, buffer.byteLength, position)).bytesRead;
  }

  async write(data: Uint8Array, position?: number): Promise<void> {
    const isSmall = data.byteLength <= MAX_DIRECT_BYTES;
    // One call may write less than all of it, for instance up to where the disk is full.
    for (let done = 0; done < data.byteLength;) {
      const at = position === undefined ? null : position + done;
      const left = data.byteLength - done;
      done += isSmall
        ? writeSync(this.#handle.fd, data, done, left, at)
        : (await this.#handle.write(data, done, left, at)).bytesWritten;
    }
  }

  async stat(): Promise<DiskStat> {
    return toDiskStat(await this.#handle.stat());
  }

  chmod(mode: number): Promise<void> {
    return this.#handle.chmod(mode);
  }

  truncate(sizeBytes: number): Promise<void> {
    return this.#handle.truncate(sizeBytes);
  }

  datasync(): Promise<void> {
    return this.#handle.datasync();
  }

  sync(): Promise<void> {
    return this.#handle.sync();
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

async function unlessMissing(asking: Promise<Stats>): Promise<DiskStat | undefined> {
  try {
    return toDiskStat(await asking);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

const toDiskStat = (stats: Stats): DiskStat => ({
  kind: kindOf(stats),
  sizeBytes: stats.size,
  modifiedMs: stats.mtimeMs,
  changedMs: stats.ctimeMs,
  inode: stats.ino,
  mode: stats.mode & 0o7777,
  ...(process.platform === 'win32' ? {} : { uid: stats.uid }),
});

function kindOf(entry: Stats | Dirent): EntryKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'symlink' : 'other';
}

/** Node's own recursive form reports a read-only file system, and some others, as ENOENT. */
async function makeFolders(path: string): Promise<void> {
  try {
    await makeFolder(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolders(dirname(path));
    // Once only: below a folder such as /proc nothing can be made, however often it is tried.
    await makeFolder(path);
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await fs.mkdir(path);
  } catch (error) {
    // Windows says EPERM for a drive's root, some file systems EROFS for a folder that exists.
    const there = await unlessMissing(fs.stat(path)).catch(() => undefined);
    if (there?.kind !== 'folder') throw error;
  }
}

/** File systems that cannot flush a folder say so in one of these ways; Windows cannot even open one. */
const CANNOT_SYNC_FOLDER = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await fs.open(path, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!CANNOT_SYNC_FOLDER.has(errnoOf(error) ?? '')) throw error;
  } finally {
    await handle.close();
  }
}

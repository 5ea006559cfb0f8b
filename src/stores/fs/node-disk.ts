import { openSync, renameSync, promises as fs, writeSync, type Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Disk, DiskFile, DiskStat } from '../../kernel/ports/index.ts';
import {
  CANNOT_SYNC_FOLDER,
  DirectFile,
  kindOf,
  lstatNow,
  MAX_DIRECT_BYTES,
  nodeFlags,
  readNow,
  toDiskStat,
} from './direct-disk.ts';
import { errnoOf } from './file-errors.ts';

/** The real disk. Errors pass as Node gives them: `Files`, `Locks` and `Journal` turn them into codes. */
export const nodeDisk: Disk = {
  // A file that is there is changed in place in less time than it takes to wake a thread of the pool.
  open: async (path, flags, mode) =>
    flags === 'r+' ? new DirectFile(openSync(path, flags)) : new NodeFile(await fs.open(path, nodeFlags(flags), mode)),
  readFile: (path) => fs.readFile(path),
  readNow,
  readdir: async (path) =>
    (await fs.readdir(path, { withFileTypes: true })).map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
  stat: (path) => unlessMissing(fs.stat(path)),
  lstat: (path) => unlessMissing(fs.lstat(path)),
  lstatNow,
  realpath: (path) => fs.realpath(path),
  mkdir: makeFolders,
  // Several at a time would only wait for each other: a file system moves names between folders one by one.
  rename: async (from, to) => renameSync(from, to),
  link: (from, to) => fs.link(from, to),
  unlink: (path) => fs.unlink(path),
  rmdir: (path) => fs.rmdir(path),
  syncFolder,
};

class NodeFile implements DiskFile {
  readonly #handle: FileHandle;

  constructor(handle: FileHandle) {
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

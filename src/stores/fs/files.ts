import { dirname } from 'node:path';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import type { Disk, DiskEntry, DiskStat, Files, Random, ReadLimit } from '../../kernel/ports/index.ts';
import { systemRandom } from '../system/index.ts';
import { createNewFile } from './create-new-file.ts';
import { ensureFolder } from './ensure-folder.ts';
import { errnoOf, unlessGone } from './errno.ts';
import { withPath } from './file-errors.ts';
import { readBytes, readPieces } from './read-bytes.ts';
import { resolveInside } from './resolve-inside.ts';
import { isTempName, renameFile, writeAtomic, type WriteDeps } from './write-atomic.ts';

export interface FilesOptions {
  /** For the names of temporary files. */
  readonly random?: Random;
  /** Windows needs patience; other systems do not. */
  readonly platform?: NodeJS.Platform;
}

export function createFiles(disk: Disk, options: FilesOptions = {}): Files {
  const deps: WriteDeps = {
    disk,
    random: options.random ?? systemRandom,
    platform: options.platform ?? process.platform,
  };
  const readText = async (path: string, limit?: ReadLimit): Promise<string> =>
    decodeText(await readBytes(disk, path, limit), path);
  return {
    readBytes: (path, limit) => readBytes(disk, path, limit),
    readPieces: (path) => readPieces(disk, path),
    readText,
    findText: (path, limit) => unlessNotFound(readText(path, limit)),
    writeAtomic: (path, content, writeOptions) => writeAtomic(deps, path, content, writeOptions),
    createNew: (path, newOptions) => createNewFile(disk, path, newOptions?.mode),
    list: (path) => list(disk, path),
    stat: (path) => findStat(disk, path),
    createFolder: (path) => withPath(path, 'write', () => createFolder(disk, path)),
    createPrivateFolder: (path) => withPath(path, 'write', () => createPrivateFolder(disk, path)),
    move: (from, to) => move(deps, from, to),
    remove: (path) => withPath(path, 'write', () => remove(disk, path)),
    resolveInside: (root, path) => resolveInside(disk, root, path),
  };
}

function decodeText(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new BatonError('FILE_NOT_TEXT', `${path} is not UTF-8 text`, { path }, cause);
  }
}

async function unlessNotFound<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isBatonError(error, 'FILE_NOT_FOUND')) return undefined;
    throw error;
  }
}

async function list(disk: Disk, path: string): Promise<DiskEntry[]> {
  const entries = await withPath(path, 'read', () => unlessGone(disk.readdir(path)));
  return (entries ?? [])
    .filter(({ name }) => !isTempName(name))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function findStat(disk: Disk, path: string): Promise<DiskStat | undefined> {
  return withPath(path, 'read', async () => {
    try {
      return await disk.lstat(path);
    } catch (error) {
      if (errnoOf(error) === 'ENOTDIR') return undefined;
      throw error;
    }
  });
}

async function createFolder(disk: Disk, path: string): Promise<void> {
  try {
    await ensureFolder(disk, path);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
    throw new BatonError('FILE_EXISTS', `cannot create the folder ${path}: a file has that name`, { path }, error);
  }
}

async function move(deps: WriteDeps, from: string, to: string): Promise<void> {
  await withPath(from, 'read', async () => {
    if ((await deps.disk.lstat(from)) !== undefined) return;
    throw new BatonError('FILE_NOT_FOUND', `cannot move ${from}: there is no such file or folder`, { path: from });
  });
  await withPath(to, 'write', async () => {
    await renameFile(deps, from, to);
    await deps.disk.syncFolder(dirname(to));
    if (dirname(from) !== dirname(to)) await deps.disk.syncFolder(dirname(from));
  });
}

async function remove(disk: Disk, path: string): Promise<void> {
  const there = await findStat(disk, path);
  if (there === undefined) return;
  await unlessGone(there.kind === 'folder' ? disk.rmdir(path) : disk.unlink(path));
  await disk.syncFolder(dirname(path));
}

const OTHERS = 0o077;
const OWNER_ONLY = 0o700;

/** In a folder that everybody may write to, somebody else may have taken the name: then nothing is written there. */
async function createPrivateFolder(disk: Disk, path: string): Promise<void> {
  if ((await disk.lstat(path)) === undefined) await disk.mkdir(path);
  const there = await disk.lstat(path);
  const isOurs = there?.uid === undefined || process.geteuid === undefined || there.uid === process.geteuid();
  if (there?.kind !== 'folder' || !isOurs) {
    throw new BatonError('FILE_NOT_WRITABLE', `${path} is not a folder of this user`, {
      path,
      hint: 'remove it, or name another folder with --session-path',
    });
  }
  if (process.platform === 'win32' || (there.mode & OTHERS) === 0) return;
  const folder = await disk.open(path, 'r');
  try {
    await folder.chmod(OWNER_ONLY);
  } finally {
    await folder.close();
  }
}

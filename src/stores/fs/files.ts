import { dirname, isAbsolute, join, parse, sep } from 'node:path';
import { BatonError, isBatonError } from '../../kernel/errors/index.ts';
import { given } from '../../kernel/given.ts';
import type { Disk, DiskEntry, DiskStat, Files, Random, ReadLimit } from '../../kernel/ports/index.ts';
import { systemRandom } from '../system/index.ts';
import { errnoOf, unlessGone, withPath } from './file-errors.ts';
import { isInside } from './is-inside.ts';
import { readBytes, readPieces } from './read-bytes.ts';
import { createNewFile, isTempName, renameFile, writeAtomic, type WriteDeps } from './write-atomic.ts';

interface FilesOptions {
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

/**
 * Walks as the system does: a symlink is followed in place, so that `link/..` is the parent of where the link
 * leads, which joining the text of the two would get wrong. Parts that do not exist yet are taken as written.
 */
function resolveInside(disk: Disk, root: string, path: string): Promise<string> {
  return withPath(path, 'read', async () => {
    const realRoot = await withPath(root, 'read', () => disk.realpath(root));
    const from = isAbsolute(path) ? parse(path).root : realRoot;
    const parts = partsOf(path);
    const at = (await findWhole(disk, from, parts)) ?? (await walk(disk, from, parts, path));
    if (!isInside(realRoot, at)) throw outside(root, path, 'it leads out of the folder', at);
    return at;
  });
}

/** What is there as a whole and does not lead back is resolved by the system in one step. */
async function findWhole(disk: Disk, from: string, parts: readonly string[]): Promise<string | undefined> {
  if (parts.includes('..')) return undefined;
  try {
    return await disk.realpath(join(from, ...parts));
  } catch (error) {
    if (!NOT_THERE.has(errnoOf(error) ?? '')) throw error;
    return undefined;
  }
}

async function walk(disk: Disk, from: string, parts: readonly string[], path: string): Promise<string> {
  let at = from;
  for (const part of parts) at = part === '..' ? dirname(at) : await step(disk, at, part, path);
  return at;
}

const partsOf = (path: string): string[] =>
  path
    .slice(parse(path).root.length)
    .split(sep === '\\' ? /[\\/]/ : sep)
    .filter((part) => part !== '' && part !== '.');

async function step(disk: Disk, folder: string, part: string, path: string): Promise<string> {
  const next = join(folder, part);
  try {
    return await disk.realpath(next);
  } catch (error) {
    if (!NOT_THERE.has(errnoOf(error) ?? '')) throw error;
  }
  // Writing to a symlink whose target is missing would create that target, wherever it is.
  if (await isSymlink(disk, next)) throw outside(folder, path, `${next} is a symlink to nothing`);
  return next;
}

const NOT_THERE = new Set(['ENOENT', 'ENOTDIR']);

async function isSymlink(disk: Disk, path: string): Promise<boolean> {
  try {
    return (await disk.lstat(path))?.kind === 'symlink';
  } catch (error) {
    if (errnoOf(error) === 'ENOTDIR') return false;
    throw error;
  }
}

const outside = (root: string, path: string, why: string, leadsTo?: string): BatonError =>
  new BatonError('FILE_OUTSIDE_ROOT', `${path} is not inside ${root}: ${why}`, {
    root,
    path,
    ...given({ leadsTo }),
  });

/** Creates the folder and its parents, and makes their names durable in the folders above. */
async function ensureFolder(disk: Disk, path: string): Promise<void> {
  const missing: string[] = [];
  for (let at = path; (await disk.stat(at)) === undefined; at = dirname(at)) {
    missing.push(at);
    if (dirname(at) === at) break;
  }
  // Asked for even if it exists: the system then reports a file in its place in its own words.
  await disk.mkdir(path);
  for (const folder of missing.toReversed()) await disk.syncFolder(dirname(folder));
}

/**
 * The same if others may be creating it at this moment, or died while they did: a folder that is there need not be
 * durable yet, so the names of all folders above are flushed. For rare occasions.
 */
export async function ensureDurableFolder(disk: Disk, path: string): Promise<void> {
  await disk.mkdir(path);
  const above: string[] = [];
  for (let at = path; dirname(at) !== at; at = dirname(at)) above.unshift(dirname(at));
  for (const folder of above) await unlessForbidden(disk.syncFolder(folder));
}

/** In a folder that may not even be read, nobody like us created anything. */
async function unlessForbidden(syncing: Promise<void>): Promise<void> {
  try {
    await syncing;
  } catch (error) {
    if (!FORBIDDEN.has(errnoOf(error) ?? '')) throw error;
  }
}

const FORBIDDEN = new Set(['EACCES', 'EPERM']);

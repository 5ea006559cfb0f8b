import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BatonError } from '../../kernel/errors/index.ts';
import type { Disk, NewFile, Random, WriteOptions } from '../../kernel/ports/index.ts';
import { errnoOf, isWithoutHardLinks, unlessGone, withPath } from './file-errors.ts';

/** Hex digits for the name of a file nobody else may choose: 48 bits, so that two never meet in one folder. */
export const randomName = (random: Random): string => Buffer.from(random.bytes(6)).toString('hex');

export interface WriteDeps {
  readonly disk: Disk;
  readonly random: Random;
  readonly platform: NodeJS.Platform;
}

// The target's own name is left out: with it the temporary name could be too long although the real one just fits.
const TEMP_NAME = /^\.baton-[0-9a-f]{12}\.tmp$/;

export const isTempName = (name: string): boolean => TEMP_NAME.test(name);

/** Temp file in the same folder, flush, put in place, flush the folder: a crash leaves the old content or the new. */
export function writeAtomic(
  deps: WriteDeps,
  path: string,
  content: string | Uint8Array,
  options: WriteOptions = {},
): Promise<void> {
  return withPath(path, 'write', async () => {
    const keptMode = await modeToKeep(deps.disk, path, options);
    const temp = join(dirname(path), `.baton-${randomName(deps.random)}.tmp`);
    try {
      await writeTemp(deps.disk, temp, content, options.mode, keptMode);
      if (options.exclusive === true) await publishNew(deps, temp, path);
      else await renameFile(deps, temp, path);
    } catch (error) {
      await dropTemp(deps.disk, temp);
      throw error;
    }
    await deps.disk.syncFolder(dirname(path));
  });
}

/** Renames; on Windows patiently, since a virus scanner or an indexer may hold the target open for a moment. */
export async function renameFile(deps: WriteDeps, from: string, to: string): Promise<void> {
  for (const delayMs of deps.platform === 'win32' ? [10, 20, 40, 80, 160, 320, 640] : []) {
    try {
      return await deps.disk.rename(from, to);
    } catch (error) {
      if (!HELD_OPEN.has(errnoOf(error) ?? '')) throw error;
      await sleep(delayMs);
    }
  }
  await deps.disk.rename(from, to);
}

const HELD_OPEN = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** The permission bits of the file that is there. Refuses what a rename would destroy rather than replace. */
async function modeToKeep(disk: Disk, path: string, options: WriteOptions): Promise<number | undefined> {
  const there = await disk.lstat(path);
  if (there === undefined || options.exclusive === true) return undefined;
  if (there.kind === 'folder') {
    throw new BatonError('FILE_IS_DIRECTORY', `cannot write ${path}: it is a folder`, { path });
  }
  if (there.kind === 'other') {
    throw new BatonError('FILE_NOT_WRITABLE', `cannot write ${path}: it is a device, pipe or socket`, {
      path,
      hint: 'name a regular file',
    });
  }
  if (there.kind === 'symlink') return undefined;
  // A rename asks only the folder for permission; somebody who took every write bit off the file meant it.
  if ((there.mode & 0o222) === 0) {
    throw new BatonError('FILE_NOT_WRITABLE', `cannot write ${path}: it is marked read-only`, { path });
  }
  return there.mode;
}

async function writeTemp(
  disk: Disk,
  temp: string,
  content: string | Uint8Array,
  newMode: number | undefined,
  keptMode: number | undefined,
): Promise<void> {
  const file = await disk.open(temp, 'wx', newMode);
  try {
    await file.write(typeof content === 'string' ? Buffer.from(content, 'utf8') : content);
    if (keptMode !== undefined) await file.chmod(keptMode);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function publishNew(deps: WriteDeps, temp: string, path: string): Promise<void> {
  try {
    await deps.disk.link(temp, path);
  } catch (error) {
    if (errnoOf(error) === 'EEXIST' || !isWithoutHardLinks(error)) throw error;
    return await publishWithoutLinks(deps, temp, path);
  }
  await dropTemp(deps.disk, temp);
}

/** Claims the name with an empty file and renames over that: a crash in between leaves it empty, never half full. */
async function publishWithoutLinks(deps: WriteDeps, temp: string, path: string): Promise<void> {
  await (await deps.disk.open(path, 'wx')).close();
  try {
    await renameFile(deps, temp, path);
  } catch (error) {
    await unlessGone(deps.disk.unlink(path));
    throw error;
  }
}

/** A temp file that cannot be removed must not hide the reason the write failed, nor undo a write that succeeded. */
async function dropTemp(disk: Disk, temp: string): Promise<void> {
  try {
    await disk.unlink(temp);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
  }
}

/** Written in place under its own name: a crash leaves what was written so far, where people look for it. */
export function createNewFile(disk: Disk, path: string, mode?: number): Promise<NewFile> {
  return withPath(path, 'write', async () => {
    const file = await disk.open(path, 'wx', mode);
    let isClosed = false;
    const close = async (): Promise<void> => {
      if (isClosed) return;
      isClosed = true;
      await file.close();
    };
    return {
      write: (piece) => withPath(path, 'write', () => file.write(piece)),
      finish: () =>
        withPath(path, 'write', async () => {
          try {
            await file.sync();
          } finally {
            await close();
          }
          await disk.syncFolder(dirname(path));
        }),
      discard: () =>
        withPath(path, 'write', async () => {
          await close();
          await unlessGone(disk.unlink(path));
        }),
    };
  });
}

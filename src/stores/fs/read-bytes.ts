import { BatonError } from '../../kernel/errors/index.ts';
import type { Disk, DiskFile, DiskStat, OpenFlags, ReadLimit } from '../../kernel/ports/index.ts';
import { withPath } from './file-errors.ts';

const CHUNK_BYTES = 64 * 1024;

/** A whole regular file. Pipes and devices are refused: they may never end, or never begin. */
export function readBytes(disk: Disk, path: string, limit?: ReadLimit): Promise<Buffer> {
  return withPath(path, 'read', async () => {
    const there = await statFile(disk, path);
    const maxBytes = limit?.maxBytes ?? Number.POSITIVE_INFINITY;
    if (there.sizeBytes > maxBytes) throw tooLarge(path, maxBytes);
    const file = await disk.open(path, 'r');
    try {
      return await readToEnd(file, there.sizeBytes, maxBytes, path);
    } finally {
      await file.close();
    }
  });
}

const PIECE_BYTES = 1024 * 1024;

/** The same file piece by piece, for content too large to hold. */
export async function* readPieces(disk: Disk, path: string): AsyncGenerator<Buffer> {
  const file = await withPath(path, 'read', async () => {
    await statFile(disk, path);
    return await disk.open(path, 'r');
  });
  try {
    for (let position = 0; ;) {
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      const start = position;
      const count = await withPath(path, 'read', () => file.read(piece, start));
      if (count === 0) return;
      position += count;
      yield piece.subarray(0, count);
    }
  } finally {
    await file.close();
  }
}

async function statFile(disk: Disk, path: string): Promise<DiskStat> {
  const there = await disk.stat(path);
  if (there === undefined) throw await missingFile(disk, path);
  if (there.kind === 'folder') {
    throw new BatonError('FILE_IS_DIRECTORY', `cannot read ${path}: it is a folder`, { path });
  }
  if (there.kind !== 'file') {
    throw new BatonError('FILE_NOT_READABLE', `cannot read ${path}: it is a device, pipe or socket`, {
      path,
      hint: 'name a regular file',
    });
  }
  return there;
}

async function missingFile(disk: Disk, path: string): Promise<BatonError> {
  const dangling = (await disk.lstat(path)) !== undefined;
  const why = dangling ? 'it is a symlink to nothing' : 'there is no such file';
  return new BatonError('FILE_NOT_FOUND', `cannot read ${path}: ${why}`, { path });
}

const tooLarge = (path: string, maxBytes: number): BatonError =>
  new BatonError('INPUT_TOO_LARGE', `cannot read ${path}: it is larger than ${maxBytes} bytes`, { path, maxBytes });

/** The size is only a first guess: a file may grow while it is read, and files in /proc claim to be empty. */
async function readToEnd(file: DiskFile, sizeBytes: number, maxBytes: number, path: string): Promise<Buffer> {
  let buffer = Buffer.allocUnsafe(sizeBytes + 1);
  for (let length = 0; ;) {
    if (length === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length + CHUNK_BYTES)]);
    const count = await file.read(buffer.subarray(length), length);
    length += count;
    // Less than was asked for, and all there was when it was opened: a second question would find nothing.
    if (count === 0 || (length === sizeBytes && length < buffer.length)) return buffer.subarray(0, length);
    if (length > maxBytes) throw tooLarge(path, maxBytes);
  }
}

/** An open file and which one it is, whatever its name comes to mean. */
export interface KnownFile {
  readonly handle: DiskFile;
  readonly inode: number;
}

export async function openKnown(disk: Disk, path: string, flags: OpenFlags): Promise<KnownFile> {
  const handle = await disk.open(path, flags);
  try {
    return { handle, inode: (await handle.stat()).inode };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

export function assertRegular({ kind }: DiskStat, path: string): void {
  if (kind === 'file') return;
  if (kind === 'folder') throw new BatonError('FILE_IS_DIRECTORY', `cannot read ${path}: it is a folder`, { path });
  throw new BatonError('FILE_NOT_READABLE', `cannot read ${path}: it is a device, pipe or socket`, { path });
}

import { BatonError } from '../../kernel/errors/index.ts';
import type { Disk, DiskFile, DiskStat, OpenFlags } from '../../kernel/ports/index.ts';

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

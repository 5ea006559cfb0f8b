import { dirname } from 'node:path';
import type { Disk, NewFile } from '../../kernel/ports/index.ts';
import { unlessGone } from './errno.ts';
import { withPath } from './file-errors.ts';

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

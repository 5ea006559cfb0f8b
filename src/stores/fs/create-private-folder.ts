import { BatonError } from '../../kernel/errors/index.ts';
import type { Disk } from '../../kernel/ports/index.ts';

const OTHERS = 0o077;
const OWNER_ONLY = 0o700;

/** In a folder that everybody may write to, somebody else may have taken the name: then nothing is written there. */
export async function createPrivateFolder(disk: Disk, path: string): Promise<void> {
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

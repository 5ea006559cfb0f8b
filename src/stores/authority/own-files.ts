import type { Disk, DiskStat } from '../../kernel/ports/index.ts';
import { unlessGone } from '../fs/index.ts';

const MAX_BYTES = 64 * 1024;

/** A plain file that this user owns and nobody else can write or read; undefined for anything else. */
export async function readOwnFile(disk: Disk, path: string): Promise<string | undefined> {
  const there = await disk.lstat(path).catch(() => undefined);
  if (there === undefined || !isPrivate(there) || there.sizeBytes > MAX_BYTES) return undefined;
  return (await unlessGone(disk.readFile(path)))?.toString('utf8');
}

/** Permission bits and owners mean nothing on Windows, where the profile folder is the user's own. */
const isPrivate = ({ kind, mode, uid }: DiskStat): boolean =>
  kind === 'file' &&
  (process.platform === 'win32' || (mode & 0o077) === 0) &&
  (uid === undefined || process.geteuid === undefined || uid === process.geteuid());

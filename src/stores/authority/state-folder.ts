import { realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { Disk, DiskStat } from '../../kernel/ports/index.ts';
import { unlessGone } from '../fs/index.ts';

/** Where approvals and keys of this user are kept. */
export function locateStateFolder(environment: Readonly<Record<string, string | undefined>>, home: string): string {
  const named = environment['XDG_STATE_HOME'];
  // The XDG rules: a path that is not absolute is ignored.
  if (named !== undefined && isAbsolute(named)) return join(named, 'baton');
  if (process.platform === 'win32') return join(environment['LOCALAPPDATA'] ?? home, 'baton', 'state');
  return join(home, '.local', 'state', 'baton');
}

/** A folder inside the project would let the repository approve itself. */
export const isBelievable = (stateFolder: string, projectRoot: string): boolean =>
  !isInside(realPathOf(projectRoot), realPathOf(stateFolder));

/**
 * Names a folder as long as it is the same one: another project that is created later under the same path has another
 * name. Undefined if there is no such folder.
 */
export function identifyFolder(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? undefined : [realPathOf(path), stat.ino, stat.birthtimeNs].join('\n');
}

const isInside = (root: string, path: string): boolean => {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

/** The real path, with the parts that are not there yet as written. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realPathOf(dirname(path)), path.slice(dirname(path).length));
  }
}

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

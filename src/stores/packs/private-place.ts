import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';

/** By these a folder is a project: what lies in one may have come with it. */
const PROJECT_MARKS = ['.git', '.ai', 'baton.config.json'] as const;

/** A folder of this user alone, in no project. */
export function isTrusted(folder: string): boolean {
  if (!isPrivate(lstatSync(folder))) return false;
  for (let at = realpathSync.native(folder); ; at = dirname(at)) {
    if (PROJECT_MARKS.some((mark) => existsSync(`${at}${sep}${mark}`))) return false;
    if (dirname(at) === at) return true;
  }
}

const WRITABLE_BY_OTHERS = 0o022;

/** Of this user, and writable by nobody else. Windows has no such bits; a profile's folders are private there. */
export const isPrivate = ({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean =>
  process.platform === 'win32' || (uid === process.geteuid?.() && (mode & WRITABLE_BY_OTHERS) === 0);

/** True if it was not there. Each level is tried once: Node's own recursion never ends in a file system like /proc. */
export function createFolder(folder: string): boolean {
  if (existsSync(folder)) return false;
  if (dirname(folder) !== folder) createFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
  return true;
}

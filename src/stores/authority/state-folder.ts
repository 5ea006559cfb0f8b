import { realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { keyRequest } from '../../kernel/authority/index.ts';
import { BatonError } from '../../kernel/errors/index.ts';
import type { Authority, Disk, DiskStat, Files } from '../../kernel/ports/index.ts';
import { isInside, unlessGone } from '../fs/index.ts';

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
  !isInside(resolve(realPathOf(projectRoot)), resolve(realPathOf(stateFolder)));

/**
 * Names a folder as long as it is the same one: another project that is created later under the same path has another
 * name. Undefined if there is no such folder.
 */
export function identifyFolder(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? undefined : [realPathOf(path), stat.ino, stat.birthtimeNs].join('\n');
}

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

/**
 * The same files, but a private key is read only if this installation made it or a person approved it: the
 * author of a repository could sign with a key that came with it.
 */
export function guardKeyFiles(files: Files, keyFolder: string, authority: Authority): Files {
  const isKey = (path: string): boolean => dirname(path) === keyFolder && path.endsWith('.pem');
  const check = async (path: string, text: string | undefined): Promise<void> => {
    if (text === undefined || !isKey(path) || (await isOwnKey(files, authority, path, text))) return;
    throw new BatonError('STATE_FOREIGN', `${path} was not made by this installation`, {
      path,
      hint: 'run baton approve to sign with it, or move it away to get a key of your own',
    });
  };
  return {
    ...files,
    async readText(path, limit) {
      const text = await files.readText(path, limit);
      await check(path, text);
      return text;
    },
    async findText(path, limit) {
      const text = await files.findText(path, limit);
      await check(path, text);
      return text;
    },
    async writeAtomic(path, content, options) {
      if (isKey(path)) await authority.seals.remember(PURPOSE, toText(content));
      await files.writeAtomic(path, content, options);
    },
  };
}

const PURPOSE = 'key';

const toText = (content: string | Uint8Array): string =>
  typeof content === 'string' ? content : Buffer.from(content).toString('utf8');

async function isOwnKey(files: Files, authority: Authority, path: string, text: string): Promise<boolean> {
  const known = await authority.seals.knows(PURPOSE, text);
  if (known === true) return true;
  // Without a place to remember anything in, what is no symlink and did not come with the repository is believed.
  if (known === undefined) return (await files.stat(path))?.kind === 'file' && !(await authority.seals.isTracked(path));
  return await authority.isApproved(keyRequest(path, text));
}

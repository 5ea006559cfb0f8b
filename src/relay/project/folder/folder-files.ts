import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import type { Finding } from '../../../kernel/finding.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import {
  AIIGNORE_FILE,
  isIndexed,
  isProtocolFile,
  LOCK_FILE,
  MANIFEST_FILE,
} from '../../../protocols/project/index.ts';
import { isLeftOut, readGitSnapshot, type GitFolder } from '../git/read-git.ts';

/** A file below the folder that the manifest does not list: it is committed with the others, so it is looked at too. */
export type ExtraFile =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly unseen: string; readonly severity: Finding['severity'] };

const MAX_FILES = 2_000;
const MAX_FILE_BYTES = 2 * 1024 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Everything below the folder that is in git or goes in with the next handoff, as paths with `/`: the protocol's own
 * files whatever git is told to ignore, and all others that git does not. Without git it is all there is. Symlinks are
 * named, never followed.
 */
export async function listFolderFiles(
  platform: Pick<Platform, 'files'>,
  folder: string,
  git: GitFolder | undefined,
): Promise<readonly string[]> {
  if (git === undefined) return (await walk(platform, folder, '')).filter((name) => !isLeftOut(name));
  const own = (await platform.files.list(folder)).map(({ name }) => name).filter(isProtocolFile);
  const names = new Set([...own, ...git.files.keys(), ...git.others]);
  const found: string[] = [];
  for (const name of names) if (!isLeftOut(name) && (await isPlain(platform, folder, name))) found.push(name);
  return found.sort();
}

/** A file or a symlink that stands where its name says, not behind a symlink to another place. */
async function isPlain({ files }: Pick<Platform, 'files'>, folder: string, name: string): Promise<boolean> {
  const parts = name.split('/');
  for (let depth = 1; depth < parts.length; depth += 1) {
    if ((await files.stat(join(folder, ...parts.slice(0, depth))))?.kind !== 'folder') return false;
  }
  const kind = (await files.stat(join(folder, ...parts)))?.kind;
  return kind === 'file' || kind === 'symlink';
}

async function walk(platform: Pick<Platform, 'files'>, folder: string, below: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name, kind } of await platform.files.list(join(folder, below))) {
    if (found.length > MAX_FILES) break;
    const path = below === '' ? name : `${below}/${name}`;
    if (kind === 'folder') found.push(...(await walk(platform, folder, path)));
    else if (kind === 'file' || kind === 'symlink') found.push(path);
  }
  return found;
}

/** Files the folder's own reading passes by. */
export const isExtra = (name: string): boolean =>
  name.includes('/') || !(isIndexed(name) || name === MANIFEST_FILE || name === AIIGNORE_FILE || name === LOCK_FILE);

/** The text of every further file, or why it was not looked at. */
export async function readExtras(
  platform: Pick<Platform, 'files'>,
  folder: string,
  git: GitFolder | undefined,
): Promise<readonly ExtraFile[]> {
  const names = (await listFolderFiles(platform, folder, git)).filter(isExtra);
  return collectExtras(names, async (name, maxBytes) => {
    const stat = await platform.files.stat(join(folder, name));
    // Of a symlink git keeps the name it points to, and nothing else.
    if (stat?.kind !== 'file') return undefined;
    return stat.sizeBytes > maxBytes ? 'too large' : platform.files.readBytes(join(folder, name));
  });
}

/** The same for a command that asks git for nothing else. */
export const gatherExtras = async (
  platform: Pick<Platform, 'files' | 'project'>,
  folder: string,
): Promise<readonly ExtraFile[]> => readExtras(platform, folder, (await readGitSnapshot(platform, folder)).folder);

/** The same for content from wherever it comes, within bounds. */
export async function collectExtras(
  names: readonly string[],
  read: (name: string, maxBytes: number) => Promise<Buffer | 'too large' | undefined>,
): Promise<readonly ExtraFile[]> {
  const extras: ExtraFile[] = [];
  let room = MAX_BYTES;
  for (const name of names.slice(0, MAX_FILES)) {
    const bytes = await read(name, Math.min(room, MAX_FILE_BYTES));
    if (bytes === undefined) continue;
    if (bytes === 'too large' || bytes.length > Math.min(room, MAX_FILE_BYTES)) {
      extras.push({ name, unseen: 'it is too large to be looked at', severity: 'error' });
      continue;
    }
    room -= bytes.length;
    if (isUtf8(bytes) && !bytes.includes(0)) extras.push({ name, text: bytes.toString('utf8') });
    else extras.push({ name, unseen: 'it is not text, so nobody looked into it', severity: 'warning' });
  }
  const [first] = names.slice(MAX_FILES);
  if (first !== undefined) {
    const more = `it and ${names.length - MAX_FILES - 1} further files are more than can be looked at`;
    extras.push({ name: first, unseen: more, severity: 'error' });
  }
  return extras;
}

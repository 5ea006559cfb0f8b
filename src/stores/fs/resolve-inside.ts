import { given } from '../../kernel/given.ts';
import { dirname, isAbsolute, join, parse, relative, sep } from 'node:path';
import { BatonError } from '../../kernel/errors/index.ts';
import type { Disk } from '../../kernel/ports/index.ts';
import { errnoOf } from './errno.ts';
import { withPath } from './file-errors.ts';

/**
 * Walks as the system does: a symlink is followed in place, so that `link/..` is the parent of where the link
 * leads, which joining the text of the two would get wrong. Parts that do not exist yet are taken as written.
 */
export function resolveInside(disk: Disk, root: string, path: string): Promise<string> {
  return withPath(path, 'read', async () => {
    const realRoot = await withPath(root, 'read', () => disk.realpath(root));
    const from = isAbsolute(path) ? parse(path).root : realRoot;
    const parts = partsOf(path);
    const at = (await findWhole(disk, from, parts)) ?? (await walk(disk, from, parts, path));
    if (!isInside(realRoot, at)) throw outside(root, path, 'it leads out of the folder', at);
    return at;
  });
}

/** What is there as a whole and does not lead back is resolved by the system in one step. */
async function findWhole(disk: Disk, from: string, parts: readonly string[]): Promise<string | undefined> {
  if (parts.includes('..')) return undefined;
  try {
    return await disk.realpath(join(from, ...parts));
  } catch (error) {
    if (!NOT_THERE.has(errnoOf(error) ?? '')) throw error;
    return undefined;
  }
}

async function walk(disk: Disk, from: string, parts: readonly string[], path: string): Promise<string> {
  let at = from;
  for (const part of parts) at = part === '..' ? dirname(at) : await step(disk, at, part, path);
  return at;
}

const partsOf = (path: string): string[] =>
  path
    .slice(parse(path).root.length)
    .split(sep === '\\' ? /[\\/]/ : sep)
    .filter((part) => part !== '' && part !== '.');

async function step(disk: Disk, folder: string, part: string, path: string): Promise<string> {
  const next = join(folder, part);
  try {
    return await disk.realpath(next);
  } catch (error) {
    if (!NOT_THERE.has(errnoOf(error) ?? '')) throw error;
  }
  // Writing to a symlink whose target is missing would create that target, wherever it is.
  if (await isSymlink(disk, next)) throw outside(folder, path, `${next} is a symlink to nothing`);
  return next;
}

const NOT_THERE = new Set(['ENOENT', 'ENOTDIR']);

async function isSymlink(disk: Disk, path: string): Promise<boolean> {
  try {
    return (await disk.lstat(path))?.kind === 'symlink';
  } catch (error) {
    if (errnoOf(error) === 'ENOTDIR') return false;
    throw error;
  }
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

const outside = (root: string, path: string, why: string, leadsTo?: string): BatonError =>
  new BatonError('FILE_OUTSIDE_ROOT', `${path} is not inside ${root}: ${why}`, {
    root,
    path,
    ...given({ leadsTo }),
  });

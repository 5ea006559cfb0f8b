import { dirname } from 'node:path';
import type { Disk } from '../../kernel/ports/index.ts';
import { errnoOf } from './errno.ts';

/** Creates the folder and its parents, and makes their names durable in the folders above. */
export async function ensureFolder(disk: Disk, path: string): Promise<void> {
  const missing: string[] = [];
  for (let at = path; (await disk.stat(at)) === undefined; at = dirname(at)) {
    missing.push(at);
    if (dirname(at) === at) break;
  }
  // Asked for even if it exists: the system then reports a file in its place in its own words.
  await disk.mkdir(path);
  for (const folder of missing.toReversed()) await disk.syncFolder(dirname(folder));
}

/**
 * The same if others may be creating it at this moment, or died while they did: a folder that is there need not be
 * durable yet, so the names of all folders above are flushed. For rare occasions.
 */
export async function ensureDurableFolder(disk: Disk, path: string): Promise<void> {
  await disk.mkdir(path);
  const above: string[] = [];
  for (let at = path; dirname(at) !== at; at = dirname(at)) above.unshift(dirname(at));
  for (const folder of above) await unlessForbidden(disk.syncFolder(folder));
}

/** In a folder that may not even be read, nobody like us created anything. */
async function unlessForbidden(syncing: Promise<void>): Promise<void> {
  try {
    await syncing;
  } catch (error) {
    if (!FORBIDDEN.has(errnoOf(error) ?? '')) throw error;
  }
}

const FORBIDDEN = new Set(['EACCES', 'EPERM']);

import { dirname } from 'node:path';
import type { Disk } from '../../kernel/ports/index.ts';

/** Creates the folder and its parents, and makes their names durable in the folders above. */
export async function ensureFolder(disk: Disk, path: string): Promise<void> {
  const missing: string[] = [];
  for (let at = path; (await disk.stat(at)) === undefined; at = dirname(at)) {
    missing.push(at);
    if (dirname(at) === at) break;
  }
  // Asked for even where it exists: a file in its place is then reported by the system in its own words.
  await disk.mkdir(path);
  for (const folder of missing.toReversed()) await disk.syncFolder(dirname(folder));
}

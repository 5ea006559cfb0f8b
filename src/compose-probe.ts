import { dirname, join } from 'node:path';
import { nodeDisk } from './stores/fs/index.ts';

/**
 * Whether the folder, or one around it, holds handoff files. Hooks run wherever an agent works: this is asked before
 * anything else is loaded, so that Baton costs next to nothing where it has nothing to do.
 */
export async function isInProject(folder: string): Promise<boolean> {
  for (let current = folder; ; current = dirname(current)) {
    if ((await nodeDisk.stat(join(current, '.ai', 'handoff'))) !== undefined) return true;
    if (dirname(current) === current) return false;
  }
}

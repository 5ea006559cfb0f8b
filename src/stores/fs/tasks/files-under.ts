import { join } from 'node:path';
import type { Disk } from '../../../kernel/ports/index.ts';
import { unlessGone } from '../errno.ts';

/** Every file below a folder, as paths inside of it with `/`, in their order; symlinks are left out. */
export async function filesUnder(disk: Disk, folder: string, prefix = ''): Promise<string[]> {
  const entries = (await unlessGone(disk.readdir(folder))) ?? [];
  const names: string[] = [];
  for (const { name, kind } of entries) {
    if (kind === 'folder') names.push(...(await filesUnder(disk, join(folder, name), `${prefix}${name}/`)));
    else if (kind === 'file') names.push(`${prefix}${name}`);
  }
  return prefix === '' ? names.sort() : names;
}

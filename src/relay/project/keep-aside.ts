import { join, relative } from 'node:path';
import { renderCompactTime, safeName } from '../../kernel/index.ts';
import type { Platform } from '../platform.ts';

/** Copies of what is about to be replaced, so that nothing anybody wrote is lost. Gives their paths. */
export async function keepAside(
  platform: Platform,
  label: string,
  contents: ReadonlyMap<string, Uint8Array>,
): Promise<string[]> {
  if (contents.size === 0) return [];
  const folder = join(
    platform.dataDir,
    'recovered',
    `${renderCompactTime(platform.clock.now())}-${safeName(label, 40)}`,
  );
  await platform.files.createFolder(folder);
  const kept: string[] = [];
  for (const [name, bytes] of contents) {
    await platform.files.writeAtomic(join(folder, name), bytes);
    kept.push(relative(platform.root, join(folder, name)));
  }
  return kept;
}

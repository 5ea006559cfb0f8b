import { join, relative } from 'node:path';
import { createRandomHex, safeName } from '../../../kernel/ids.ts';
import { renderCompactTime } from '../../../kernel/time.ts';
import type { Platform } from '../../../kernel/ports/index.ts';

/** Copies of what is about to be replaced, so that nothing anybody wrote is lost. Gives their paths. */
export async function keepAside(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'random'>,
  label: string,
  contents: ReadonlyMap<string, Uint8Array>,
): Promise<string[]> {
  if (contents.size === 0) return [];
  // Two within one second are two: neither may take the other's place.
  const mark = createRandomHex(platform.random, 4);
  const name = `${renderCompactTime(platform.clock.now())}-${safeName(label, 40)}-${mark}`;
  const folder = join(platform.project.dataDir, 'recovered', name);
  await platform.files.createFolder(folder);
  const kept: string[] = [];
  for (const [file, bytes] of contents) {
    await platform.files.writeAtomic(join(folder, file), bytes, { exclusive: true });
    kept.push(relative(platform.project.root, join(folder, file)));
  }
  return kept;
}

import { join, relative } from 'node:path';
import { createRandomHex, safeName } from '../../../kernel/ids.ts';
import { renderCompactTime } from '../../../kernel/time.ts';
import type { Platform } from '../../../kernel/ports/index.ts';

/** Copies of what is about to be replaced, so that nothing anybody wrote is lost. */
export interface Aside {
  readonly folder: string;
  readonly contents: ReadonlyMap<string, Uint8Array>;
  /** Where the copies will be, from the root of the project. */
  readonly paths: readonly string[];
}

export function planAside(
  { clock, random, project }: Pick<Platform, 'clock' | 'project' | 'random'>,
  label: string,
  contents: ReadonlyMap<string, Uint8Array>,
): Aside {
  // Two within one second are two: neither may take the other's place.
  const mark = createRandomHex(random, 4);
  const name = `${renderCompactTime(clock.now())}-${safeName(label, 40)}-${mark}`;
  const folder = join(project.dataDir, 'recovered', name);
  return { folder, contents, paths: [...contents.keys()].map((file) => relative(project.root, join(folder, file))) };
}

export async function writeAside({ files }: Pick<Platform, 'files'>, { folder, contents }: Aside): Promise<void> {
  if (contents.size === 0) return;
  await files.createFolder(folder);
  for (const [file, bytes] of contents) await files.writeAtomic(join(folder, file), bytes, { exclusive: true });
}

/** Both at once. Returns the paths of the copies. */
export async function keepAside(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'random'>,
  label: string,
  contents: ReadonlyMap<string, Uint8Array>,
): Promise<readonly string[]> {
  const aside = planAside(platform, label, contents);
  await writeAside(platform, aside);
  return aside.paths;
}

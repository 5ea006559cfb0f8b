import { composePlatform } from '../../../src/compose.ts';
import type { Disk, Platform } from '../../../src/kernel/ports/index.ts';
import { createFiles, nodeDisk } from '../../../src/stores/fs/index.ts';

/** The real platform in a folder, with another disk under its files if one is given. */
export async function platformIn(
  folder: string,
  disk: Disk = nodeDisk,
  environment: Readonly<Record<string, string>> = {},
): Promise<Platform> {
  const platform = await composePlatform({ folder, environment });
  const files = createFiles(disk);
  return new Proxy(platform, {
    get: (target, name) => (name === 'files' ? files : name === 'root' ? folder : Reflect.get(target, name)),
  });
}

export async function* pieces(...texts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text));
}

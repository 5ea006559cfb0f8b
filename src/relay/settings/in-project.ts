import { resolve } from 'node:path';
import type { ClosablePlatform, Platform } from '../../kernel/ports/index.ts';

/** Does something in the project of another folder: with the data dir, locks and settings of that one. */
export async function inProject<T>(
  { project, reopen }: Pick<Platform, 'project' | 'reopen'>,
  folder: string,
  work: (platform: ClosablePlatform) => Promise<T>,
): Promise<T> {
  const platform = await reopen({ root: resolve(project.folder, folder) });
  try {
    return await work(platform);
  } finally {
    await platform.close();
  }
}

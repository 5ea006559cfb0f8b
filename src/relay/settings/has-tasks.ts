import { join } from 'node:path';
import type { Platform } from '../../kernel/ports/index.ts';

/** Whether this project has tasks. Opening a store of files to look would make its folders. */
export async function hasTasks({
  files,
  project: { settings: config, dataDir },
}: Pick<Platform, 'files' | 'project'>): Promise<boolean> {
  return config.values.store !== 'files' || (await files.stat(join(dataDir, 'tasks'))) !== undefined;
}

import { join } from 'node:path';
import type { Platform } from '../../kernel/ports/index.ts';
import { findForeignJournal } from './foreign-journal.ts';
import { findWithheldStore } from './withheld-store.ts';

/**
 * Whether this project has tasks that may be read. Opening a store of files to look would make its folders; a store
 * that is not approved, or not this installation's, is named and left alone.
 */
export async function hasTasks({ files, project }: Pick<Platform, 'files' | 'project'>): Promise<boolean> {
  if (findWithheldStore(project.settings) !== undefined) return false;
  if (project.settings.values.store !== 'files') return true;
  if ((await files.stat(join(project.dataDir, 'tasks'))) === undefined) return false;
  const foreign = await findForeignJournal({ files, dataDir: project.dataDir, authority: project.authority });
  return foreign === undefined || (await project.authority.permit(foreign));
}

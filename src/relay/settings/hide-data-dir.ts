import { join } from 'node:path';
import { DATA_DIR_IGNORE } from '../../kernel/data-dir.ts';
import { isBatonError } from '../../kernel/errors/index.ts';
import type { Platform } from '../../kernel/ports/index.ts';

/**
 * To be called before anything is written to the data dir: git ignores the parts that belong to one machine from the
 * first write. A list that an older version wrote gets the lines it lacks.
 */
export async function hideDataDir({ files, project }: Pick<Platform, 'files' | 'project'>): Promise<void> {
  const path = join(project.dataDir, '.gitignore');
  const text = await files.findText(path);
  if (text !== undefined) {
    const known = new Set(text.split(/\r?\n/));
    const missing = DATA_DIR_IGNORE.split('\n').filter((line) => !known.has(line));
    // A list without its own name in it was written by a person, who decides what git sees.
    if (missing.length === 0 || !known.has('.gitignore')) return;
    return files.writeAtomic(path, `${text}${text.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`);
  }
  await files.createFolder(project.dataDir);
  try {
    await files.writeAtomic(path, DATA_DIR_IGNORE, { exclusive: true });
  } catch (error) {
    if (!isBatonError(error, 'FILE_EXISTS')) throw error;
  }
}

import { dirname, join } from 'node:path';
import type { Files } from '../../kernel/ports/index.ts';

export const CONFIG_FILE = 'baton.config.json';

const ROOT_MARKS = [CONFIG_FILE, join('.ai', 'handoff'), '.git'] as const;

/** The nearest folder, going up, that holds a mark of a project; the starting folder if there is none. */
export async function findRoot(files: Pick<Files, 'stat'>, folder: string): Promise<string> {
  for (let current = folder; ; current = dirname(current)) {
    for (const mark of ROOT_MARKS) {
      if ((await files.stat(join(current, mark))) !== undefined) return current;
    }
    if (dirname(current) === current) return folder;
  }
}

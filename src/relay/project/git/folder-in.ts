import { relative } from 'node:path';
import type { GitRepo } from '../../../kernel/ports/index.ts';

/** The folder's path below the top of the work tree, with `/`. */
export const folderIn = (repo: Pick<GitRepo, 'top'>, folder: string): string =>
  relative(repo.top ?? '', folder)
    .split('\\')
    .join('/');

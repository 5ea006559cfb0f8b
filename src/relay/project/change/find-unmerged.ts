import type { GitRepo } from '../../../kernel/ports/index.ts';
import { folderIn } from '../folder/handoff-at.ts';

/** Paths below the folder that a merge left undecided. */
export async function findUnmerged(repo: GitRepo | undefined, folder: string): Promise<readonly string[]> {
  if (repo?.top === undefined) return [];
  const where = `:(top,literal)${folderIn(repo, folder)}`;
  const { stdout } = await repo.run(['ls-files', '--unmerged', '-z', '--', where]);
  const paths = stdout
    .toString()
    .split('\0')
    .flatMap((row) => row.split('\t')[1] ?? []);
  return [...new Set(paths)];
}

import type { GitRepo } from '../../../kernel/ports/index.ts';
import { LOCK_FILE } from '../../../protocols/project/index.ts';

/** Branches on which a lock was committed: somebody is at work there, or left. The path is that of the folder. */
export async function listLockedBranches(repo: GitRepo, path: string): Promise<string[]> {
  const { stdout } = await repo.run(['for-each-ref', '--format=%(refname:short)', 'refs/heads']);
  const branches = stdout
    .toString()
    .split('\n')
    .filter((name) => name !== '');
  const locks = await repo.showAll(
    branches.map((branch) => ({ revision: `refs/heads/${branch}`, path: `${path}/${LOCK_FILE}` })),
  );
  return branches.filter((_, index) => locks[index] !== undefined);
}

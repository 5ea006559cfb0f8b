import { join } from 'node:path';
import type { Platform } from '../../../kernel/ports/index.ts';

/** Files of a git folder that exist while git waits for a person to go on or give up. */
const SIGNS = [
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase'],
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['sequencer', 'a cherry-pick or revert'],
  ['BISECT_LOG', 'a bisect'],
] as const;

/**
 * Why a commit now would not go where the user expects it: git is in the middle of something, or no branch is checked
 * out. A clause such as `a rebase is in progress`; undefined if a commit goes to the branch.
 */
export async function findGitOperation({
  files,
  project,
}: Pick<Platform, 'files' | 'project'>): Promise<string | undefined> {
  const repo = await project.findRepo();
  if (repo?.top === undefined) return undefined;
  for (const [name, what] of SIGNS) {
    if ((await files.stat(join(repo.gitFolder, name))) !== undefined) return `${what} is in progress`;
  }
  const [head, branch] = await Promise.all([repo.head(), repo.branch()]);
  return head !== undefined && branch === undefined ? 'HEAD is detached' : undefined;
}

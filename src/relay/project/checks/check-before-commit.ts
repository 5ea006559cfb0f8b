import type { Finding } from '../../../kernel/finding.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import type { GitFolder } from '../git/git-folder.ts';
import { checkHandoff, type CheckedContent } from './check-handoff.ts';
import { fault } from './fault.ts';

/** Everything that must hold of the folder before it is committed. */
export async function checkBeforeCommit(
  platform: Pick<Platform, 'clock' | 'project' | 'scanner'>,
  content: CheckedContent,
  git: GitFolder | undefined,
): Promise<Finding[]> {
  const undecided = (git?.unmerged ?? []).map((path) =>
    fault(
      'merge-undecided',
      'structure',
      'error',
      path.slice(path.lastIndexOf('/') + 1),
      1,
      `${path} waits for a merge to be decided`,
      'decide the conflict, git add the file, then close again',
    ),
  );
  return [...(await checkHandoff(platform, content)), ...undecided];
}

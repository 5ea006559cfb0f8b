import type { Finding } from '../../../kernel/finding.ts';
import type { Platform } from '../../../kernel/ports/index.ts';
import { checkHandoff, type CheckedContent } from './check-handoff.ts';
import { fault } from './fault.ts';
import { findUnmerged } from '../change/find-unmerged.ts';
import { readExtras } from '../folder/folder-files.ts';

/** Everything that must hold of the folder before it is committed. Files beside those handed in are read from disk. */
export async function checkBeforeCommit(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'scanner'>,
  folder: string,
  content: Omit<CheckedContent, 'extras'>,
): Promise<Finding[]> {
  const unmerged = await findUnmerged(await platform.project.findRepo(), folder);
  const findings = await checkHandoff(platform, { ...content, extras: await readExtras(platform, folder) });
  return [
    ...findings,
    ...unmerged.map((path) =>
      fault(
        'merge-undecided',
        'structure',
        'error',
        path.slice(path.lastIndexOf('/') + 1),
        1,
        `${path} waits for a merge to be decided`,
        'decide the conflict, git add the file, then close again',
      ),
    ),
  ];
}

import type { Platform } from '../../../kernel/ports/index.ts';
import type { Manifest } from '../../../protocols/project/index.ts';
import { checkHandoff } from '../checks/check-handoff.ts';
import { fault } from '../checks/fault.ts';
import { sortFindings, type SortedFindings } from '../checks/standing.ts';
import { listBroken } from '../folder/read-handoff.ts';
import type { ClosingSnapshot } from './gather-closing.ts';

/** What must hold of the folder before it is committed. Errors that were there before the session keep nobody from closing. */
export async function checkClosing(
  platform: Pick<Platform, 'clock' | 'project' | 'scanner'>,
  { handoff, extras, unmerged }: ClosingSnapshot,
  made: { readonly texts: ReadonlyMap<string, string>; readonly manifestText: string; readonly manifest: Manifest },
  standing: readonly string[] | undefined,
): Promise<SortedFindings> {
  const findings = await checkHandoff(platform, {
    ...made,
    broken: listBroken(handoff),
    aiignore: handoff.aiignore,
    extras,
  });
  const undecided = unmerged.map((path) =>
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
  return sortFindings([...findings, ...undecided], made.texts, standing);
}

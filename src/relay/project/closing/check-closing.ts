import type { Platform } from '../../../kernel/ports/index.ts';
import type { Manifest } from '../../../protocols/project/index.ts';
import { checkBeforeCommit } from '../checks/check-before-commit.ts';
import { sortFindings, type SortedFindings } from '../checks/standing.ts';
import { listBroken } from '../folder/read-handoff.ts';
import type { ClosingSnapshot } from './gather-closing.ts';

/** What must hold of the folder before it is committed. Errors that were there before the session keep nobody from closing. */
export async function checkClosing(
  platform: Pick<Platform, 'clock' | 'project' | 'scanner'>,
  { handoff, extras, git }: ClosingSnapshot,
  made: { readonly texts: ReadonlyMap<string, string>; readonly manifestText: string; readonly manifest: Manifest },
  standing: readonly string[] | undefined,
): Promise<SortedFindings> {
  const content = { ...made, broken: listBroken(handoff), aiignore: handoff.aiignore, extras };
  return sortFindings(await checkBeforeCommit(platform, content, git.folder), made.texts, standing);
}

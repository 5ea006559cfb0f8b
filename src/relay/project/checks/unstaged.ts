import type { GitRepo } from '../../../kernel/ports/index.ts';
import { folderIn } from '../git/folder-in.ts';
import type { Handoff } from '../folder/read-handoff.ts';

/** Handoff files that differ from what is about to be committed. */
export async function describeUnstaged(repo: GitRepo | undefined, handoff: Handoff): Promise<string> {
  if (repo === undefined) return '';
  const path = folderIn(repo, handoff.folder);
  const { stdout } = await repo.run(['diff', '--name-only', '-z', '--', `:(top,literal)${path}`]);
  const names = stdout
    .toString()
    .split('\0')
    .filter((name) => name !== '');
  return names.length === 0
    ? ''
    : `; changed but not staged: ${names.map((name) => name.slice(path.length + 1)).join(', ')}`;
}

import type { GitFile } from '../../../kernel/git-tree.ts';
import type { GitRepo, Platform } from '../../../kernel/ports/index.ts';
import type { GitFolder } from '../git/git-folder.ts';
import { isGitFault } from './git-fault.ts';

/**
 * HEAD has moved under the user's index: without this, the old handoff files would show as staged changes. Only entries
 * below the folder are set. An index that somebody else is writing is left alone; the commit stands either way.
 */
export async function alignIndex(
  platform: Pick<Platform, 'remark'>,
  repo: GitRepo,
  { prefix, files, others }: GitFolder,
  wanted: ReadonlyMap<string, GitFile>,
): Promise<void> {
  const gone = [...new Set([...files.keys(), ...others])].filter((name) => !wanted.has(name));
  const zero = '0'.repeat([...wanted.values()][0]?.id.length ?? 40);
  const input = [
    ...gone.map((name) => `0 ${zero}\t${prefix}/${name}\0`),
    ...[...wanted].map(([name, { mode, id }]) => `${mode} ${id}\t${prefix}/${name}\0`),
  ].join('');
  try {
    await repo.run(['update-index', '-z', '--index-info'], { input });
  } catch (error) {
    if (!isGitFault(error)) throw error;
    platform.remark(`the handoff is committed, but git's index could not be brought in line: ${error.message}`);
  }
}

import type { Platform } from '../../../kernel/ports/index.ts';
import type { TaskEntry } from '../../../kernel/tasks.ts';
import type { Manifest, PlaneTask } from '../../../protocols/project/index.ts';
import { readExtras, type ExtraFile } from '../folder/folder-files.ts';
import { readEndedTasks, readPlaneTasks } from '../folder/plane-tasks.ts';
import { findGitOperation } from '../git/git-operation.ts';
import { readGitSnapshot, type FolderSnapshot } from '../git/read-git.ts';
import { findFileText, readTexts, type Handoff } from '../folder/read-handoff.ts';

/** Everything closing decides upon, read once. */
export interface ClosingSnapshot {
  readonly handoff: Handoff;
  readonly texts: ReadonlyMap<string, string>;
  /** The manifest as far as it can be read; it vouches for files only if it is whole. */
  readonly previous: Manifest | undefined;
  readonly git: FolderSnapshot;
  readonly nowMs: number;
  /** Tasks that ended since the last handoff. */
  readonly ended: readonly TaskEntry[];
  readonly planeTasks: readonly PlaneTask[];
  /** Files that no manifest lists. */
  readonly extras: readonly ExtraFile[];
  /** What git is in the middle of, or that HEAD is detached. */
  readonly operation: string | undefined;
}

export async function gatherClosing(
  platform: Pick<Platform, 'clock' | 'files' | 'project' | 'tasks'>,
  handoff: Handoff,
  { withTasks }: { readonly withTasks: boolean },
): Promise<ClosingSnapshot> {
  const listed = handoff.manifest?.files ?? {};
  const changed = [...handoff.files.values()].filter(({ name, checksum }) => listed[name]?.checksum !== checksum);
  const names = new Set(['LOG.md', 'NEXT_ACTIONS.md', ...changed.map(({ name }) => name)]);
  const git = await readGitSnapshot(platform, handoff.folder, { names: [...names] });
  return {
    handoff,
    texts: readTexts(handoff),
    previous: handoff.manifest ?? handoff.repaired?.manifest,
    git,
    nowMs: platform.clock.now(),
    ended: withTasks ? await readEndedTasks(platform, handoff) : [],
    planeTasks: await readPlaneTasks(platform, findFileText(handoff, 'NEXT_ACTIONS.md') ?? ''),
    extras: await readExtras(platform, handoff.folder, git.folder),
    operation: await findGitOperation(platform),
  };
}

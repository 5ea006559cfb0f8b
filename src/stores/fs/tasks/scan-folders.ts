import { isTaskId } from '../../../kernel/ids.ts';
import type { BrokenFile, Disk } from '../../../kernel/ports/index.ts';
import { TASK_STATUSES, type TaskStatus } from '../../../kernel/tasks.ts';
import { unlessGone } from '../errno.ts';
import { findIdOfFile, textSha, type TaskPaths } from './task-paths.ts';
import type { TaskView } from './task-view.ts';

export interface FolderScan {
  /** Ids whose files are not where the journal has them. */
  readonly suspects: readonly string[];
  /** Texts under names of their own, which may be tasks that somebody wrote by hand. */
  readonly drafts: readonly DraftFile[];
  /** What cannot be a task whatever is in it. */
  readonly broken: readonly { readonly kind: 'broken'; readonly file: BrokenFile; readonly sha: string }[];
  /** Finished tasks whose files are not there. */
  readonly gone: readonly string[];
}

/** `tasks/ready/fix-the-parser.md` */
export interface DraftFile {
  readonly status: TaskStatus;
  /** Without `.md`. */
  readonly name: string;
}

/** Lists status folders and compares names alone: no file is opened. */
export async function scanFolders(
  disk: Disk,
  paths: TaskPaths,
  view: TaskView,
  folders: readonly TaskStatus[],
): Promise<FolderScan> {
  const suspects = new Set<string>();
  const broken: FolderScan['broken'][number][] = [];
  const drafts: DraftFile[] = [];
  const names = new Set<string>();
  const seen = new Set<string>();
  for (const status of folders) {
    const entries = (await unlessGone(disk.readdir(paths.statusFolder(status)))) ?? [];
    for (const { name } of entries) names.add(name);
    for (const { name, kind } of entries) {
      // Temporary files, .gitkeep and the like.
      if (name.startsWith('.') && !name.endsWith('.md')) continue;
      const id = kind === 'folder' ? (isTaskId(name) ? name : undefined) : findIdOfFile(name);
      const path = `tasks/${status}/${name}`;
      if (id === undefined && kind === 'file' && isDraftName(name)) drafts.push({ status, name: name.slice(0, -3) });
      // The folder beside such a text goes with it.
      else if (id === undefined && kind === 'folder' && names.has(`${name}.md`)) continue;
      else if (id === undefined) broken.push(stranger(path, 'its name is not that of a task'));
      else if (view.index.statusOf(id) !== status) suspects.add(id);
      else if (kind === 'file') seen.add(id);
    }
  }
  for (const status of folders) {
    for (const id of view.index.idsIn(status)) if (!seen.has(id)) suspects.add(id);
  }
  const gone = view.index.finishedIn(folders).filter((id) => !seen.has(id) && !suspects.has(id));
  return { suspects: [...suspects], drafts, broken, gone };
}

const isDraftName = (name: string): boolean => /^[^.].*\.md$/.test(name) && name.length <= 200;

const stranger = (path: string, reason: string): FolderScan['broken'][number] => ({
  kind: 'broken',
  file: { path, reason, repair: 'move it somewhere else', canRepair: false },
  sha: textSha(`${path} ${reason}`),
});

/** When each status folder last changed; 0 for one that is not there. */
export async function readFolderTimes(
  disk: Disk,
  paths: TaskPaths,
  statuses: Iterable<TaskStatus> = TASK_STATUSES,
): Promise<Partial<Record<TaskStatus, number>>> {
  const rows = await Promise.all(
    [...statuses].map(
      async (status) => [status, (await disk.stat(paths.statusFolder(status)))?.modifiedMs ?? 0] as const,
    ),
  );
  return Object.fromEntries(rows);
}

import { join } from 'node:path';
import { sha256Hex } from '../../../kernel/hash.ts';
import { isTaskId } from '../../../kernel/ids.ts';
import type { TaskStatus } from '../../../kernel/tasks.ts';

/** Where everything of the task plane is under a data dir. */
export interface TaskPaths {
  readonly dataDir: string;
  readonly journal: string;
  readonly marker: string;
  /** Texts that were in the way of a write and belong to no task any more. */
  readonly kept: string;
  readonly events: string;
  /** Files that tasks had before they were moved, for the next move. */
  readonly spares: string;
  statusFolder(status: TaskStatus): string;
  taskFile(status: TaskStatus, id: string): string;
  companion(status: TaskStatus, id: string): string;
  runs(id: string): string;
  spare(id: string): string;
}

export function taskPaths(dataDir: string): TaskPaths {
  const statusFolder = (status: TaskStatus): string => join(dataDir, 'tasks', status);
  const journalFolder = join(dataDir, 'journal');
  return {
    dataDir,
    journal: join(journalFolder, 'tasks.jsonl'),
    marker: join(journalFolder, 'tasks.projected'),
    kept: join(journalFolder, 'kept'),
    events: join(dataDir, 'events'),
    spares: join(journalFolder, 'spare'),
    statusFolder,
    taskFile: (status, id) => join(statusFolder(status), `${id}.md`),
    companion: (status, id) => join(statusFolder(status), id),
    runs: (id) => join(dataDir, 'runs', id),
    spare: (id) => join(journalFolder, 'spare', `${id}.md`),
  };
}

/** The task id of a file name. */
export function findIdOfFile(name: string): string | undefined {
  const id = name.endsWith('.md') ? name.slice(0, -3) : '';
  return isTaskId(id) ? id : undefined;
}

/** Enough of the hash to tell texts of one task apart. */
export const textSha = (text: string | Uint8Array): string => sha256Hex(text).slice(0, 32);

/** The same each time, so that work that is done again after a crash finds what it left. */
export const tempName = (name: string): string => `.baton-${sha256Hex(name).slice(0, 12)}.tmp`;

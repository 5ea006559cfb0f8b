import { BatonError, isBatonError } from '../../../kernel/errors/index.ts';
import type { Disk, TaskCodec } from '../../../kernel/ports/index.ts';
import { isFinished, type TaskEntry, type TaskStatus } from '../../../kernel/tasks.ts';
import { errnoOf } from '../errno.ts';
import { readRunFiles } from './run-files.ts';
import { textSha, type TaskPaths } from './task-paths.ts';
import type { TaskView } from './task-view.ts';

/** A task with the text its file has now. */
export interface LoadedTask {
  readonly entry: TaskEntry;
  readonly text: string;
  readonly sha: string;
  /** Where the file is. */
  readonly status: TaskStatus;
  /** The text is not the one Baton wrote. */
  readonly isEdited: boolean;
}

export interface TextDeps {
  readonly disk: Disk;
  readonly paths: TaskPaths;
  readonly codec: TaskCodec;
  readonly view: TaskView;
}

/** Beyond this a file is not read: nothing that people or agents write about one task is so large. */
const MAX_TEXT_BYTES = 10 * 1024 * 1024;

/** Undefined if no such task is known. Fails with TASK_FILE_MISSING or TASK_FILE_INVALID. */
export function loadTask(deps: TextDeps, id: string): LoadedTask | undefined {
  const { index } = deps.view;
  const status = index.statusOf(id);
  if (status === undefined) return undefined;
  const pending = deps.view.findPending(id);
  const text = pending?.text ?? readTaskText(deps.disk, deps.paths.taskFile(status, id));
  if (text === undefined) {
    throw new BatonError('TASK_FILE_MISSING', `the file of ${id} is gone from tasks/${status}`, {
      id,
      status,
      ...(isFinished(status)
        ? { hint: 'put it back from git or a backup: of a finished task nothing else is kept' }
        : {}),
    });
  }
  const sha = pending?.sha ?? textSha(text);
  const isEdited = sha !== index.shaOf(id);
  const entry = index.find(id) ?? pending?.entry ?? readFinished(deps, id, text);
  return { entry, text, sha, status, isEdited };
}

/** Fails with TASK_FILE_INVALID for what is not text, too large, or no regular file. */
export function readTaskText(disk: Disk, path: string): string | undefined {
  try {
    const bytes = disk.readNow(path);
    if (bytes === undefined) return undefined;
    if (bytes.length > MAX_TEXT_BYTES) throw invalid(path, `it is larger than ${MAX_TEXT_BYTES} bytes`);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    if (isBatonError(cause, 'TASK_FILE_INVALID')) throw cause;
    if (errnoOf(cause) === 'ELOOP') throw invalid(path, 'it is a symlink', cause);
    if (errnoOf(cause) === 'EISDIR') throw invalid(path, 'it is a folder', cause);
    if (cause instanceof TypeError) throw invalid(path, 'it is not UTF-8 text', cause);
    throw cause;
  }
}

const invalid = (path: string, reason: string, cause?: unknown): BatonError =>
  new BatonError('TASK_FILE_INVALID', `${path} is not a task: ${reason}`, { path, reason }, cause);

/** A finished task as its files tell it. */
const readFinished = ({ disk, paths, codec }: TextDeps, id: string, text: string): TaskEntry => ({
  task: codec.parse(text).task,
  ...readRunFiles(disk, paths.runs(id)),
});

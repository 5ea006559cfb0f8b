import { join } from 'node:path';
import { BatonError, isBatonError } from '../../../kernel/errors/index.ts';
import { given } from '../../../kernel/given.ts';
import { isJsonObject } from '../../../kernel/json.ts';
import type { Disk, EarlierRun, TaskCodec } from '../../../kernel/ports/index.ts';
import {
  isFinished,
  type RunHeartbeat,
  type RunRecord,
  type RunResult,
  type TaskEntry,
  type TaskStatus,
} from '../../../kernel/tasks.ts';
import { errnoOf, unlessGone } from '../file-errors.ts';
import type { PlainFiles } from './plain-files.ts';
import { textSha, type TaskPaths } from './task-line.ts';
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
  const entry = index.find(id) ?? pending?.entry ?? deps.view.findFinished(id, sha) ?? readFinished(deps, id, text);
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

export const RUN_FILES = ['run.json', 'run_heartbeat.json', 'run_result.json'] as const;

/** `runs/<id>/`: the current run, and earlier ones under `attempts/<n>/`. */
export async function writeRunFiles(disk: Disk, files: PlainFiles, folder: string, entry: TaskEntry): Promise<void> {
  const { run, heartbeat, result } = entry;
  if (run === undefined) return;
  await archiveEarlierRun(disk, files, folder, run.runId);
  await ensureRunFiles(files, folder, { run, heartbeat, result });
}

/** Runs that others have followed, each in its place. */
export async function writeEarlierRuns(files: PlainFiles, folder: string, runs: readonly EarlierRun[]): Promise<void> {
  for (const one of runs) await ensureRunFiles(files, attemptFolder(folder, one.run.attempt), one);
}

/** In the order of their attempts; one whose record is gone is left out. */
export async function readEarlierRuns(disk: Disk, folder: string): Promise<readonly EarlierRun[]> {
  const entries = (await unlessGone(disk.readdir(join(folder, 'attempts')))) ?? [];
  const attempts = entries.map(({ name }) => Number(name)).filter((attempt) => Number.isSafeInteger(attempt));
  return attempts
    .sort((a, b) => a - b)
    .flatMap((attempt) => {
      const { run, ...rest } = readRunFiles(disk, attemptFolder(folder, attempt));
      return run === undefined ? [] : [{ run, ...rest }];
    });
}

function readRunFiles(disk: Disk, folder: string): Partial<EarlierRun> {
  const run = readJson<RunRecord>(disk, join(folder, 'run.json'));
  const heartbeat = readJson<RunHeartbeat>(disk, join(folder, 'run_heartbeat.json'));
  const result = readJson<RunResult>(disk, join(folder, 'run_result.json'));
  return {
    ...given({ run, heartbeat, result }),
  };
}

type RunParts = { readonly [K in keyof EarlierRun]: EarlierRun[K] | undefined };

async function ensureRunFiles(files: PlainFiles, folder: string, parts: RunParts): Promise<void> {
  const { run, heartbeat, result } = parts;
  if (run !== undefined) await files.ensure(join(folder, 'run.json'), render(run));
  if (heartbeat !== undefined) await files.ensure(join(folder, 'run_heartbeat.json'), render(heartbeat));
  if (result !== undefined) await files.ensure(join(folder, 'run_result.json'), render(result));
}

const attemptFolder = (folder: string, attempt: number): string => join(folder, 'attempts', String(attempt));

const render = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

async function archiveEarlierRun(disk: Disk, files: PlainFiles, folder: string, runId: string): Promise<void> {
  const { run: earlier } = readRunFiles(disk, folder);
  if (
    earlier === undefined ||
    earlier.runId === runId ||
    typeof earlier.runId !== 'string' ||
    typeof earlier.attempt !== 'number'
  )
    return;
  const archive = attemptFolder(folder, earlier.attempt);
  // run.json goes last: as long as it is there, a crash in between leads here again.
  for (const name of RUN_FILES.toReversed()) {
    if ((await disk.lstat(join(folder, name))) === undefined) continue;
    await files.inFolder(archive, () => disk.rename(join(folder, name), join(archive, name)));
  }
}

/** These files are written by the projector alone; one that somebody broke is left out. */
function readJson<T>(disk: Disk, path: string): T | undefined {
  try {
    const value: unknown = JSON.parse(disk.readNow(path)?.toString('utf8') ?? 'null');
    return isJsonObject(value) ? (value as unknown as T) : undefined;
  } catch {
    return undefined;
  }
}

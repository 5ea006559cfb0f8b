import { given } from '../../../kernel/given.ts';
import { join } from 'node:path';
import { isJsonObject } from '../../../kernel/json.ts';
import type { Disk, EarlierRun } from '../../../kernel/ports/index.ts';
import type { RunHeartbeat, RunRecord, RunResult, TaskEntry } from '../../../kernel/tasks.ts';
import { unlessGone } from '../errno.ts';
import type { PlainFiles } from './plain-files.ts';

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

export function readRunFiles(disk: Disk, folder: string): Partial<EarlierRun> {
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

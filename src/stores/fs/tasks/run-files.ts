import { join } from 'node:path';
import { isJsonObject, type Disk, type TaskEntry } from '../../../kernel/index.ts';
import type { PlainFiles } from './plain-files.ts';

export const RUN_FILES = ['run.json', 'run_heartbeat.json', 'run_result.json'] as const;

/** `runs/<id>/`: the current run, and earlier ones under `attempts/<n>/`. */
export async function writeRunFiles(disk: Disk, files: PlainFiles, folder: string, entry: TaskEntry): Promise<void> {
  const { run, heartbeat, result } = entry;
  if (run === undefined) return;
  await archiveEarlierRun(disk, files, folder, run.runId);
  await files.ensure(join(folder, 'run.json'), render(run));
  if (heartbeat !== undefined) await files.ensure(join(folder, 'run_heartbeat.json'), render(heartbeat));
  if (result !== undefined) await files.ensure(join(folder, 'run_result.json'), render(result));
}

const render = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

async function archiveEarlierRun(disk: Disk, files: PlainFiles, folder: string, runId: string): Promise<void> {
  const earlier = readRun(disk, join(folder, 'run.json'));
  if (earlier === undefined || earlier.runId === runId) return;
  const archive = join(folder, 'attempts', String(earlier.attempt));
  // run.json goes last: as long as it is there, a crash in between leads here again.
  for (const name of RUN_FILES.toReversed()) {
    if ((await disk.lstat(join(folder, name))) === undefined) continue;
    await files.inFolder(archive, () => disk.rename(join(folder, name), join(archive, name)));
  }
}

function readRun(disk: Disk, path: string): { runId: string; attempt: number } | undefined {
  try {
    const value: unknown = JSON.parse(disk.readNow(path)?.toString('utf8') ?? 'null');
    if (!isJsonObject(value)) return undefined;
    const { runId, attempt } = value;
    return typeof runId === 'string' && typeof attempt === 'number' ? { runId, attempt } : undefined;
  } catch {
    return undefined;
  }
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { composePlatform } from '../../src/compose.ts';
import type { ClosablePlatform } from '../../src/kernel/ports/index.ts';
import { TASK_STATUSES } from '../../src/kernel/tasks.ts';
import { approveAll } from '../../test/support/approve-all.ts';
import { composeCrowd } from '../../test/support/task-crowd.ts';

/** A data dir with so many tasks, four of five finished, as a compacted journal and its files. */
export async function fillDataDir(folder: string, count: number): Promise<ClosablePlatform> {
  const dataDir = join(folder, '.baton');
  for (const status of TASK_STATUSES) mkdirSync(join(dataDir, 'tasks', status), { recursive: true });
  for (const { path, text } of composeCrowd(count)) {
    mkdirSync(dirname(join(dataDir, path)), { recursive: true });
    writeFileSync(join(dataDir, path), text);
  }
  const platform = await composePlatform({ folder, environment: process.env });
  // The journal was not written by this installation: a person would be asked first.
  await approveAll(platform);
  await (await platform.tasks()).reconcile();
  return platform;
}

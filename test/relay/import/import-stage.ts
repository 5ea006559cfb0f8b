import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { TaskRecord } from '../../../src/kernel/tasks.ts';
import { TASK_STATUSES } from '../../../src/kernel/tasks.ts';
import {
  importTasks,
  type ImportSourceName,
  type ImportTasksRequest,
  type ImportTasksResult,
} from '../../../src/relay/import/index.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { testPlatform } from '../../support/test-platform.ts';

/** A project with nothing in it, and a folder that another tool has written. */
export async function importStage() {
  const folder = await tempFolder();
  const source = join(folder, 'source');
  const platform = await testPlatform(folder);
  const store = await platform.tasks();
  onTestFinished(async () => {
    await store.close();
    await platform.notifier.settle(2_000);
  });
  return {
    folder,
    source,
    platform,
    store,
    write: async (path: string, text: string): Promise<void> => {
      await mkdir(dirname(join(source, path)), { recursive: true });
      await writeFile(join(source, path), text);
    },
    run: (from: ImportSourceName, options: Partial<ImportTasksRequest> = {}): Promise<ImportTasksResult> =>
      importTasks(platform, { from, path: source, by: 'ada', dryRun: false, ...options }),
    tasks: async (): Promise<readonly TaskRecord[]> => await store.list({ statuses: TASK_STATUSES }),
    byAlias: async (id: string): Promise<TaskRecord> => {
      const found = (await store.list({ statuses: TASK_STATUSES })).find((task) => task.metadata.imported?.id === id);
      if (found === undefined) throw new Error(`nothing was imported as ${id}`);
      return found;
    },
  };
}

export const jsonl = (...records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** Rows of a report as short lines. */
export const rowsOf = ({ report }: ImportTasksResult): string[] =>
  report.map(({ kind, item, field }) => [kind, item, ...(field === undefined ? [] : [field])].join(' '));

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { IMPORT_SOURCES, type ImportTasksResult } from '../../../src/relay/import/index.ts';
import { CLI, runForData } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';
import { writeGenerated } from './generated-sources.ts';

const COUNT = 5_000;

const importAt = async (cwd: string, from: string, ...more: string[]): Promise<ImportTasksResult> =>
  (await runForData(['import', '--from', from, 'source', ...more], { cwd })) as ImportTasksResult;

const countTasks = async (cwd: string): Promise<number> => {
  const { tasks } = (await runForData(['task', 'list', '--all'], { cwd })) as { tasks: { metadata: object }[] };
  return tasks.length;
};

for (const from of IMPORT_SOURCES) {
  verifies(
    'SUR-042',
    `${from}: 5,000 items with damage: nothing lost, nothing doubled, the second import a no-op`,
    async () => {
      const folder = await tempFolder();
      const { found, skipped } = await writeGenerated(join(folder, 'source'), from, COUNT);
      const planned = await importAt(folder, from, '--dry-run');
      const began = Date.now();
      const first = await importAt(folder, from);
      const seconds = (Date.now() - began) / 1000;
      expect([first.found, first.skipped, first.created]).toEqual([found, skipped, found - skipped]);
      expect(planned.report).toEqual(first.report);
      expect(first.report.filter(({ kind }) => kind === 'skipped')).toHaveLength(skipped);
      expect(await countTasks(folder)).toBe(found - skipped);
      expect(new Set(first.tasks.map(({ id }) => id)).size).toBe(found - skipped);
      const began2 = Date.now();
      const second = await importAt(folder, from);
      expect([second.created, second.updated, second.unchanged]).toEqual([0, 0, found - skipped]);
      expect(await countTasks(folder)).toBe(found - skipped);
      process.stdout.write(
        `${from}: ${found} items in ${seconds.toFixed(1)} s, again in ${((Date.now() - began2) / 1000).toFixed(1)} s, ${first.report.length} rows\n`,
      );
    },
  );
}

verifies(
  'SUR-042',
  'imports that are killed are finished by the next one; two at once make each task once',
  async () => {
    const folder = await tempFolder();
    await mkdir(join(folder, 'source'), { recursive: true });
    const { found, skipped } = await writeGenerated(join(folder, 'source'), 'beads', 2_000);
    for (const pauseMs of [200, 350, 500, 800]) {
      const child = spawn(process.execPath, [CLI, 'import', '--from', 'beads', 'source'], {
        cwd: folder,
        stdio: 'ignore',
      });
      const ended = once(child, 'close');
      await sleep(pauseMs);
      child.kill('SIGKILL');
      await ended;
    }
    const results = await Promise.all([1, 2, 3].map(() => importAt(folder, 'beads')));
    for (const { created, unchanged } of results) expect(created + unchanged).toBe(found - skipped);
    expect(await countTasks(folder)).toBe(found - skipped);
    const { broken } = (await runForData(['doctor'], { cwd: folder })) as { broken?: unknown[] };
    expect(broken ?? []).toEqual([]);
  },
);

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ImportTasksResult } from '../../../src/relay/import/index.ts';
import { freshSchema, useServer } from '../../support/postgres/shared-server.ts';
import { runForData } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';
import { writeGenerated } from './generated-sources.ts';
import { jsonl } from './import-stage.ts';

const server = useServer();

verifies('SUR-042', 'over PostgreSQL two machines that import the same source make each task once', async () => {
  const env = { BATON_STORE: server.url, BATON_STORE_SCHEMA: freshSchema() };
  const [one, two] = [await tempFolder(), await tempFolder()];
  const { found, skipped } = await writeGenerated(join(one, 'source'), 'beads', 750);
  const path = join(one, 'source');
  const run = async (cwd: string): Promise<ImportTasksResult> =>
    (await runForData(['import', '--from', 'beads', path], { cwd, env })) as ImportTasksResult;
  const results = await Promise.all([run(one), run(two)]);
  for (const { created, unchanged } of results) expect(created + unchanged).toBe(found - skipped);
  const { tasks } = (await runForData(['task', 'list', '--all'], { cwd: two, env })) as {
    tasks: { metadata: { imported: { id: string } } }[];
  };
  expect(tasks).toHaveLength(found - skipped);
  expect(new Set(tasks.map(({ metadata }) => metadata.imported.id)).size).toBe(found - skipped);
  expect((await run(two)).unchanged).toBe(found - skipped);
  const { task } = (await runForData(['task', 'show', 'beads:gn-7'], { cwd: two, env })) as { task: { title: string } };
  expect(task.title).toBe('Item 7');
});

verifies('SUR-042', 'over PostgreSQL, too, an odd item costs its own row and the others come in', async () => {
  const env = { BATON_STORE: server.url, BATON_STORE_SCHEMA: freshSchema() };
  const cwd = await tempFolder();
  await mkdir(join(cwd, 'source'));
  const odd = { 'half \uD800': '\uD800', zero: 'a\u0000b', 'zero\u0000key': { deep: ['\u0000'] } };
  const issues = [
    { id: 'a-1', title: 'half \uD800', status: 'open', description: 'zero \u0000 byte' },
    { id: 'a-2', title: 'Kept', status: 'open', ...odd },
    { id: 'x'.repeat(501), title: 'Long', status: 'open' },
    { id: 'a-3', title: 'Fine', status: 'open' },
  ];
  await writeFile(join(cwd, 'source', 'issues.jsonl'), jsonl(...issues));
  const run = async (): Promise<ImportTasksResult> =>
    (await runForData(['import', '--from', 'beads', 'source'], { cwd, env })) as ImportTasksResult;
  const { found, created, skipped } = await run();
  expect([found, created, skipped]).toEqual([4, 3, 1]);
  expect((await run()).unchanged).toBe(3);
});

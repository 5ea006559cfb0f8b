import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { exportTasks, importTasks } from '../../../src/relay/import/index.ts';
import { newTask } from '../../../src/relay/tasks/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { testPlatform } from '../../support/test-platform.ts';
import { verifies } from '../../support/verifies.ts';
import { importStage, jsonl } from './import-stage.ts';

/** What must be the same after a way there and back: everything but ids, times of the import and revisions. */
async function contentOf({ store, tasks }: Pick<Awaited<ReturnType<typeof importStage>>, 'store' | 'tasks'>) {
  const records = await tasks();
  const alias = (id: string | undefined) => records.find((task) => task.id === id)?.metadata.imported?.id;
  const rows = await Promise.all(
    records.map(async ({ id, title, status, priority, routing, createdAt, parentId, dependsOn, metadata }) => ({
      alias: metadata.imported?.id,
      title,
      status,
      priority,
      routing,
      createdAt,
      labels: metadata.labels,
      extra: metadata.imported?.extra,
      parent: alias(parentId),
      dependsOn: dependsOn.map(alias),
      body: await store.readBody(id),
    })),
  );
  return rows.sort((a, b) => String(a.alias).localeCompare(String(b.alias)));
}

const ISSUES = jsonl(
  { id: 'bd-1', title: 'Epic', status: 'open', issue_type: 'epic', priority: 4, created_at: '2026-02-01T00:00:00Z' },
  {
    id: 'bd-2',
    title: 'Part',
    status: 'in_progress',
    description: 'First\n\n# big heading\n\n```\n## not a section\n```',
    design: 'so',
    acceptance_criteria: '- [x] a\n- [ ] b',
    notes: 'n',
    priority: 0,
    assignee: 'mia',
    labels: ['x'],
    created_at: '2026-02-02T00:00:00Z',
    comments: [{ author: 'lee', created_at: '2026-02-02T11:00:00Z', text: 'two\nlines' }],
    dependencies: [
      { depends_on_id: 'bd-1', type: 'parent-child' },
      { depends_on_id: 'bd-3', type: 'blocks' },
      { depends_on_id: 'bd-1', type: 'related' },
    ],
  },
  {
    id: 'bd-3',
    title: 'Over',
    status: 'closed',
    close_reason: 'ok',
    created_at: '2026-02-03T00:00:00Z',
    external_ref: 'gh-9',
  },
);

for (const tool of ['beads', 'backlog'] as const) {
  verifies('SUR-042', `${tool}: what is exported and imported again is the same`, async () => {
    const stage = await importStage();
    await stage.write('issues.jsonl', ISSUES);
    await stage.run('beads');
    const out = join(stage.folder, 'out', tool);
    const result = await exportTasks(stage.platform, { to: tool, path: out, dryRun: false });
    expect(result.tasks).toBe(3);
    const back = await importStage();
    await rm(back.source, { recursive: true, force: true });
    await rename(join(stage.folder, 'out'), back.source);
    await importTasks(back.platform, { from: tool, path: join(back.source, tool), by: 'ada', dryRun: false });
    const [before, after] = [await contentOf(stage), await contentOf(back)];
    if (tool === 'beads') expect(after).toEqual(before);
    else {
      const common = before.map(({ title, status, labels, body }) => ({ title, status, labels, body }));
      expect(after.map(({ title, status, labels, body }) => ({ title, status, labels, body }))).toEqual(common);
      expect(after.map(({ parent, dependsOn }) => [parent, dependsOn])).toEqual([
        [undefined, []],
        ['TASK-1', ['TASK-3']],
        [undefined, []],
      ]);
    }
  });
}

verifies(
  'SUR-042',
  'an export has the ids of its own tasks, never a path of somebody else, and overwrites nothing',
  async () => {
    const stage = await importStage();
    await stage.write('backlog/tasks/a.md', '---\nid: ../../../escape\ntitle: Evil\nstatus: To Do\n---\n');
    await stage.write('backlog/tasks/b.md', '---\nid: TASK-7\ntitle: Fine\nstatus: To Do\n---\n');
    await stage.run('backlog');
    await newTask(stage.platform, { title: 'Own', by: 'ada' });
    const path = join(await tempFolder(), 'backlog');
    expect(await codeOf(exportTasks(stage.platform, { to: 'backlog', path, dryRun: true }))).toBe('ok');
    await exportTasks(stage.platform, { to: 'backlog', path, dryRun: false });
    const { readdir } = await import('node:fs/promises');
    expect((await readdir(join(path, 'tasks'))).sort()).toEqual([
      'task-1 - Evil.md',
      'task-2 - Own.md',
      'task-7 - Fine.md',
    ]);
    expect(await readFile(join(path, 'tasks', 'task-7 - Fine.md'), 'utf8')).toContain('id: TASK-7\n');
    expect(await codeOf(exportTasks(stage.platform, { to: 'backlog', path, dryRun: false }))).toBe('FILE_EXISTS');
    const other = await testPlatform(await tempFolder());
    expect((await exportTasks(other, { to: 'beads', path, dryRun: true })).tasks).toBe(0);
  },
);

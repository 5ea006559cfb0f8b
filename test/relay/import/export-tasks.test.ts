import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { exportTasks, importTasks } from '../../../src/relay/import/index.ts';
import { commentTask, moveTask, newTask } from '../../../src/relay/tasks/index.ts';
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

for (const tool of ['beads', 'backlog'] as const) {
  verifies(
    'SUR-042',
    `${tool}: statuses, priorities, times and people of own tasks come back, or the report names them`,
    async () => {
      const stage = await importStage();
      const fresh = async (title: string, more: object = {}): Promise<string> =>
        (await newTask(stage.platform, { title, by: 'ada', ...more })).task.id;
      await moveTask(stage.platform, { id: await fresh('Later'), to: 'backlog', by: 'ada' });
      await fresh('Urgent', { priority: 'critical' });
      const cancelled = await fresh('Never');
      await moveTask(stage.platform, { id: cancelled, to: 'cancelled', by: 'ada' });
      const before = await contentOf(stage);
      const path = join(await tempFolder(), tool);
      const { report } = await exportTasks(stage.platform, { to: tool, path, dryRun: false });
      const back = await importStage();
      await importTasks(back.platform, { from: tool, path, by: 'somebody', dryRun: false });
      const named = (field: string): string[] =>
        report.filter((row) => row.field === field).map(({ item, detail }) => `${item.split(' ')[0]} ${detail}`);
      const after = new Map((await back.tasks()).map((task) => [task.title, task]));
      expect(after.get('Later')).toMatchObject({ status: 'backlog', createdBy: 'ada' });
      expect(after.get('Never')?.status).toBe(tool === 'beads' ? 'done' : 'cancelled');
      expect(named('status')).toEqual(tool === 'beads' ? [`${cancelled} cancelled is written as closed`] : []);
      expect(after.get('Urgent')?.priority).toBe(tool === 'beads' ? 'critical' : 'high');
      expect(named('priority').map((row) => row.replace(/^\S+ /, ''))).toEqual(
        tool === 'beads' ? [] : ['critical is written as high'],
      );
      const minutes = (time: string | undefined): string | undefined => time?.slice(0, tool === 'beads' ? 24 : 16);
      for (const { title, createdAt } of before) expect(minutes(after.get(title)?.createdAt)).toBe(minutes(createdAt));
      expect(named('times')).toHaveLength(tool === 'beads' ? 0 : 2);
    },
  );
}

verifies(
  'SUR-042',
  'backlog: words for a status, remarks of people and an archived item survive the way back',
  async () => {
    const stage = await importStage();
    await stage.write('backlog/config.yml', 'statuses: ["Backlog", "To Do", "QA", "Done"]\n');
    const item = (n: number, status: string): string =>
      `---\nid: TASK-${n}\ntitle: Item ${n}\nstatus: ${status}\n---\n`;
    await stage.write('backlog/tasks/a.md', item(1, 'Backlog'));
    await stage.write('backlog/tasks/b.md', item(2, 'QA'));
    await stage.write('backlog/tasks/c.md', item(3, 'Sideways'));
    await stage.write('backlog/archive/tasks/d.md', item(4, 'In Progress'));
    await stage.run('backlog');
    expect(
      (await Promise.all([1, 2, 3, 4].map((n) => stage.byAlias(`TASK-${n}`)))).map(({ status }) => status),
    ).toEqual(['backlog', 'review', 'backlog', 'cancelled']);
    await commentTask(stage.platform, { id: (await stage.byAlias('TASK-1')).id, by: 'mia', text: 'Not yet.' });
    const path = join(await tempFolder(), 'backlog');
    await exportTasks(stage.platform, { to: 'backlog', path, dryRun: false });
    const wordOf = async (name: string): Promise<string | undefined> =>
      /^status: (.+)$/m.exec(await readFile(join(path, name), 'utf8'))?.[1];
    expect(
      await Promise.all(
        ['tasks/task-1 - Item-1.md', 'tasks/task-2 - Item-2.md', 'tasks/task-3 - Item-3.md'].map(wordOf),
      ),
    ).toEqual(['Backlog', 'QA', 'Sideways']);
    expect(await wordOf('archive/tasks/task-4 - Item-4.md')).toBe('In Progress');
    expect(await readFile(join(path, 'config.yml'), 'utf8')).toMatch(/^statuses: .*"QA","Sideways","Done"\]$/m);
    expect(await readFile(join(path, 'tasks/task-1 - Item-1.md'), 'utf8')).toContain('author: @mia\n');
  },
);

for (const tool of ['beads', 'backlog'] as const) {
  verifies('SUR-042', `${tool}: tasks that are exported and imported into the same data dir come home`, async () => {
    const stage = await importStage();
    await stage.write('tasks/tasks.json', JSON.stringify([{ id: 7, title: 'From elsewhere', status: 'pending' }]));
    await stage.run('taskmaster');
    const { task: own } = await newTask(stage.platform, { title: 'Own', by: 'ada' });
    await newTask(stage.platform, { title: 'Waits', by: 'ada', dependsOn: [own.id] });
    const path = join(await tempFolder(), tool);
    const { report } = await exportTasks(stage.platform, { to: tool, path, dryRun: false });
    expect(report.filter(({ field }) => field === 'id').map(({ detail }) => detail.split(' ')[0])).toEqual(
      (await stage.tasks()).map(({ id, metadata }) => metadata.imported?.id ?? id),
    );
    const request = { from: tool, path, by: 'ada', dryRun: false } as const;
    const back = await importTasks(stage.platform, request);
    expect([back.created, back.updated, back.unchanged]).toEqual([0, 0, 3]);
    expect(await stage.tasks()).toHaveLength(3);
    // What was changed there is not lost in silence.
    await moveTask(stage.platform, { id: own.id, to: 'backlog', by: 'ada' });
    const again = await importTasks(stage.platform, request);
    expect([again.unchanged, again.skipped]).toEqual([2, 1]);
    expect(again.report.find(({ kind }) => kind === 'skipped')?.detail).toContain(`is ${own.id}`);
    // Elsewhere they are new.
    const other = await importStage();
    expect((await importTasks(other.platform, request)).created).toBe(3);
  });
}

verifies('SUR-042', 'beads: headings and blank lines of a description come back as they are', async () => {
  const stage = await importStage();
  const descriptions = [
    'Intro\n## Background\ntext\n\n\n## Notes\nown words\n## Background\nagain',
    '## Acceptance Criteria\n- [ ] not a field\n\n## Files\n- a.ts',
    'Text\n\n## Design\n\ninside\n\n## Comments\n\nfree text',
    '',
  ];
  const fields = {
    design: 'so',
    acceptance_criteria: '- [x] a\n- [ ] b',
    notes: 'n',
    comments: [{ author: 'lee', created_at: '2026-02-02T11:00:00Z', text: 'two\n\nlines' }],
  };
  const issues = descriptions.flatMap((description, at) => [
    { id: `bd-${at}a`, title: 'T', status: 'open', description },
    { id: `bd-${at}b`, title: 'T', status: 'open', description, ...fields },
    { id: `bd-${at}c`, title: 'T', status: 'closed', description, acceptance_criteria: 'free', close_reason: 'ok' },
  ]);
  await stage.write('issues.jsonl', jsonl(...issues));
  await stage.run('beads');
  const path = join(await tempFolder(), 'beads');
  await exportTasks(stage.platform, { to: 'beads', path, dryRun: false });
  const back = await importTasks(stage.platform, { from: 'beads', path, by: 'ada', dryRun: false });
  expect([back.unchanged, back.found]).toEqual([issues.length, issues.length]);
  const lines = (await readFile(join(path, 'issues.jsonl'), 'utf8')).trim().split('\n');
  const second = lines.map((line) => JSON.parse(line) as Record<string, unknown>).find(({ id }) => id === 'bd-1b');
  expect(second).toMatchObject({ description: descriptions[1], design: 'so', notes: 'n' });
});

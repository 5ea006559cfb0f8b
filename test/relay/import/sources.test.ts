import { expect } from 'vitest';
import { verifies } from '../../support/verifies.ts';
import { importStage, jsonl, rowsOf } from './import-stage.ts';

verifies('SUR-042', 'beads: every field that has a place is mapped, the rest is kept and reported', async () => {
  const stage = await importStage();
  await stage.write(
    '.beads/issues.jsonl',
    jsonl(
      { id: 'bd-1', title: 'Epic', status: 'open', issue_type: 'epic', created_at: '2026-02-01T08:00:00Z' },
      { id: 'bd-2', title: 'First', status: 'closed', closed_at: '2026-02-03T00:00:00Z' },
      {
        id: 'bd-3',
        title: 'Second',
        description: '\u001B[1mBold\u001B[0m words',
        design: 'a plan',
        acceptance_criteria: '- [x] one\n- two',
        notes: 'careful',
        status: 'in_progress',
        priority: 0,
        assignee: 'mia',
        labels: ['api', 'api', 'ui'],
        created_at: '2026-02-02T10:00:00.123456Z',
        updated_at: '2026-02-03T10:00:00+02:00',
        created_by: 'noa',
        due_at: '2026-03-01',
        dependencies: [
          { issue_id: 'bd-3', depends_on_id: 'bd-2', type: 'blocks' },
          { issue_id: 'bd-3', depends_on_id: 'bd-1', type: 'parent-child' },
          { issue_id: 'bd-3', depends_on_id: 'bd-9', type: 'related' },
        ],
        comments: [{ author: 'lee', created_at: '2026-02-02T11:00:00Z', text: 'two\nlines' }],
        estimated_minutes: 30,
      },
    ),
  );
  const result = await stage.run('beads');
  expect([result.found, result.created, result.skipped]).toEqual([3, 3, 0]);
  const [epic, first, second] = await Promise.all(['bd-1', 'bd-2', 'bd-3'].map((id) => stage.byAlias(id)));
  expect(second).toMatchObject({
    id: 'TASK-2026-02-02-001',
    title: 'Second',
    status: 'ready',
    priority: 'critical',
    routing: { agent: 'mia', tags: [] },
    createdAt: '2026-02-02T10:00:00.123Z',
    updatedAt: '2026-02-03T08:00:00.000Z',
    createdBy: 'noa',
    parentId: epic?.id,
    dependsOn: [first?.id],
    metadata: {
      labels: ['api', 'ui'],
      dueBy: '2026-03-01T00:00:00.000Z',
      imported: {
        from: 'beads',
        id: 'bd-3',
        extra: { status: 'in_progress', estimated_minutes: 30, dependencies: [{ depends_on_id: 'bd-9' }] },
      },
    },
  });
  expect(first).toMatchObject({ status: 'done', lastTransitionAt: '2026-02-03T00:00:00.000Z' });
  expect((await stage.store.readBody(second?.id ?? '')).trim()).toBe(
    [
      'Bold words',
      '## Acceptance Criteria\n\n- [x] one\n- [ ] two',
      '## Design\n\na plan',
      '## Notes\n\ncareful',
      '## Comments\n\n- 2026-02-02T11:00:00.000Z lee: two\n  lines',
    ].join('\n\n'),
  );
  expect(rowsOf(result).sort()).toEqual([
    'changed bd-3 description',
    'kept bd-1 issue_type',
    'kept bd-3 dependencies',
    'kept bd-3 estimated_minutes',
    'kept bd-3 status',
  ]);
});

verifies(
  'SUR-042',
  'backlog: sections, criteria, comments, drafts, archive and own statuses are understood',
  async () => {
    const stage = await importStage();
    await stage.write('backlog/config.yml', 'statuses: ["Neu", "In Progress", "Fertig"]\n');
    await stage.write(
      'backlog/tasks/task-1 - One.md',
      [
        '---',
        'id: TASK-1',
        'title: One',
        'status: Neu',
        "assignee:\n  - '@bob'\n  - '@eve'",
        "created_date: '2026-10-17 20:11'",
        'labels: [x]',
        'dependencies:\n  - task-2',
        'priority: high',
        'ordinal: 1000',
        '---',
        '',
        '## Description\n\n<!-- SECTION:DESCRIPTION:BEGIN -->\nSay it\n<!-- SECTION:DESCRIPTION:END -->',
        '\n## Acceptance Criteria\n<!-- AC:BEGIN -->\n- [x] #1 a\n- [ ] #2 b\n<!-- AC:END -->',
        '\n## Implementation Plan\n\n<!-- SECTION:PLAN:BEGIN -->\n1. go\n<!-- SECTION:PLAN:END -->',
        '\n## Comments\n\n<!-- COMMENTS:BEGIN -->\nauthor: @eve\ncreated: 2026-11-17 20:12\n---\nhello\n---\n<!-- COMMENTS:END -->\n',
      ]
        .join('\n')
        .replaceAll('\n', '\r\n'),
    );
    await stage.write(
      'backlog/tasks/task-2 - Two.md',
      '---\nid: TASK-2\ntitle: Two\nstatus: Fertig\nparent_task_id: TASK-1\n---\n',
    );
    await stage.write('backlog/drafts/draft-1 - D.md', '---\nid: DRAFT-1\ntitle: D\nstatus: Neu\n---\n');
    await stage.write('backlog/archive/tasks/task-9 - Old.md', '---\nid: TASK-9\ntitle: Old\nstatus: Neu\n---\n');
    await stage.write('backlog/decisions/decision-1 - X.md', '---\nid: decision-1\n---\n');
    const result = await stage.run('backlog');
    expect([result.found, result.created]).toEqual([4, 4]);
    const one = await stage.byAlias('TASK-1');
    const two = await stage.byAlias('TASK-2');
    expect(one).toMatchObject({
      id: 'TASK-2026-10-17-001',
      status: 'ready',
      priority: 'high',
      routing: { agent: 'bob' },
      dependsOn: [two.id],
      metadata: { labels: ['x'], imported: { extra: { assignee: ['eve'], ordinal: 1000 } } },
    });
    expect(two).toMatchObject({ status: 'done', parentId: one.id });
    expect((await stage.byAlias('DRAFT-1')).status).toBe('backlog');
    expect((await stage.byAlias('TASK-9')).status).toBe('cancelled');
    expect((await stage.store.readBody(one.id)).trim()).toBe(
      'Say it\n\n## Acceptance Criteria\n\n- [x] a\n- [ ] b\n\n## Implementation Plan\n\n1. go\n\n## Comments\n\n- 2026-11-17T20:12:00.000Z eve: hello',
    );
    expect(rowsOf(result)).toContain('dropped decisions/decision-1 - X.md');
  },
);

verifies('SUR-042', 'taskmaster: tags, subtasks and either form of dependencies are understood', async () => {
  const stage = await importStage();
  const subtask = {
    id: 2,
    title: 'Inner',
    status: 'done',
    dependencies: [1, '1'],
    parentTaskId: 2,
    parentId: 'undefined',
  };
  await stage.write(
    '.taskmaster/tasks/tasks.json',
    JSON.stringify({
      master: {
        tasks: [
          {
            id: 1,
            title: 'A',
            status: 'review',
            dependencies: [],
            priority: 'medium',
            details: 'how',
            testStrategy: 'so',
          },
          {
            id: '2',
            title: 'B',
            status: 'deferred',
            dependencies: ['1'],
            subtasks: [{ id: 1, title: 'First', status: 'pending' }, subtask],
          },
        ],
      },
      other: { tasks: [{ id: 1, title: 'Elsewhere', status: 'pending', dependencies: [7] }] },
    }),
  );
  const result = await stage.run('taskmaster');
  expect([result.found, result.created]).toEqual([5, 5]);
  const [a, b, first, inner, elsewhere] = await Promise.all(['1', '2', '2.1', '2.2', 'other/1'].map(stage.byAlias));
  expect(a).toMatchObject({ status: 'review', priority: 'normal' });
  expect(b).toMatchObject({ status: 'backlog', dependsOn: [a?.id] });
  expect(inner).toMatchObject({ status: 'done', parentId: b?.id, dependsOn: [first?.id] });
  expect(elsewhere).toMatchObject({ status: 'ready', dependsOn: [], metadata: { labels: ['other'] } });
  expect(rowsOf(result)).toEqual(expect.arrayContaining(['dropped 2.2 parentId', 'dropped other/1 dependencies']));
});

verifies('SUR-042', 'speckit: phases, stories and [P] become dependencies below one task per feature', async () => {
  const stage = await importStage();
  await stage.write('specs/001-login/spec.md', '# Feature Specification: Log in\n');
  await stage.write(
    'specs/001-login/tasks.md',
    [
      '# Tasks: Log in',
      '## Phase 1: Setup',
      '- [x] T001 Make the folder',
      '- [ ] T002 [P] Lint',
      '- [ ] T003 [P] Format',
      '## Phase 2: User Story 1 - In (Priority: P1)',
      '- [ ] T004 [US1] Form in src/form.ts',
      '  - with two fields',
      '## Phase 3: User Story 2 - Out',
      '- [ ] T005 [P] [US2] Button (depends on T001)',
      '## Phase 4: Polish',
      '- [ ] T006 Docs',
      '- [ ] without a number',
    ].join('\r\n'),
  );
  const result = await stage.run('speckit');
  expect([result.found, result.created, result.skipped]).toEqual([8, 7, 1]);
  const feature = await stage.byAlias('001-login');
  expect(feature).toMatchObject({ title: 'Log in', status: 'backlog' });
  const tasks = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => stage.byAlias(`001-login/T00${n}`)));
  const waits = tasks.map(({ dependsOn }) =>
    dependsOn.map((id) => tasks.findIndex((task) => task.id === id) + 1).sort(),
  );
  expect(waits).toEqual([[], [1], [1], [2, 3], [1, 2, 3], [4, 5]]);
  expect(tasks.map(({ parentId }) => parentId)).toEqual(tasks.map(() => feature.id));
  expect(tasks[3]).toMatchObject({ title: 'Form in src/form.ts', metadata: { labels: ['us1'] } });
  expect(await stage.store.readBody(tasks[3]?.id ?? '')).toContain('with two fields');
  expect(rowsOf(result)).toEqual(['skipped 001-login/tasks.md:13', 'inferred 001-login dependencies']);
});

verifies('SUR-042', 'aof: ids, routing and files of a task come along; a lease does not', async () => {
  const stage = await importStage();
  const head = ['---', 'schemaVersion: 1', 'id: TASK-2026-02-09-057', 'title: Ship', 'status: in-progress'];
  await stage.write(
    'tasks/in-progress/TASK-2026-02-09-057.md',
    [
      ...head,
      'priority: high',
      'routing:',
      '  agent: swe',
      '  role: backend',
      '  tags: [db]',
      'createdAt: 2026-02-09T21:00:00.000Z',
      'createdBy: boss',
      'lease:',
      '  agent: swe',
      'project: shop',
      '---',
      '',
      'Do it.',
      '',
    ].join('\n'),
  );
  await stage.write('tasks/in-progress/TASK-2026-02-09-057/outputs/summary.md', '# Half way\n');
  const result = await stage.run('aof');
  const task = await stage.byAlias('TASK-2026-02-09-057');
  expect(task).toMatchObject({
    id: 'TASK-2026-02-09-057',
    status: 'ready',
    routing: { agent: 'swe', role: 'backend', tags: ['db'] },
    createdBy: 'boss',
    metadata: { imported: { extra: { project: 'shop', lease: { agent: 'swe' } } } },
  });
  expect(task.lease).toBeUndefined();
  expect((await stage.store.readArtifact(task.id, 'outputs/summary.md'))?.toString()).toBe('# Half way\n');
  expect(rowsOf(result).sort()).toEqual([
    'kept TASK-2026-02-09-057 lease',
    'kept TASK-2026-02-09-057 project',
    'kept TASK-2026-02-09-057 status',
  ]);
});

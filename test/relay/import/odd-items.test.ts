import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { getTaskId, newTask } from '../../../src/relay/tasks/index.ts';
import { codeOf } from '../../support/code-of.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';
import { importStage, jsonl, rowsOf } from './import-stage.ts';

const open = (id: unknown, more: object = {}) => ({ id, title: `Item ${String(id)}`, status: 'open', ...more });

verifies('SUR-042', 'half characters and deep values cost a row, and the rest of the source comes in', async () => {
  const stage = await importStage();
  let deep: unknown = 'bottom';
  for (let level = 0; level < 90; level += 1) deep = [deep];
  await stage.write(
    'issues.jsonl',
    jsonl(
      open('bd-1', { title: 'half \uD800 a character', description: 'and \uDC00 here' }),
      open('bd-2', { strange: deep, '\uD800key': ['\uD800'] }),
      open('bd-\uD8003'),
      open('bd-4'),
    ),
  );
  const planned = await stage.run('beads', { dryRun: true });
  const result = await stage.run('beads');
  expect([result.found, result.created, result.skipped]).toEqual([4, 4, 0]);
  expect(planned.report).toEqual(result.report);
  expect((await stage.byAlias('bd-1')).title).toBe('half \uFFFD a character');
  const { extra } = (await stage.byAlias('bd-2')).metadata.imported ?? {};
  expect(JSON.parse(String(extra?.['strange']))).toEqual(deep);
  expect(extra?.['\uFFFDkey']).toEqual(['\uFFFD']);
  expect(await stage.byAlias('bd-\uFFFD3')).toMatchObject({ status: 'ready' });
  expect(rowsOf(result)).toEqual(
    expect.arrayContaining([
      'changed bd-1 title',
      'changed bd-1 description',
      'kept bd-2 strange',
      'changed bd-2 \uFFFDkey',
    ]),
  );
  expect((await stage.run('beads')).unchanged).toBe(4);
});

verifies('SUR-042', 'an id of more than 500 characters leaves out its own item; numbers are ids, too', async () => {
  const stage = await importStage();
  const long = 'x'.repeat(501);
  await stage.write(
    'issues.jsonl',
    jsonl(open(long), open(`${long}y`), open('x'.repeat(500)), open(77), {
      ...open('bd-1'),
      dependencies: [
        { depends_on_id: 77, type: 'blocks' },
        { depends_on_id: long, type: 'blocks' },
      ],
    }),
  );
  const result = await stage.run('beads');
  expect([result.found, result.created, result.skipped]).toEqual([5, 3, 2]);
  const skipped = result.report.filter(({ kind }) => kind === 'skipped');
  expect(skipped.map(({ field, detail }) => `${field ?? ''}: ${detail}`)).toEqual([
    'id: its id has 501 characters, and 500 is the most',
    'id: its id has 502 characters, and 500 is the most',
  ]);
  expect((await stage.byAlias('bd-1')).dependsOn).toEqual([(await stage.byAlias('77')).id]);
  expect(rowsOf(result)).toContain('dropped bd-1 dependencies');
  expect((await stage.run('beads')).unchanged).toBe(3);
});

verifies('SUR-042', 'what the store cannot hold is left out alone, with a row', async () => {
  const stage = await importStage();
  const items = [1, 2, 3, 4, 5].map((n) => open(`bd-${n}`));
  await stage.write('issues.jsonl', jsonl(...items));
  const { change } = stage.store;
  const isRefused = (tasks: readonly { readonly task: { readonly title: string } }[]): boolean =>
    tasks.some(({ task }) => task.title === 'Item bd-3');
  const { BatonError } = await import('../../../src/kernel/errors/index.ts');
  stage.store.change = async (ids, decide) =>
    (await change.call(stage.store, ids, (lookup) => {
      const decided = decide(lookup);
      if (isRefused(decided.puts ?? [])) throw new BatonError('INPUT_TOO_LARGE', 'it is too large');
      return decided;
    })) as never;
  const result = await stage.run('beads');
  expect([result.found, result.created, result.skipped]).toEqual([5, 4, 1]);
  expect(result.report).toEqual([{ kind: 'skipped', item: 'bd-3', detail: 'it cannot be stored: it is too large' }]);
  expect(await stage.tasks()).toHaveLength(4);
});

verifies('SUR-042', 'symlinks below the path are named, not followed; the path itself may be one', async () => {
  const stage = await importStage();
  const outside = await tempFolder();
  await mkdir(join(outside, 'tasks'), { recursive: true });
  await writeFile(join(outside, 'secret.md'), '---\nid: TASK-9\ntitle: Outside\nstatus: To Do\n---\n');
  await writeFile(join(outside, 'issues.jsonl'), jsonl(open('bd-9')));
  await stage.write('backlog/tasks/a.md', '---\nid: TASK-1\ntitle: Inside\nstatus: To Do\n---\n');
  await symlink(join(outside, 'secret.md'), join(stage.source, 'backlog', 'tasks', 'b.md'));
  await symlink(outside, join(stage.source, 'backlog', 'completed'));
  const result = await stage.run('backlog');
  expect(result.tasks.map(({ title }) => title)).toEqual(['Inside']);
  expect(rowsOf(result)).toEqual(['dropped backlog/completed', 'dropped backlog/tasks/b.md']);
  await symlink(outside, join(stage.source, '.beads'));
  expect(await codeOf(stage.run('beads'))).toBe('IMPORT_SOURCE_EMPTY');
  await symlink(outside, join(stage.source, '.taskmaster'));
  await writeFile(join(outside, 'tasks', 'tasks.json'), JSON.stringify({ tasks: [open(1)] }));
  expect(await codeOf(stage.run('taskmaster'))).toBe('IMPORT_SOURCE_EMPTY');
  const named = join(await tempFolder(), 'way-there');
  await symlink(outside, named);
  expect((await stage.run('beads', { path: named })).created).toBe(1);
});

verifies('SUR-042', 'aof: an id that another task has here is reported, and the item gets a new one', async () => {
  const stage = await importStage();
  const { task } = await newTask(stage.platform, { title: 'Own', by: 'ada' });
  await stage.write(`tasks/ready/${task.id}.md`, `---\nid: ${task.id}\ntitle: Theirs\nstatus: ready\n---\n`);
  const planned = await stage.run('aof', { dryRun: true });
  const result = await stage.run('aof');
  expect(rowsOf(result)).toEqual([`changed ${task.id} id`]);
  expect(planned.report).toEqual(result.report);
  const theirs = await stage.byAlias(task.id);
  expect(theirs).toMatchObject({ title: 'Theirs' });
  expect(theirs.id).not.toBe(task.id);
  expect((await stage.run('aof')).unchanged).toBe(1);
});

verifies('SUR-042', 'an alias that is spelled exactly wins over one in another case', async () => {
  const stage = await importStage();
  await stage.write('issues.jsonl', jsonl(open('bd-1'), open('BD-1', { title: 'Loud', status: 'closed' })));
  await stage.run('beads');
  const [quiet, loud] = [await stage.byAlias('bd-1'), await stage.byAlias('BD-1')];
  expect(await getTaskId(stage.platform, 'bd-1')).toBe(quiet.id);
  expect(await getTaskId(stage.platform, 'BD-1')).toBe(loud.id);
  expect(await getTaskId(stage.platform, 'beads:BD-1')).toBe(loud.id);
  expect(await codeOf(getTaskId(stage.platform, 'Bd-1'))).toBe('ALIAS_AMBIGUOUS');
});

verifies('SUR-042', 'speckit: code blocks and comments show tasks, they have none', async () => {
  const stage = await importStage();
  await stage.write(
    'specs/001-a/tasks.md',
    [
      '# Tasks: A',
      '```markdown',
      '## Phase 9: Sample',
      '- [ ] T900 Sample',
      '- [ ] a box without a number',
      '```',
      '<!--',
      '- [ ] T901 Also a sample',
      '-->',
      '## Phase 1: Setup',
      '- [ ] T001 Real',
      '  ```',
      '  - [ ] T902 code of T001',
      '  ```',
    ].join('\n'),
  );
  const result = await stage.run('speckit');
  expect(result.tasks.map(({ alias }) => alias)).toEqual(['speckit:001-a', 'speckit:001-a/T001']);
  expect(rowsOf(result)).toEqual([]);
  const body = await stage.store.readBody((await stage.byAlias('001-a/T001')).id);
  expect(body).toContain('Phase: Phase 1: Setup');
  expect(body).toContain('T902 code of T001');
});

verifies('SUR-042', 'every value without a place is kept, not only the last one of a field', async () => {
  const stage = await importStage();
  const dependencies = ['bd-7', { depends_on_id: 'bd-8', type: 'related' }];
  await stage.write(
    'issues.jsonl',
    jsonl(
      open('bd-1', { labels: [{ a: 1 }, 'fine', { b: 2 }], dependencies, created_at: '9999-12-31T23:00:00-10:00' }),
    ),
  );
  const result = await stage.run('beads');
  expect(await stage.byAlias('bd-1')).toMatchObject({
    metadata: {
      labels: ['fine'],
      imported: { extra: { labels: [{ a: 1 }, { b: 2 }], dependencies, created_at: '9999-12-31T23:00:00-10:00' } },
    },
  });
  expect(rowsOf(result)).toContain('kept bd-1 created_at');
});

verifies('SUR-042', 'speckit: a number that occurs twice keeps its place in the order, and has a row', async () => {
  const stage = await importStage();
  await stage.write(
    'specs/001-a/tasks.md',
    `# Tasks: A
## Phase 1: Setup
- [ ] T001 Begin
- [ ] T002 Build
- [ ] T002 Check
  - by hand
- [ ] T003 Ship
- [x] T001 Begin
`,
  );
  const result = await stage.run('speckit');
  expect([result.found, result.created, result.skipped]).toEqual([6, 5, 1]);
  const waits = async (alias: string): Promise<readonly string[]> => (await stage.byAlias(alias)).dependsOn;
  const idOf = async (alias: string): Promise<string> => (await stage.byAlias(alias)).id;
  expect(await waits('001-a/T002')).toEqual([await idOf('001-a/T001')]);
  expect(await waits('001-a/T002~2')).toEqual([await idOf('001-a/T002')]);
  expect(await waits('001-a/T003')).toEqual([await idOf('001-a/T002~2')]);
  expect(await waits('001-a/T001')).toEqual([]);
  expect((await stage.byAlias('001-a/T001')).status).toBe('done');
  expect(rowsOf(result)).toEqual(expect.arrayContaining(['changed 001-a/T002 id', 'skipped 001-a/T001']));
  expect((await stage.run('speckit')).unchanged).toBe(5);
});

verifies('SUR-042', 'beads: what comments, links, ids and titles lose has a row', async () => {
  const stage = await importStage();
  await stage.write(
    'issues.jsonl',
    jsonl(
      open('bd-1', { comments: { first: { text: 'lost?' } } }),
      open('bd-2', {
        title: 'one\ntwo',
        comments: [{ author: { name: 'ada' }, created_at: 'soon', text: 'hi', mood: 'good' }, { id: 7 }],
        dependencies: [{ issue_id: 'bd-2', depends_on_id: 'bd-1', type: 'blocks', weight: 3 }],
      }),
      open('bd  3\n'),
    ),
  );
  const result = await stage.run('beads');
  expect(result.created).toBe(3);
  expect(rowsOf(result)).toEqual(
    expect.arrayContaining([
      'kept bd-1 comments',
      'changed bd-2 title',
      'kept bd-2 comments',
      'dropped bd-2 comments',
      'dropped bd-2 dependencies',
      'changed bd 3 id',
    ]),
  );
  expect((await stage.byAlias('bd-1')).metadata.imported?.extra).toEqual({
    comments: [{ first: { text: 'lost?' } }],
  });
  const details = result.report.filter(({ item, kind }) => item === 'bd-2' && kind === 'dropped');
  expect(details.map(({ detail }) => detail)).toEqual([
    'fields without a place: weight',
    'fields without a place: author, created_at, mood',
  ]);
  expect((await stage.run('beads')).unchanged).toBe(3);
});

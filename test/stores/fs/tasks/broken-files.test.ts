import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { TaskStore } from '../../../../src/kernel/ports/index.ts';
import { TASK_STATUSES } from '../../../../src/kernel/tasks.ts';
import { parseTaskFile, planMove, planNewTask } from '../../../../src/protocols/tasks/index.ts';
import { nodeDisk } from '../../../../src/stores/fs/index.ts';
import { createProcesses } from '../../../../src/stores/process/index.ts';
import { createTestClock } from '../../../contract/task-store.ts';
import { codeOf } from '../../../support/code-of.ts';
import { createMemoryPlane } from '../../../support/task-stores.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { verifies } from '../../../support/verifies.ts';

const clock = createTestClock();
const acting = { actor: 'operator', now: clock.now() };

interface Bench {
  readonly folder: string;
  readonly store: TaskStore;
  readonly ids: readonly string[];
  path(status: string, name: string): string;
  brokenEvents(): Promise<string[]>;
}

async function setUp(count = 3): Promise<Bench> {
  const folder = await tempFolder();
  const plane = createMemoryPlane(clock, nodeDisk);
  const store = await plane.open('a', { dataDir: folder, processes: createProcesses() });
  onTestFinished(() => store.close());
  const ids: string[] = [];
  for (let n = 1; n <= count; n++) {
    const uid = `01J000000000000000000000${String(n).padStart(2, '0')}`;
    ids.push(
      (await store.change([], (lookup) => planNewTask(lookup, { title: `task ${n}`, uid, body: `Body ${n}.` }, acting)))
        .task.id,
    );
  }
  await store.reconcile();
  return {
    folder,
    store,
    ids,
    path: (status, name) => join(folder, 'tasks', status, name),
    async brokenEvents() {
      const paths: string[] = [];
      for await (const { type, payload } of store.readEvents())
        if (type === 'task.broken') paths.push(String(payload['path']));
      return paths;
    },
  };
}

/** Every task exactly once, in the folder its status says, and the store agrees. */
async function assertInOrder({ folder, store }: Bench): Promise<void> {
  const found: Record<string, string> = {};
  for (const status of TASK_STATUSES) {
    for (const name of await readdir(join(folder, 'tasks', status)).catch(() => [])) {
      if (!name.endsWith('.md') || !name.startsWith('TASK-')) continue;
      const { task } = parseTaskFile(await readFile(join(folder, 'tasks', status, name), 'utf8'));
      expect({ name, status: task.status, twice: found[task.id] }).toEqual({
        name: `${task.id}.md`,
        status,
        twice: undefined,
      });
      found[task.id] = status;
    }
  }
  const known = await store.list({ statuses: TASK_STATUSES });
  expect(found).toEqual(Object.fromEntries(known.map(({ id, status }) => [id, status])));
}

const BREAKS: Readonly<Record<string, (bench: Bench, file: string, id: string) => Promise<unknown>>> = {
  empty: (_, file) => writeFile(file, ''),
  'half written': async (_, file) => writeFile(file, (await readFile(file, 'utf8')).slice(0, 100)),
  'not YAML': async (_, file) => writeFile(file, (await readFile(file, 'utf8')).replace('title:', 'title: [')),
  'with conflict markers': async (_, file) =>
    writeFile(file, (await readFile(file, 'utf8')).replace('title:', '<<<<<<< ours\ntitle:')),
  'with the id of another': async (_, file) =>
    writeFile(file, (await readFile(file, 'utf8')).replace(/id: TASK-.*/, 'id: TASK-2026-02-09-777')),
  'with an illegal status': async (_, file) =>
    writeFile(file, (await readFile(file, 'utf8')).replace('status: ready', 'status: done')),
  'in the wrong folder': async ({ path }, file, id) => {
    await mkdir(path('done', ''), { recursive: true });
    await rename(file, path('done', `${id}.md`));
  },
  'in two folders': async ({ path }, file, id) => {
    await mkdir(path('review', ''), { recursive: true });
    await writeFile(path('review', `${id}.md`), await readFile(file));
  },
  gone: (_, file) => rm(file),
  'of the past': async (_, file) => writeFile(file, (await readFile(file, 'utf8')).replace('rev: 2', 'rev: 1')),
  'not text': (_, file) => writeFile(file, Buffer.from([0xff, 0xfe, 0x00, 0x41])),
};

for (const [name, breakIt] of Object.entries(BREAKS)) {
  verifies(
    'TSK-004',
    `a task file that is ${name} stops nothing, is reported once, and is repaired without loss`,
    async () => {
      const bench = await setUp();
      const [id = '', other = ''] = bench.ids;
      await bench.store.change([id], (lookup) => planMove(lookup, id, { ...acting, to: 'blocked' }));
      await bench.store.change([id], (lookup) => planMove(lookup, id, { ...acting, to: 'ready' }));
      const file = bench.path('ready', `${id}.md`);
      const before =
        name === 'of the past'
          ? (await readFile(file, 'utf8')).replace('rev: 3', 'rev: 2')
          : await readFile(file, 'utf8');
      await writeFile(file, before);
      await breakIt(bench, file, id);
      const first = await bench.store.reconcile({ deep: true });
      expect(first.reported.length).toBe(1);
      expect(first.reported[0]?.canRepair).toBe(true);
      expect((await bench.store.reconcile({ deep: true })).reported).toEqual([]);
      expect(await bench.brokenEvents()).toEqual([first.reported[0]?.path]);
      expect((await bench.store.inspect()).broken).toEqual(first.reported);
      // The others go on.
      await bench.store.change([other], (lookup) => planMove(lookup, other, { ...acting, to: 'blocked' }));
      expect((await bench.store.find(other))?.task.status).toBe('blocked');
      // Mending loses nothing: every line that was in the way is still somewhere.
      const { repaired } = await bench.store.reconcile({ repair: true });
      expect(repaired).toEqual([first.reported[0]?.path]);
      expect((await bench.store.inspect()).broken).toEqual([]);
      await assertInOrder(bench);
      expect((await bench.store.find(id))?.task).toMatchObject({ status: 'ready', title: 'task 1' });
    },
  );
}

verifies('TSK-003', 'a file that appeared before a move into its folder is still found', async () => {
  const bench = await setUp();
  const { store, ids, path } = bench;
  const [id = '', other = ''] = ids;
  const text = await readFile(path('ready', `${id}.md`), 'utf8');
  const copied = text.replace(id, 'TASK-2026-02-01-007').replace(/uid: .*/, 'uid: 01J00000000000000000000777');
  await writeFile(path('ready', 'TASK-2026-02-01-007.md'), copied);
  // The move changes the folder as well: it must not pass for the only change.
  await store.change([other], (lookup) => planMove(lookup, other, { ...acting, to: 'blocked' }));
  await store.change([other], (lookup) => planMove(lookup, other, { ...acting, to: 'ready' }));
  expect((await store.reconcile()).adopted).toEqual(['TASK-2026-02-01-007']);
  await assertInOrder(bench);
});

verifies('TSK-003', 'a task that is moved while files are compared is not mistaken for edited', async () => {
  const bench = await setUp();
  const { store, ids, path } = bench;
  const [id = '', other = ''] = ids;
  await writeFile(path('ready', `${other}.md`), `${await readFile(path('ready', `${other}.md`), 'utf8')}More.\n`);
  await rm(path('ready', `${ids[2] ?? ''}.md`));
  const [found] = await Promise.all([
    store.reconcile({ deep: true }),
    ...['blocked', 'ready', 'blocked'].map((to) =>
      store.change([id], (lookup) => planMove(lookup, id, { ...acting, to: to as 'ready' | 'blocked' })),
    ),
  ]);
  expect(found.adopted).toEqual([other]);
  expect(found.reported.map(({ reason }) => reason)).toEqual(['the file of the task is gone']);
  expect((await store.find(id))?.task.status).toBe('blocked');
});

verifies('TSK-004', 'symlinks, folders and hostile names are reported and never followed', async () => {
  const bench = await setUp(2);
  const [id = ''] = bench.ids;
  const secret = join(bench.folder, 'secret.txt');
  await writeFile(secret, 'secret');
  await symlink(secret, bench.path('ready', 'TASK-2026-02-09-500.md'));
  await symlink('/', bench.path('ready', 'TASK-2026-02-09-501'));
  await writeFile(bench.path('ready', 'NOTES.md'), 'hello');
  await writeFile(bench.path('ready', 'TASK-2026-02-09-502\n.md'), 'hello');
  await writeFile(bench.path('ready', '..%2f..%2fetc.md'), 'hello');
  await mkdir(bench.path('ready', 'TASK-2026-02-09-503.md'));
  const { reported } = await bench.store.reconcile({ deep: true });
  expect(reported.map(({ path, canRepair }) => [path, canRepair]).toSorted()).toEqual(
    [
      ['tasks/ready/..%2f..%2fetc.md', false],
      ['tasks/ready/NOTES.md', false],
      ['tasks/ready/TASK-2026-02-09-500.md', false],
      ['tasks/ready/TASK-2026-02-09-501', false],
      ['tasks/ready/TASK-2026-02-09-502\n.md', false],
      ['tasks/ready/TASK-2026-02-09-503.md', false],
    ].toSorted(),
  );
  expect((await bench.store.find(id))?.task.status).toBe('ready');
  await bench.store.reconcile({ repair: true });
  expect(await readFile(secret, 'utf8')).toBe('secret');
  await rm(bench.path('ready', `${id}.md`));
  await symlink(secret, bench.path('ready', `${id}.md`));
  expect(await codeOf(bench.store.change([id], (lookup) => planMove(lookup, id, { ...acting, to: 'blocked' })))).toBe(
    'TASK_FILE_INVALID',
  );
});

verifies(
  'TSK-003',
  'what people and git legally change in files is adopted, with an event, and everything else in them stays',
  async () => {
    const bench = await setUp(2);
    const [id = '', moved = ''] = bench.ids;
    const file = bench.path('ready', `${id}.md`);
    const text = (await readFile(file, 'utf8'))
      .replace('title: task 1', '# why\ntitle: A better title # really\nx-team: blue')
      .replaceAll('\n', '\r\n');
    await writeFile(file, text);
    await mkdir(bench.path('blocked', ''), { recursive: true });
    await writeFile(
      bench.path('blocked', `${moved}.md`),
      (await readFile(bench.path('ready', `${moved}.md`), 'utf8')).replace('status: ready', 'status: blocked'),
    );
    await rm(bench.path('ready', `${moved}.md`));
    const { adopted, reported } = await bench.store.reconcile({ deep: true });
    expect({ adopted: adopted.toSorted(), reported }).toEqual({ adopted: [id, moved].toSorted(), reported: [] });
    expect((await bench.store.find(id))?.task).toMatchObject({ title: 'A better title', rev: 2 });
    expect((await bench.store.find(moved))?.task).toMatchObject({
      status: 'blocked',
      metadata: { block: { kind: 'human' } },
    });
    await bench.store.change([id], (lookup) => planMove(lookup, id, { ...acting, to: 'blocked', reason: 'x' }));
    const after = await readFile(bench.path('blocked', `${id}.md`), 'utf8');
    expect(after).toContain('# why\r\ntitle: A better title # really\r\nx-team: blue\r\n');
    expect(after).toContain('\r\nBody 1.\r\n');
    expect(after.replaceAll('\r\n', '')).not.toContain('\n');
    const types: string[] = [];
    for await (const { type, actor } of bench.store.readEvents()) if (actor === 'file') types.push(type);
    expect(types.toSorted()).toEqual(['task.blocked', 'task.edited', 'task.edited', 'task.transitioned']);
    await assertInOrder(bench);
  },
);

verifies(
  'TSK-003',
  'an edit that nobody has looked at yet is adopted by the change that meets it, and not overwritten',
  async () => {
    const bench = await setUp(1);
    const [id = ''] = bench.ids;
    const file = bench.path('ready', `${id}.md`);
    await writeFile(
      file,
      (await readFile(file, 'utf8')).replace('title: task 1', 'title: Edited').replace('Body 1.', 'Another body.'),
    );
    const entry = await bench.store.change([id], (lookup) => planMove(lookup, id, { ...acting, to: 'blocked' }));
    expect(entry.task).toMatchObject({ title: 'Edited', rev: 3, status: 'blocked' });
    expect(await bench.store.readBody(id)).toBe('\nAnother body.\n');
  },
);

verifies(
  'TSK-002',
  'a second task under one id, as a merge brings it, is found and gets a number of its own',
  async () => {
    const bench = await setUp(2);
    const [id = ''] = bench.ids;
    const text = (await readFile(bench.path('ready', `${id}.md`), 'utf8'))
      .replace(/uid: .*/, 'uid: 01J00000000000000000000077')
      .replace('task 1', 'from the other branch');
    await mkdir(bench.path('backlog', ''), { recursive: true });
    await writeFile(bench.path('backlog', `${id}.md`), text.replace('status: ready', 'status: backlog'));
    const { reported } = await bench.store.reconcile();
    expect(reported.map(({ reason }) => reason)).toEqual([`it is another task with the id ${id}`]);
    await bench.store.reconcile({ repair: true });
    await assertInOrder(bench);
    const tasks = await bench.store.list({});
    expect(tasks.map(({ id: one, title }) => [one, title])).toEqual([
      ['TASK-2026-02-09-001', 'task 1'],
      ['TASK-2026-02-09-002', 'task 2'],
      ['TASK-2026-02-09-003', 'from the other branch'],
    ]);
  },
);

verifies('TSK-003', 'a folder of tasks without a journal, as a clone brings it, is taken over', async () => {
  const bench = await setUp(3);
  await bench.store.close();
  await rm(join(bench.folder, 'journal'), { recursive: true });
  await rm(join(bench.folder, 'events'), { recursive: true });
  const store = await createMemoryPlane(clock, nodeDisk).open('b', {
    dataDir: bench.folder,
    processes: createProcesses(),
  });
  onTestFinished(() => store.close());
  expect((await store.reconcile()).adopted.toSorted()).toEqual(bench.ids);
  expect((await store.list({})).map(({ title }) => title)).toEqual(['task 1', 'task 2', 'task 3']);
  await assertInOrder({ ...bench, store });
});

verifies('TSK-004', 'a body of ten megabytes is refused or kept, and nothing else stops', async () => {
  const bench = await setUp(2);
  const [id = '', other = ''] = bench.ids;
  const file = bench.path('ready', `${id}.md`);
  const large = `${await readFile(file, 'utf8')}${'x'.repeat(10 * 1024 * 1024)}`;
  await writeFile(file, large);
  const { reported } = await bench.store.reconcile({ deep: true });
  expect(reported.map(({ reason }) => reason)).toEqual(['it is larger than 10485760 bytes']);
  await bench.store.change([other], (lookup) => planMove(lookup, other, { ...acting, to: 'blocked' }));
  await writeFile(file, large.slice(0, 9 * 1024 * 1024));
  expect((await bench.store.reconcile({ deep: true })).adopted).toEqual([id]);
  await bench.store.change([id], (lookup) => planMove(lookup, id, { ...acting, to: 'blocked' }));
  expect((await bench.store.readBody(id)).length).toBeGreaterThan(9_000_000);
});

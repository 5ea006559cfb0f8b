import { expect, onTestFinished, test } from 'vitest';
import type { Disk, TaskStore } from '../../../../src/kernel/ports/index.ts';
import type { FileTaskStoreDeps } from '../../../../src/stores/fs/tasks/index.ts';
import { planMove, planNewTask } from '../../../../src/protocols/tasks/index.ts';
import { createTestClock } from '../../../contract/task-store.ts';
import { diskWith } from '../../../support/disk-with.ts';
import { createMemoryDisk, systemError } from '../../../support/memory-disk.ts';
import { recordDisk } from '../../../support/recording-disk.ts';
import { createMemoryPlane } from '../../../support/task-stores.ts';
import { verifies } from '../../../support/verifies.ts';

const clock = createTestClock();
const acting = { actor: 'ada', now: clock.now() };
const ID = 'TASK-2026-02-09-001';
const SPARE = `/data/journal/spare/${ID}.md`;

type Status = 'ready' | 'blocked' | 'cancelled';

async function openWithTask(disk: Disk, more?: Partial<FileTaskStoreDeps>): Promise<TaskStore> {
  const store = await createMemoryPlane(clock, disk).open('a', more);
  onTestFinished(() => store.close());
  const uid = '01J00000000000000000000001';
  await store.change([], (lookup) => planNewTask(lookup, { title: 'moved', uid, body: 'Text.' }, acting));
  return store;
}

async function move(store: TaskStore, ...statuses: readonly Status[]): Promise<void> {
  for (const to of statuses) await store.change([ID], (lookup) => planMove(lookup, ID, { ...acting, to }));
}

const taskFile = (status: Status): string => `/data/tasks/${status}/${ID}.md`;

const readText = (disk: Disk, path: string): string | undefined => disk.readNow(path)?.toString('utf8');

verifies('TSK-081', 'a task that is moved again and again gets no new file', async () => {
  const disk = await recordDisk(createMemoryDisk());
  const store = await openWithTask(disk);
  await move(store, 'blocked');
  const first = disk.operations.length;
  await move(store, 'ready', 'blocked', 'ready');
  const madeOrRemoved = disk.operations
    .slice(first)
    .filter((operation) => operation.kind === 'create' || operation.kind === 'unlink')
    .filter(({ path }) => path.endsWith('.md') || path.startsWith('/data/tasks/'));
  expect(madeOrRemoved).toEqual([]);
  expect(readText(disk, taskFile('ready'))).toContain('status: ready');
  expect(readText(disk, taskFile('ready'))).toContain('Text.');
  expect(readText(disk, taskFile('blocked'))).toBeUndefined();
});

verifies('TSK-010', 'a shorter text leaves nothing of a longer one', async () => {
  const disk = createMemoryDisk();
  const store = await openWithTask(disk);
  const put = (text: string) =>
    store.change([ID], (lookup) => {
      const { puts = [], ...change } = planMove(lookup, ID, {
        ...acting,
        to: lookup.statusOf(ID) === 'ready' ? 'blocked' : 'ready',
      });
      return { ...change, puts: puts.map((one) => ({ ...one, body: { kind: 'replace' as const, text } })) };
    });
  await put('long\n'.repeat(100));
  await put('short\n');
  await put('brief\n');
  expect(await store.readBody(ID)).toBe(readText(disk, taskFile('blocked'))?.split('---\n').at(-1));
  expect(readText(disk, taskFile('blocked'))).toMatch(/brief\n$/);
  expect(readText(disk, taskFile('blocked'))).not.toContain('long');
});

verifies('TSK-010', 'a second name of the file, as backups of hard links have it, keeps its text', async () => {
  const disk = createMemoryDisk();
  const store = await openWithTask(disk);
  await disk.mkdir('/backup');
  await disk.link(taskFile('ready'), '/backup/task.md');
  const before = readText(disk, '/backup/task.md');
  await move(store, 'blocked', 'ready', 'blocked');
  expect(readText(disk, '/backup/task.md')).toBe(before);
  expect(readText(disk, taskFile('blocked'))).toContain('status: blocked');
});

test('a spare that cannot be written is replaced by a new file', async () => {
  const inner = createMemoryDisk();
  const disk = diskWith(inner, {
    open: (path, flags, mode) =>
      path === SPARE ? Promise.reject(systemError('EACCES', path)) : inner.open(path, flags, mode),
  });
  const store = await openWithTask(disk);
  await move(store, 'blocked', 'ready', 'blocked');
  expect(readText(inner, taskFile('blocked'))).toContain('status: blocked');
});

test('a folder for spares on another file system is done without', async () => {
  const inner = createMemoryDisk();
  const disk = diskWith(inner, {
    rename: (from, to) => (to === SPARE ? Promise.reject(systemError('EXDEV', to)) : inner.rename(from, to)),
  });
  const store = await openWithTask(disk);
  await move(store, 'blocked', 'ready');
  expect(readText(inner, taskFile('ready'))).toContain('status: ready');
  expect(readText(inner, taskFile('blocked'))).toBeUndefined();
});

test('a finished task leaves no spare, and one that a crash has left goes with the next compaction', async () => {
  const disk = createMemoryDisk();
  const store = await openWithTask(disk, { compactBytes: 1 });
  await move(store, 'blocked', 'ready');
  expect(readText(disk, SPARE)).toContain('status: blocked');
  await move(store, 'cancelled');
  expect(readText(disk, SPARE)).toBeUndefined();
  const file = await disk.open(SPARE, 'wx');
  await file.close();
  await store.change([], (lookup) => planNewTask(lookup, { title: 'next', uid: '01J00000000000000000000002' }, acting));
  expect(readText(disk, SPARE)).toBeUndefined();
});

verifies('TSK-010', 'files that a dead process did not write are no edits, and an edit of one is kept', async () => {
  const inner = createMemoryDisk();
  const disk = await recordDisk(inner);
  const plane = createMemoryPlane(clock, disk);
  const store = await plane.open('a');
  const create = async (title: string, uid: string): Promise<string> =>
    (await store.change([], (lookup) => planNewTask(lookup, { title, uid }, acting))).task.id;
  const edited = await create('edited', '01J00000000000000000000001');
  const left = await create('left', '01J00000000000000000000002');
  for (const to of ['blocked', 'ready'] as const)
    for (const id of [edited, left]) await store.change([id], (lookup) => planMove(lookup, id, { ...acting, to }));
  // The line is flushed, and the process dies at the first thing it does to a file of a task.
  disk.fault = (operation) => ('path' in operation && /spare|\/data\/tasks/.test(operation.path) ? {} : undefined);
  const moves = [edited, left].map((id) =>
    store.change([id], (lookup) => planMove(lookup, id, { ...acting, to: 'blocked' })),
  );
  await Promise.allSettled(moves);
  await store.settle?.();
  expect(readText(inner, `/data/tasks/ready/${left}.md`)).toContain('status: ready');
  const file = await inner.open(`/data/tasks/ready/${edited}.md`, 'a');
  await file.write(Buffer.from('By hand.\n'));
  await file.close();

  const others = createMemoryPlane(clock, inner);
  others.dead.add('a');
  const next = await others.open('b');
  onTestFinished(() => next.close());
  expect((await next.find(left))?.task.status).toBe('blocked');
  await next.reconcile();
  for (const id of [edited, left]) {
    expect(readText(inner, `/data/tasks/blocked/${id}.md`)).toContain('status: blocked');
    expect(readText(inner, `/data/tasks/ready/${id}.md`)).toBeUndefined();
  }
  const kept = (await inner.readdir('/data/journal/kept')).map(({ name }) => name);
  expect(kept).toEqual([expect.stringContaining(edited)]);
  expect(readText(inner, `/data/journal/kept/${kept[0] ?? ''}`)).toContain('By hand.');
  expect((await next.inspect()).edited).toEqual([]);
});

verifies(
  'TSK-080',
  'half a megabyte after the snapshot is compacted when a process rests, and nothing is lost',
  async () => {
    const disk = createMemoryDisk();
    const plane = createMemoryPlane(clock, disk);
    const store = await plane.open('a');
    const size = (): number => disk.readNow('/data/journal/tasks.jsonl')?.length ?? 0;
    const body = `\n${'x'.repeat(60_000)}\n`;
    const ids: string[] = [];
    for (let n = 10; n < 20; n++) {
      const uid = `01J000000000000000000000${n}`;
      const change = await store.change([], (lookup) => planNewTask(lookup, { title: `t${n}`, uid, body }, acting));
      ids.push(change.task.id);
    }
    const full = size();
    await store.rest?.();
    expect([full > 600_000, size() < 20_000]).toEqual([true, true]);
    await store.close();
    const next = await plane.open('b');
    onTestFinished(() => next.close());
    expect(await Promise.all(ids.map((id) => next.readBody(id)))).toEqual(ids.map(() => body));
  },
);

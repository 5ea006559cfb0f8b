import { expect, onTestFinished, test } from 'vitest';
import type { TaskCodec, TaskStore } from '../../../../src/kernel/ports/index.ts';
import { planMove, planNewTask, taskCodec } from '../../../../src/protocols/tasks/index.ts';
import { createTestClock } from '../../../contract/task-store.ts';
import { createMemoryDisk } from '../../../support/memory-disk.ts';
import { recordDisk, type DiskOperation, type RecordingDisk } from '../../../support/recording-disk.ts';
import { createMemoryPlane } from '../../../support/task-stores.ts';
import { verifies } from '../../../support/verifies.ts';

const WRITERS = 64;
const clock = createTestClock();
const acting = { actor: 'ada', now: clock.now() };

interface Bench {
  readonly disk: RecordingDisk;
  readonly store: TaskStore;
  readonly ids: readonly string[];
  /** How often a text was rendered without knowing the record before it, and so with a YAML reader. */
  readonly blindRenders: () => number;
  /** What was done to the disk since the last time this was asked. */
  operations(): DiskOperation[];
}

async function setUp(): Promise<Bench> {
  const disk = await recordDisk(createMemoryDisk());
  let blind = 0;
  const codec: TaskCodec = {
    ...taskCodec,
    render: (task, before, body, known) => {
      if (before !== undefined && known === undefined) blind += 1;
      return taskCodec.render(task, before, body, known);
    },
  };
  const store = await createMemoryPlane(clock, disk).open('a', { codec });
  onTestFinished(() => store.close());
  const create = async (_: unknown, n: number): Promise<string> => {
    const uid = `01J00000000000000000000${String(n).padStart(3, '0')}`;
    return (await store.change([], (lookup) => planNewTask(lookup, { title: 'moved', uid }, acting))).task.id;
  };
  const ids = await Promise.all(Array.from({ length: WRITERS }, create));
  await store.settle?.();
  let seen = disk.operations.length;
  const operations = (): DiskOperation[] => {
    const news = disk.operations.slice(seen);
    seen = disk.operations.length;
    return news;
  };
  return { disk, store, ids, operations, blindRenders: () => blind };
}

const turn = (store: TaskStore, id: string) =>
  store.change([id], (lookup) =>
    planMove(lookup, id, { ...acting, to: lookup.statusOf(id) === 'ready' ? 'blocked' : 'ready' }),
  );

const syncsOf = (operations: readonly DiskOperation[]): string[] =>
  operations.flatMap((operation) => (operation.kind === 'sync' ? [operation.path] : []));

const filesPut = (operations: readonly DiskOperation[]): string[] =>
  operations.flatMap((operation) =>
    operation.kind === 'rename' && operation.to.startsWith('/data/tasks/') ? [operation.to] : [],
  );

verifies('TSK-081', 'as many transitions as wait share one flush, and nothing but the journal is flushed', async () => {
  const { store, ids, operations } = await setUp();
  const rounds = 6;
  await Promise.all(
    ids.map(async (id) => {
      for (let n = 0; n < rounds; n++) await turn(store, id);
    }),
  );
  const flushes = syncsOf(operations());
  expect(new Set(flushes)).toEqual(new Set(['/data/journal/tasks.jsonl']));
  // One per round of the writers; a round may fall apart once.
  expect(flushes.length).toBeLessThanOrEqual(2 * rounds);
});

verifies('TSK-081', 'a task that moves several times under one lock has its file written once', async () => {
  const { store, ids, operations } = await setUp();
  await Promise.all(ids.flatMap((id) => [turn(store, id), turn(store, id), turn(store, id)]));
  await store.settle?.();
  const done = operations();
  expect(syncsOf(done)).toHaveLength(1);
  expect(filesPut(done).sort()).toEqual(ids.map((id) => `/data/tasks/blocked/${id}.md`).sort());
  const events = done.filter((operation) => operation.kind === 'write' && operation.path.startsWith('/data/events/'));
  expect(events).toHaveLength(1);
});

verifies('TSK-081', 'a transition of a file as Baton wrote it needs no YAML reader', async () => {
  const { store, ids, blindRenders } = await setUp();
  await Promise.all(ids.map((id) => turn(store, id)));
  await store.settle?.();
  await Promise.all(ids.map((id) => turn(store, id)));
  expect(blindRenders()).toBe(0);
});

test('changes wait where the files of too many tasks would lag behind', async () => {
  const { store, disk } = await setUp();
  const create = async (n: number): Promise<void> => {
    const uid = `01J0000000000000000000${String(n).padStart(4, '0')}`;
    await store.change([], (lookup) => planNewTask(lookup, { title: 'one of many', uid }, acting));
  };
  const [waves, width] = [4, 550];
  for (let wave = 0; wave < waves; wave++)
    await Promise.all(Array.from({ length: width }, (_, n) => create(1_000 + wave * width + n)));
  // A thousand may wait, and what came with the last of them.
  expect((await disk.readdir('/data/tasks/ready')).length).toBeGreaterThan((waves - 1) * width - 1_000);
});

test('a change that is alone is told when its files are there, others before', async () => {
  const { store, ids, disk } = await setUp();
  const [first = '', second = ''] = ids;
  const isThere = async (id: string): Promise<boolean> =>
    (await disk.stat(`/data/tasks/blocked/${id}.md`)) !== undefined;
  await turn(store, first);
  expect(await isThere(first)).toBe(true);
  const [early] = await Promise.all([turn(store, second).then(() => isThere(second)), turn(store, first)]);
  expect(early).toBe(false);
  expect((await store.find(second))?.task.status).toBe('blocked');
  await store.settle?.();
  expect(await isThere(second)).toBe(true);
});

test('what is asked about artifacts and events is answered with what was told before', async () => {
  const { store, ids } = await setUp();
  const [id = '', other = ''] = ids;
  const artifacts = [{ taskId: id, path: 'outputs/summary.md', content: 'done\n' }];
  const told = store
    .change([id], () => ({ artifacts, result: null }))
    .then(async () => {
      const events: string[] = [];
      for await (const { type } of store.readEvents()) events.push(type);
      return { text: String(await store.readArtifact(id, 'outputs/summary.md')), moves: events.filter(isMove).length };
    });
  const [answer] = await Promise.all([told, turn(store, other)]);
  expect(answer).toEqual({ text: 'done\n', moves: 1 });
});

const isMove = (type: string): boolean => type === 'task.transitioned';

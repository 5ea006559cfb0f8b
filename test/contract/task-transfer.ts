import { expect, onTestFinished } from 'vitest';
import type { TaskPiece, TaskStore } from '../../src/kernel/ports/index.ts';
import { getEntry, planClaim, planMove, planNewTask, taskCodec } from '../../src/protocols/tasks/index.ts';
import { createMemoryTaskStore } from '../support/memory-store/index.ts';
import { collect, each } from '../support/task-life.ts';
import { createSeededRandom } from '../support/task-stores.ts';
import { verifies } from '../support/verifies.ts';
import { createTestClock, type StoreSetup } from './task-store.ts';

const BYTES = Buffer.from([0, 255, 254, 10, 13, 0, 128]);

/** A store with something of everything: two runs of one task, a chain, an ended task, bytes, keys, a gap in numbers. */
async function makePieces(): Promise<readonly TaskPiece[]> {
  const clock = createTestClock();
  const store = createMemoryTaskStore({ clock, random: createSeededRandom(7), codec: taskCodec });
  const acting = () => ({ actor: 'operator', now: (clock.time += 1_000) });
  const make = async (title: string, uid: string, dependsOn: readonly string[] = []) => {
    const { task } = await store.change([], (lookup) =>
      planNewTask(lookup, { title, uid, dependsOn, body: `About ${title}.` }, acting()),
    );
    return task.id;
  };
  const claim = async (id: string, runId: string) =>
    await store.change([id], (lookup) =>
      planClaim(getEntry(lookup, id), { agent: 'ada', runId, ttlMs: 60_000, ...acting() }),
    );
  const move = async (id: string, to: 'ready' | 'cancelled' | 'done' | 'review') =>
    await store.change([id], (lookup) => planMove(lookup, id, { to, ...acting() }));
  const first = await make('first', '01J00000000000000000000001');
  const second = await make('second', '01J00000000000000000000002', [first]);
  const third = await make('third', '01J00000000000000000000003');
  await claim(first, 'run-1');
  await move(first, 'ready');
  await claim(first, 'run-2');
  await store.change([first], () => ({
    artifacts: [{ taskId: first, path: 'outputs/summary.md', content: 'Halfway.\n' }],
    seen: ['b-key', 'a-key'],
    result: null,
  }));
  await move(third, 'cancelled');
  expect(second).not.toBe('');
  const pieces = await collect(store.transfer.read());
  return pieces.flatMap((piece): TaskPiece[] => {
    if (piece.kind === 'artifact') return [{ ...piece, path: 'outputs/picture.bin', content: BYTES }, piece];
    return piece.kind === 'number' ? [{ ...piece, last: 9 }] : [piece];
  });
}

/** What every store must do with a whole other one: run once per implementation. */
export function describeTaskTransfer(name: string, open: () => Promise<StoreSetup>): void {
  async function setUp(): Promise<StoreSetup> {
    const setup = await open();
    const closeAtEnd = (store: TaskStore): TaskStore => {
      onTestFinished(() => store.close());
      return store;
    };
    return { ...setup, store: closeAtEnd(setup.store), reopen: async () => closeAtEnd(await setup.reopen()) };
  }

  verifies('FLT-008', `${name}: what is taken in is given out again, piece by piece`, async () => {
    const setup = await setUp();
    const pieces = await makePieces();
    expect(pieces.find(({ kind }) => kind === 'task')).toMatchObject({ earlier: [{ run: { runId: 'run-1' } }] });
    expect(await setup.store.transfer.isEmpty()).toBe(true);
    const staged = await setup.store.transfer.stage(each(pieces), { mark: 'mark-1' });
    expect(await collect(staged.read())).toEqual(pieces);
    await staged.keep();
    const store = await setup.reopen();
    expect(await collect(store.transfer.read())).toEqual(pieces);
    expect([await store.transfer.isEmpty(), await store.transfer.wasKept('mark-1')]).toEqual([false, true]);
    expect(await store.transfer.wasKept('mark-2')).toBe(false);
  });

  verifies(
    'FLT-008',
    `${name}: work continues at the same point: leases, dependencies, numbers, keys, events`,
    async () => {
      const setup = await setUp();
      const pieces = await makePieces();
      await (await setup.store.transfer.stage(each(pieces), { mark: 'mark' })).keep();
      setup.clock.time += 3_600_000;
      const store = await setup.reopen();
      const [first, second] = ['TASK-2026-02-09-001', 'TASK-2026-02-09-002'];
      expect((await store.survey({ now: 0, perRoute: 5 })).claimable).toEqual([]);
      const acting = { actor: 'operator', now: setup.clock.now() };
      await store.change([first], (lookup) => planMove(lookup, first, { to: 'review', ...acting }));
      await store.change([first], (lookup) => planMove(lookup, first, { to: 'done', ...acting }));
      const { claimable } = await store.survey({ now: setup.clock.now(), perRoute: 5 });
      expect(claimable.map(({ task }) => task.id)).toEqual([second]);
      expect(
        await store.preview([], (lookup) => ({ result: [lookup.wasSeen('a-key'), lookup.freeId('2026-02-09')] })),
      ).toEqual([true, 'TASK-2026-02-09-010']);
      const events = (await collect(store.transfer.read())).flatMap((piece) =>
        piece.kind === 'event' ? [piece.event] : [],
      );
      const old = pieces.flatMap((piece) => (piece.kind === 'event' ? [piece.event] : []));
      expect(events.slice(0, old.length)).toEqual(old);
      expect(events.length).toBeGreaterThan(old.length);
      expect(events.map(({ id }) => id)).toEqual(events.map(({ id }) => id).toSorted());
      expect((await store.readArtifact(first, 'outputs/picture.bin'))?.equals(BYTES)).toBe(true);
    },
  );

  verifies('TSK-012', `${name}: a run that another one follows is kept, however the other one came`, async () => {
    const { store, clock } = await setUp();
    const uid = '01J00000000000000000000009';
    const acting = { actor: 'ada', now: clock.now() };
    const { task } = await store.change([], (lookup) => planNewTask(lookup, { title: 'one', uid }, acting));
    const terms = (runId: string) => ({ agent: 'ada', runId, ttlMs: 60_000, ...acting });
    const claim = async (runId: string) =>
      await store.change([task.id], (lookup) => planClaim(getEntry(lookup, task.id), terms(runId)));
    const letGo = async () =>
      await store.change([task.id], (lookup) => planMove(lookup, task.id, { to: 'ready', ...acting }));
    await claim('run-1');
    await letGo();
    await (store.claimFirst?.(terms('run-2'), () => true) ?? claim('run-2'));
    await letGo();
    await claim('run-3');
    const [piece] = await collect(store.transfer.read());
    const runs = piece?.kind === 'task' ? piece.earlier.map(({ run: { runId, attempt } }) => [runId, attempt]) : [];
    expect(runs).toEqual([
      ['run-1', 1],
      ['run-2', 2],
    ]);
  });
}

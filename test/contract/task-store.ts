import { expect, onTestFinished, test } from 'vitest';
import type { Clock, TaskFilter, TaskStore } from '../../src/kernel/ports/index.ts';
import { matchesFilter } from '../../src/kernel/task-filter.ts';
import { isFinished, TASK_STATUSES, type TaskEntry } from '../../src/kernel/tasks.ts';
import { getEntry, planClaim, planMove, planNewTask, TaskEdit, type NewTask } from '../../src/protocols/tasks/index.ts';
import { codeOf } from '../support/code-of.ts';
import { verifies } from '../support/verifies.ts';

export interface StoreSetup {
  readonly store: TaskStore;
  readonly clock: Clock & { time: number };
  /** The same data, as another process would open it; the same store where there are no other processes. */
  reopen(): Promise<TaskStore>;
}

const START = Date.parse('2026-02-09T21:00:00.000Z');

/** A clock that stands still until a test moves it. */
export function createTestClock(): StoreSetup['clock'] {
  const clock = { time: START, now: () => clock.time };
  return clock;
}

/** What every store of tasks must do: run once per implementation. */
export function describeTaskStore(name: string, open: () => Promise<StoreSetup>): void {
  const uids = createUids();

  async function setUp(): Promise<StoreSetup> {
    const setup = await open();
    const closeAtEnd = (store: TaskStore): TaskStore => {
      onTestFinished(() => store.close());
      return store;
    };
    return { ...setup, store: closeAtEnd(setup.store), reopen: async () => closeAtEnd(await setup.reopen()) };
  }

  async function create(setup: StoreSetup, title: string, more: Partial<NewTask> = {}): Promise<TaskEntry> {
    const acting = { actor: 'operator', now: setup.clock.now() };
    return await setup.store.change([], (lookup) => planNewTask(lookup, { title, uid: uids(), ...more }, acting));
  }

  async function claim(setup: StoreSetup, id: string, agent = 'ada', runId = 'run-1'): Promise<TaskEntry> {
    const request = { agent, actor: agent, runId, now: setup.clock.now(), ttlMs: 60_000 };
    return await setup.store.change([id], (lookup) => planClaim(getEntry(lookup, id), request));
  }

  async function move(setup: StoreSetup, id: string, to: TaskEntry['task']['status'], ids = [id]): Promise<TaskEntry> {
    return await setup.store.change(ids, (lookup) =>
      planMove(lookup, id, { to, actor: 'operator', now: setup.clock.now() }),
    );
  }

  async function eventTypes(store: TaskStore, after?: string): Promise<string[]> {
    const types: string[] = [];
    for await (const event of store.readEvents(after)) types.push(event.type);
    return types;
  }

  verifies('TSK-002', `${name}: ids are dated and counted, and a number is never given twice`, async () => {
    const setup = await setUp();
    const first = await create(setup, 'one');
    const second = await create(setup, 'two');
    await move(setup, first.task.id, 'cancelled');
    const store = await setup.reopen();
    const third = await store.change([], (lookup) =>
      planNewTask(lookup, { title: 'three', uid: uids() }, { actor: 'operator', now: START }),
    );
    expect([first, second, third].map(({ task }) => task.id)).toEqual([
      'TASK-2026-02-09-001',
      'TASK-2026-02-09-002',
      'TASK-2026-02-09-003',
    ]);
  });

  verifies('TSK-001', `${name}: new tasks are ready, and what is created is found again with its text`, async () => {
    const setup = await setUp();
    const made = await create(setup, 'Write it', { body: 'All of it.', routing: { agent: 'ada' } });
    const store = await setup.reopen();
    expect((await store.find(made.task.id))?.task).toEqual({
      schemaVersion: 1,
      id: 'TASK-2026-02-09-001',
      uid: made.task.uid,
      title: 'Write it',
      status: 'ready',
      priority: 'normal',
      routing: { agent: 'ada', tags: [] },
      createdAt: '2026-02-09T21:00:00.000Z',
      updatedAt: '2026-02-09T21:00:00.000Z',
      lastTransitionAt: '2026-02-09T21:00:00.000Z',
      createdBy: 'operator',
      dependsOn: [],
      rev: 1,
      metadata: {},
    });
    expect(await store.readBody(made.task.id)).toBe('\nAll of it.\n');
    expect(await store.find('TASK-2026-02-09-777')).toBeUndefined();
    expect(await codeOf(store.readBody('TASK-2026-02-09-777'))).toBe('TASK_NOT_FOUND');
  });

  verifies('TSK-010', `${name}: a change is stored whole with its events, or not at all`, async () => {
    const setup = await setUp();
    const { task } = await create(setup, 'one');
    const failing = setup.store.change([task.id], (lookup) => {
      const change = planMove(lookup, task.id, { to: 'blocked', actor: 'x', now: START });
      expect(change.puts?.length).toBe(1);
      throw new TypeError('it went wrong after the decision');
    });
    await expect(failing).rejects.toThrow('it went wrong');
    const store = await setup.reopen();
    expect((await store.find(task.id))?.task.status).toBe('ready');
    expect(await eventTypes(store)).toEqual(['task.created']);
  });

  verifies('TSK-010', `${name}: moving to where it is already changes nothing and says nothing`, async () => {
    const setup = await setUp();
    const { task } = await create(setup, 'one');
    await move(setup, task.id, 'blocked');
    const before = await setup.store.find(task.id);
    await move(setup, task.id, 'blocked');
    expect(await setup.store.find(task.id)).toEqual(before);
    expect(await eventTypes(setup.store)).toEqual(['task.created', 'task.transitioned', 'task.blocked']);
  });

  verifies('TSK-011', `${name}: of many claims one wins, and each lease has a larger fence`, async () => {
    const setup = await setUp();
    const { task } = await create(setup, 'one');
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, i) => codeOf(claim(setup, task.id, `agent-${i}`, `run-${i}`))),
    );
    expect(tries.filter((code) => code === 'ok')).toHaveLength(1);
    expect(new Set(tries)).toEqual(new Set(['ok', 'LEASE_HELD']));
    await move(setup, task.id, 'ready');
    const again = await claim(setup, task.id, 'bob', 'run-99');
    expect(again.task.lease).toMatchObject({ agent: 'bob', runId: 'run-99', fence: 2 });
    expect(again.run?.attempt).toBe(2);
  });

  verifies('TSK-051', `${name}: what can be claimed comes by priority, then age, then id`, async () => {
    const setup = await setUp();
    await create(setup, 'normal, old');
    setup.clock.time += 1_000;
    await create(setup, 'low', { priority: 'low' });
    await create(setup, 'high', { priority: 'high' });
    await create(setup, 'normal, young');
    await create(setup, 'critical for bob', { priority: 'critical', routing: { agent: 'bob' } });
    const { claimable } = await setup.store.survey({ now: setup.clock.now(), perRoute: 10 });
    const wanted = ['critical for bob', 'high', 'normal, old', 'normal, young', 'low'];
    expect(claimable.map(({ task }) => task.title)).toEqual(wanted);
    const seen = await setup.store.preview([], (lookup) => ({
      result: [...lookup.claimable(() => true)].map(({ task }) => task.title),
    }));
    expect(seen).toEqual(wanted);
  });

  verifies(
    'TSK-051',
    `${name}: a task waits for its dependencies, and those that ended badly are pointed out`,
    async () => {
      const setup = await setUp();
      const one = await create(setup, 'one');
      const two = await create(setup, 'two', { dependsOn: [one.task.id] });
      const survey = async () => await setup.store.survey({ now: setup.clock.now(), perRoute: 10 });
      expect((await survey()).claimable.map(({ task }) => task.id)).toEqual([one.task.id]);
      await move(setup, one.task.id, 'cancelled');
      const { troubled, claimable } = await survey();
      expect(claimable).toEqual([]);
      expect(troubled.map(({ entry, ended }) => [entry.task.id, ended])).toEqual([
        [two.task.id, [{ id: one.task.id, status: 'cancelled' }]],
      ]);
    },
  );

  verifies('TSK-051', `${name}: a task that waits for two is free when both end at the same moment`, async () => {
    const setup = await setUp();
    const other = await setup.reopen();
    const waiting: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      const both = [await create(setup, 'one'), await create(setup, 'two')].map(({ task }) => task.id);
      const end = async (store: TaskStore, id: string) =>
        await store.change([id], (lookup) =>
          new TaskEdit(getEntry(lookup, id), { actor: 'x', now: setup.clock.now() })
            .move('in-progress')
            .move('review')
            .move('done')
            .toChange(null),
        );
      const { task } = await create(setup, 'three', { dependsOn: both });
      waiting.push(task.id);
      await Promise.all([end(setup.store, both[0] ?? ''), end(other, both[1] ?? '')]);
    }
    const { claimable } = await setup.store.survey({ now: setup.clock.now(), perRoute: 100 });
    expect(claimable.map(({ task }) => task.id)).toEqual(waiting);
  });

  verifies('TSK-051', `${name}: a task may ask for any number of tags`, async () => {
    const setup = await setUp();
    const tags = Array.from({ length: 150 }, (_, i) => `a-tag-with-a-rather-long-name-${i}`);
    const { task } = await create(setup, 'picky', { routing: { tags } });
    const { claimable } = await setup.store.survey({ now: setup.clock.now(), perRoute: 10 });
    expect(claimable.map((entry) => [entry.task.id, entry.task.routing.tags.length])).toEqual([[task.id, 150]]);
  });

  verifies('TSK-033', `${name}: a blocked task with a time comes up at that time, not before`, async () => {
    const setup = await setUp();
    const { task } = await create(setup, 'one');
    await setup.store.change([task.id], (lookup) => {
      const edit = new TaskEdit(getEntry(lookup, task.id), { actor: 'x', now: START });
      const retryAt = '2026-02-09T21:01:00.000Z';
      return edit.move('blocked', { block: { kind: 'spawn', reason: 'busy', retryAt } }).toChange(null);
    });
    const due = async (now: number) => (await setup.store.survey({ now, perRoute: 10 })).unblockable.length;
    expect([await due(START + 59_999), await due(START + 60_000)]).toEqual([0, 1]);
  });

  verifies('TSK-023', `${name}: keys of messages that were applied are known, also after reopening`, async () => {
    const setup = await setUp();
    await setup.store.change([], () => ({ seen: ['abc'], events: [], result: null }));
    const store = await setup.reopen();
    expect(await store.preview([], (lookup) => ({ result: [lookup.wasSeen('abc'), lookup.wasSeen('abd')] }))).toEqual([
      true,
      false,
    ]);
  });

  verifies(
    'TSK-070',
    `${name}: events have growing ids, also when the clock goes back, and can be read from any point`,
    async () => {
      const setup = await setUp();
      await create(setup, 'one');
      setup.clock.time -= 3_600_000;
      const { task } = await create(setup, 'two');
      await move(setup, task.id, 'cancelled');
      const events = [];
      for await (const event of setup.store.readEvents()) events.push(event);
      expect(events.map(({ type }) => type)).toEqual(['task.created', 'task.created', 'task.transitioned']);
      expect(events.map(({ id }) => id)).toEqual(events.map(({ id }) => id).toSorted());
      expect(new Set(events.map(({ id }) => id)).size).toBe(3);
      expect(await eventTypes(setup.store, events[1]?.id)).toEqual(['task.transitioned']);
      expect(events[2]).toEqual({
        id: events[2]?.id,
        type: 'task.transitioned',
        timestamp: '2026-02-09T20:00:00.000Z',
        actor: 'operator',
        taskId: task.id,
        payload: { from: 'ready', to: 'cancelled' },
      });
    },
  );

  verifies('TSK-070', `${name}: the newest event is found without reading the others`, async () => {
    const setup = await setUp();
    expect(await setup.store.findLastEventId()).toBeUndefined();
    const last = async (store: TaskStore): Promise<string | undefined> => {
      let id: string | undefined;
      for await (const event of store.readEvents()) ({ id } = event);
      return id;
    };
    for (const title of ['one', 'two']) {
      await create(setup, title);
      setup.clock.time += 86_400_000;
      const id = await setup.store.findLastEventId();
      expect([id, id !== undefined]).toEqual([await last(setup.store), true]);
    }
    const store = await setup.reopen();
    expect(await store.findLastEventId()).toBe(await last(store));
  });

  test(`${name}: what names and connects tasks is known of finished ones too`, async () => {
    const setup = await setUp();
    const imported = { from: 'a tool', id: 'A:1 %', at: '2026-01-01T00:00:00.000Z', base: 'x' };
    const live = await create(setup, 'live', { metadata: { traceId: 'a trace/1' } });
    const done = await create(setup, 'finished', { parentId: live.task.id, metadata: { imported, traceId: 'ü 2' } });
    const plain = await create(setup, 'neither');
    await move(setup, done.task.id, 'cancelled', [done.task.id, live.task.id]);
    await move(setup, plain.task.id, 'cancelled');
    const links = await (await setup.reopen()).listLinks();
    expect(links.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: live.task.id, status: 'ready', traceId: 'a trace/1' },
      {
        id: done.task.id,
        status: 'cancelled',
        traceId: 'ü 2',
        parentId: live.task.id,
        imported: { from: 'a tool', id: 'A:1 %' },
      },
      { id: plain.task.id, status: 'cancelled' },
    ]);
  });

  verifies('TSK-072', `${name}: the tasks of a trace are found, with all that was handed on from them`, async () => {
    const setup = await setUp();
    const traced = await create(setup, 'traced', { metadata: { traceId: 'trace-1' } });
    const child = await create(setup, 'its child', { parentId: traced.task.id });
    const grandchild = await create(setup, 'finished', { parentId: child.task.id });
    const claimed = await create(setup, 'claimed', { metadata: { traceId: 'trace-1' } });
    const told = await create(setup, 'told of', { metadata: { traceId: 'trace-2' } });
    await create(setup, 'names it in passing: "trace-1"', { body: '{"traceId":"trace-1"}' });
    await claim(setup, claimed.task.id);
    await move(setup, grandchild.task.id, 'cancelled', [grandchild.task.id, child.task.id]);
    await setup.store.change([], () => ({
      events: [{ type: 'x.y', actor: 'x', taskId: told.task.id, payload: { traceId: 'trace-1', odd: '\u0000' } }],
      result: null,
    }));
    const store = await setup.reopen();
    const ids = (entries: readonly TaskEntry[]): string[] => entries.map(({ task }) => task.id).sort();
    expect([...(await store.findTraced('trace-1'))].sort()).toEqual(ids([traced, child, grandchild, claimed, told]));
    expect([...(await store.findTraced(child.task.id))].sort()).toEqual(ids([child, grandchild]));
    expect(await store.findTraced('trace-3')).toEqual([]);
  });

  verifies(
    'TSK-070',
    `${name}: the events of one task are read apart from those of others, from any point`,
    async () => {
      const setup = await setUp();
      const one = await create(setup, 'one');
      const two = await create(setup, 'two');
      await move(setup, one.task.id, 'blocked');
      await move(setup, two.task.id, 'cancelled');
      await move(setup, one.task.id, 'ready');
      await setup.store.change([], () => ({ events: [{ type: 'x.y', actor: 'x', payload: {} }], result: null }));
      const about = async (store: TaskStore, taskIds: readonly string[], after?: string) => {
        const found = [];
        for await (const event of store.readEvents(after, { taskIds })) found.push(event);
        return found;
      };
      const store = await setup.reopen();
      const mine = await about(store, [one.task.id]);
      expect(mine.map(({ type, taskId }) => [type, taskId])).toEqual(
        ['task.created', 'task.transitioned', 'task.blocked', 'task.transitioned'].map((type) => [type, one.task.id]),
      );
      expect(await about(store, [one.task.id], mine[1]?.id)).toEqual(mine.slice(2));
      expect(await about(store, [one.task.id], mine.at(-1)?.id)).toEqual([]);
      expect((await about(store, [two.task.id], mine[0]?.id)).map(({ type }) => type)).toEqual([
        'task.created',
        'task.transitioned',
      ]);
      expect(await about(store, ['TASK-2026-02-09-777'])).toEqual([]);
      expect(await about(store, [])).toEqual([]);
      const both = await about(store, [two.task.id, one.task.id], mine[0]?.id);
      expect(both.map(({ id }) => id)).toEqual(both.map(({ id }) => id).sort());
      expect(both.map(({ taskId, type }) => [taskId, type])).toEqual([
        [two.task.id, 'task.created'],
        [one.task.id, 'task.transitioned'],
        [one.task.id, 'task.blocked'],
        [two.task.id, 'task.transitioned'],
        [one.task.id, 'task.transitioned'],
      ]);
    },
  );

  verifies('TSK-012', `${name}: artifacts and runs belong to their task wherever it goes`, async () => {
    const setup = await setUp();
    const { task } = await create(setup, 'one');
    await claim(setup, task.id);
    await setup.store.change([task.id], () => ({
      artifacts: [{ taskId: task.id, path: 'outputs/summary.md', content: 'Done.\n' }],
      result: null,
    }));
    await move(setup, task.id, 'review');
    await move(setup, task.id, 'done');
    const store = await setup.reopen();
    expect(await store.listArtifacts(task.id)).toEqual(['outputs/summary.md']);
    expect((await store.readArtifact(task.id, 'outputs/summary.md'))?.toString()).toBe('Done.\n');
    const entry = await store.find(task.id);
    expect(entry?.run).toMatchObject({ runId: 'run-1', agentId: 'ada', attempt: 1, status: 'failed' });
    expect(entry?.task.lease).toBeUndefined();
  });

  verifies('TSK-003', `${name}: finished tasks are listed only on request`, async () => {
    const setup = await setUp();
    const one = await create(setup, 'one');
    await create(setup, 'two');
    await move(setup, one.task.id, 'cancelled');
    const titles = async (filter: Parameters<TaskStore['list']>[0]) =>
      (await setup.store.list(filter)).map(({ title }) => title);
    expect(await titles({})).toEqual(['two']);
    expect(await titles({ statuses: ['cancelled', 'ready'] })).toEqual(['one', 'two']);
    expect(await titles({ statuses: ['cancelled', 'ready'], after: one.task.id })).toEqual(['two']);
    expect(await titles({ statuses: ['cancelled', 'ready'], limit: 1 })).toEqual(['one']);
    expect(await setup.store.count()).toMatchObject({ ready: 1, cancelled: 1, done: 0 });
  });

  /** One task per combination that a filter can tell apart, live and finished. */
  async function fillForFilters(setup: StoreSetup): Promise<void> {
    const parent = await create(setup, 'parent');
    for (const agent of ['ada', 'bob'])
      for (const parentId of [undefined, parent.task.id])
        for (const to of ['ready', 'blocked', 'cancelled', 'done'] as const) {
          const more = { routing: { agent }, ...(parentId === undefined ? {} : { parentId }) };
          const { task } = await create(setup, `${agent} ${to}`, more);
          const ids = parentId === undefined ? [task.id] : [task.id, parentId];
          if (to === 'done') {
            await setup.store.change([task.id], (lookup) =>
              new TaskEdit(getEntry(lookup, task.id), { actor: 'operator', now: setup.clock.now() })
                .move('in-progress')
                .move('review')
                .move('done')
                .toChange(null),
            );
          } else if (to !== 'ready') await move(setup, task.id, to, ids);
        }
    await claim(setup, (await create(setup, 'held by ada')).task.id, 'ada', 'run-1');
  }

  const FILTERS: readonly TaskFilter[] = [
    {},
    ...[undefined, 'ada', 'nobody'].flatMap((agent) =>
      [undefined, 'TASK-2026-02-09-001', 'TASK-2026-02-09-999'].flatMap((parentId) =>
        [undefined, 'TASK-2026-02-09-009'].flatMap((after) =>
          [undefined, TASK_STATUSES, ['done'], ['ready', 'cancelled']].flatMap((statuses) =>
            [undefined, 3].map((limit) =>
              Object.fromEntries(
                Object.entries({ agent, parentId, after, statuses, limit }).filter(([, value]) => value !== undefined),
              ),
            ),
          ),
        ),
      ),
    ),
  ];

  verifies(
    'TSK-001',
    `${name}: every filter means what the one predicate says, for live and finished tasks`,
    async () => {
      const setup = await setUp();
      await fillForFilters(setup);
      const store = await setup.reopen();
      const all = await store.list({ statuses: TASK_STATUSES });
      expect(all).toHaveLength(18);
      for (const filter of FILTERS) {
        const wanted = all.filter((task) => matchesFilter(task, filter)).map(({ id }) => id);
        const { limit = wanted.length } = filter;
        expect({ filter, ids: (await store.list(filter)).map(({ id }) => id) }).toEqual({
          filter,
          ids: wanted.slice(0, limit),
        });
        const live = all.filter((task) => !isFinished(task.status) && matchesFilter(task, filter)).map(({ id }) => id);
        const entries = (await store.listEntries(filter)).map(({ task }) => task.id);
        expect({ filter, entries }).toEqual({ filter, entries: live.slice(0, filter.limit ?? live.length) });
      }
    },
  );

  verifies('TSK-090', `${name}: an id that is reserved is given to nobody else, also after a restart`, async () => {
    const setup = await setUp();
    const reserved = await setup.store.change([], (lookup) => {
      const id = lookup.freeId('2026-02-09');
      return { reserved: [id], result: id };
    });
    const next = await create(setup, 'another');
    const store = await setup.reopen();
    const later = await store.change([], (lookup) =>
      planNewTask(lookup, { title: 'later', uid: uids() }, { actor: 'operator', now: START }),
    );
    expect([reserved, next.task.id, later.task.id]).toEqual([
      'TASK-2026-02-09-001',
      'TASK-2026-02-09-002',
      'TASK-2026-02-09-003',
    ]);
    const mine = await store.change([], (lookup) =>
      planNewTask(lookup, { title: 'mine', uid: uids(), id: reserved }, { actor: 'operator', now: START }),
    );
    expect(mine.task.id).toBe(reserved);
  });

  verifies(
    'TSK-092',
    `${name}: a task whose last program is not known to be gone cannot be claimed, by id or in order`,
    async () => {
      const setup = await setUp();
      const { task } = await create(setup, 'one');
      const request = { agent: 'ada', actor: 'ada', runId: 'run-1', now: START, ttlMs: 60_000, machine: 'here' };
      await setup.store.change([task.id], (lookup) => planClaim(getEntry(lookup, task.id), request));
      await move(setup, task.id, 'ready');
      expect(await codeOf(claim(setup, task.id, 'bob', 'run-2'))).toBe('TASK_NOT_CLAIMABLE');
      const survey = await setup.store.survey({ now: START, perRoute: 10 });
      expect([survey.claimable, survey.parked]).toEqual([[], []]);
      await setup.store.change([task.id], (lookup) => {
        const entry = getEntry(lookup, task.id);
        const exit = { at: '2026-02-09T21:00:00.000Z', code: 0, signal: null, how: 'exit code 0' };
        const run = entry.run === undefined ? {} : { run: { ...entry.run, exit } };
        return new TaskEdit(entry, { actor: 'scheduler', now: START }).setRun(run).toChange(null);
      });
      const again = await claim(setup, task.id, 'bob', 'run-2');
      expect(again.run?.earlier).toMatchObject([{ runId: 'run-1', how: 'exit code 0', endedBy: { by: 'operator' } }]);
    },
  );
}

function createUids(): () => string {
  let count = 0;
  return () => `01J0000000000000000000${String(++count).padStart(4, '0')}`;
}

import { expect } from 'vitest';
import type { PlaneEvent, TaskEntry, TaskRecord, TaskStatus } from '../../../src/kernel/tasks.ts';
import { sealLine, type TaskLine } from '../../../src/stores/fs/tasks/task-line.ts';
import { planSnapshot, TaskView } from '../../../src/stores/fs/tasks/task-view.ts';
import { findTraced, TaskIndex } from '../../../src/stores/task-index/index.ts';
import { composeTask } from '../../support/compose-task.ts';
import { verifies } from '../../support/verifies.ts';

const idOf = (n: number): string => `TASK-2026-02-09-00${n}`;
const entry = (n: number, status: TaskStatus): TaskEntry => ({ task: composeTask({ id: idOf(n), status }) });

/** A snapshot in which the first task is ready and the second is done, not read yet. */
function openIndex(): TaskIndex {
  const index = new TaskIndex();
  index.restoreLater({
    isLive: true,
    has: (id) => id === idOf(1) || id === idOf(2),
    hasChildOf: () => false,
    hasTrace: () => false,
    restore: () => {
      index.restoreLive(entry(1, 'ready'), 'old');
      index.restoreFinished(idOf(2), 'done 1 old   ');
    },
  });
  return index;
}

const statuses = (index: TaskIndex): object => {
  const live = [...index.allLive()].map(({ entry: { task } }) => [task.id, task.status]);
  return Object.fromEntries([...live, ...[...index.allFinished()].map(([id, text]) => [id, text.split(' ')[0]])]);
};

verifies('TSK-080', 'a change counts, although the snapshot it follows is read after it', () => {
  const index = openIndex();
  index.put(entry(1, 'done'), 'new');
  index.put(entry(2, 'ready'), 'new');
  expect(statuses(index)).toEqual({ [idOf(1)]: 'done', [idOf(2)]: 'ready' });
  expect([index.shaOf(idOf(1)), index.shaOf(idOf(2))]).toEqual(['new', 'new']);
  expect([...index.claimable()].map(({ task }) => task.id)).toEqual([idOf(2)]);
  expect(index.count()).toMatchObject({ ready: 1, done: 1 });
});

verifies('TSK-080', 'what was removed stays removed, although the snapshot that has it is read after that', () => {
  const index = openIndex();
  index.remove(idOf(1));
  index.remove(idOf(2));
  expect([index.find(idOf(1)), index.statusOf(idOf(2)), statuses(index)]).toEqual([undefined, undefined, {}]);
});

verifies('TSK-080', 'without a change, what the snapshot says is found', () => {
  expect(openIndex().statusOf(idOf(2))).toBe('done');
  expect(statuses(openIndex())).toEqual({ [idOf(1)]: 'ready', [idOf(2)]: 'done' });
});

/** Which parts of a snapshot were read: one with a live task that waits for what may be in the other, and that other one. */
function openParts(dependsOn: readonly string[]): { readonly index: TaskIndex; readonly read: string[] } {
  const index = new TaskIndex();
  const read: string[] = [];
  index.restoreLater({
    isLive: false,
    has: (id) => id === idOf(2),
    hasChildOf: () => false,
    hasTrace: () => false,
    restore: () => {
      read.push('finished');
      index.restoreFinished(idOf(2), 'done 1 old   ');
    },
  });
  index.restoreLater({
    isLive: true,
    has: (id) => id === idOf(1),
    hasChildOf: () => false,
    hasTrace: () => false,
    restore: () => {
      read.push('live');
      index.restoreLive({ task: composeTask({ id: idOf(1), status: 'ready', dependsOn }) }, 'old');
    },
  });
  return { index, read };
}

const claimable = (index: TaskIndex): readonly string[] => [...index.claimable()].map(({ task }) => task.id);

verifies('TSK-080', 'who asks for live tasks reads finished ones only if a live one waits for them', () => {
  const alone = openParts([]);
  expect([claimable(alone.index), alone.index.list({}).live.length, alone.read]).toEqual([[idOf(1)], 1, ['live']]);
  const waiting = openParts([idOf(2)]);
  expect([claimable(waiting.index), waiting.read]).toEqual([[idOf(1)], ['live', 'finished']]);
  expect(openParts([]).index.count()).toMatchObject({ ready: 1, done: 1 });
});

verifies('TSK-080', 'after a few ids that nobody knows everything is read, and is the same', () => {
  const { index, read } = openParts([]);
  for (let n = 100; n < 200; n++) expect(index.statusOf(`TASK-2026-02-09-${n}`)).toBeUndefined();
  expect(read.toSorted()).toEqual(['finished', 'live']);
  expect(statuses(index)).toEqual({ [idOf(1)]: 'ready', [idOf(2)]: 'done' });
});

/** A view of a snapshot with one part of finished tasks and one of live ones. */
function openSnapshot(finished: Extract<TaskLine, { kind: 'finished' }>, live: readonly TaskRecord[]): TaskView {
  const view = new TaskView();
  const tasks = live.map((task) => ({ entry: { task }, sha: 'sha' }));
  const lines: TaskLine[] = [
    { kind: 'snapshot', generation: 1, lastNumbers: {}, broken: {} },
    finished,
    { kind: 'live', tasks },
  ];
  lines.map(sealLine).forEach((text, n) => view.apply({ text, position: n, end: n + 1 }));
  return view;
}

async function* noEvents(): AsyncGenerator<PlaneEvent> {}

async function traced(
  view: TaskView,
  traceId: string,
): Promise<{ ids: readonly string[]; asked: string[]; known: number }> {
  const asked: string[] = [];
  let known = 0;
  const read = (id: string): TaskRecord => {
    asked.push(id);
    return composeTask({ id, status: 'done', metadata: { traceId: 'in the file' } });
  };
  const ask = (found: ReadonlySet<string>) => {
    const links = view.index.links(read, { traceId, found });
    known = links.length;
    return links;
  };
  return { ids: await findTraced(traceId, ask, noEvents()), asked: [...new Set(asked)], known };
}

const row = (n: number, ...links: readonly string[]): string => `${idOf(n)} done 3 sha${links.join(' ')}`;

verifies(
  'TSK-072',
  'the tasks of a trace are found in a snapshot of which only the parts around it are read',
  async () => {
    const text = [row(1, ' a%20trace', '', ''), row(2, ' ', idOf(1), ''), row(3, ' ', '', '')].join('\n');
    const live = [composeTask({ id: idOf(4), parentId: idOf(2) }), composeTask({ id: idOf(5) })];
    const open = (): TaskView => openSnapshot({ kind: 'finished', linked: true, text }, live);
    expect(await traced(open(), 'a trace')).toEqual({ ids: [1, 2, 4].map(idOf), asked: [], known: 5 });
    expect(await traced(open(), idOf(2))).toEqual({ ids: [2, 4].map(idOf), asked: [], known: 5 });
    expect(await traced(open(), idOf(5))).toEqual({ ids: [idOf(5)], asked: [], known: 2 });
    expect(await traced(open(), 'none')).toEqual({ ids: [], asked: [], known: 0 });
    expect(await traced(open(), 'half \uD800')).toEqual({ ids: [], asked: [], known: 0 });
  },
);

verifies('TSK-072', 'of a task that an older Baton finished the file says its trace', async () => {
  const text = [`${idOf(1)} done 3 sha`, row(2, ' ', '', '')].join('\n');
  const { ids, asked } = await traced(openSnapshot({ kind: 'finished', linked: false, text }, []), 'in the file');
  expect([ids, asked]).toEqual([[idOf(1)], [idOf(1)]]);
  expect(planSnapshot(openSnapshot({ kind: 'finished', linked: false, text }, []), undefined)[1]).toMatchObject({
    kind: 'finished',
    linked: false,
  });
});

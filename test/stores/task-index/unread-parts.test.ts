import { expect } from 'vitest';
import type { TaskEntry, TaskStatus } from '../../../src/kernel/tasks.ts';
import { TaskIndex } from '../../../src/stores/task-index/index.ts';
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
    restore: () => {
      read.push('finished');
      index.restoreFinished(idOf(2), 'done 1 old   ');
    },
  });
  index.restoreLater({
    isLive: true,
    has: (id) => id === idOf(1),
    hasChildOf: () => false,
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

import { expect, onTestFinished } from 'vitest';
import { planMove, planNewTask } from '../../../../src/protocols/tasks/index.ts';
import { createTestClock } from '../../../contract/task-store.ts';
import { diskWith } from '../../../support/disk-with.ts';
import { createMemoryDisk } from '../../../support/memory-disk.ts';
import { createMemoryPlane } from '../../../support/task-stores.ts';
import { verifies } from '../../../support/verifies.ts';

const ID = 'TASK-2026-02-09-001';

verifies(
  ['SUR-002', 'TSK-010'],
  'a task that was just finished is answered as its file tells it, also if that was edited since',
  async () => {
    const clock = createTestClock();
    const acting = { actor: 'ada', now: clock.now() };
    let isEdited = false;
    const memory = createMemoryDisk();
    const disk = diskWith(memory, {
      readNow: (path) => {
        const bytes = memory.readNow(path);
        if (bytes === undefined || !isEdited || !path.endsWith(`cancelled/${ID}.md`)) return bytes;
        return Buffer.from(bytes.toString('utf8').replace('title: Build it', 'title: Build that'));
      },
    });
    const plane = createMemoryPlane(clock, disk);
    const store = await plane.open('a');
    onTestFinished(() => store.close());
    const uid = '01J00000000000000000000001';
    await store.change([], (lookup) => planNewTask(lookup, { title: 'Build it', uid, body: 'Text.' }, acting));
    await store.change([ID], (lookup) => planMove(lookup, ID, { ...acting, to: 'cancelled' }));
    const other = await plane.open('b');
    onTestFinished(() => other.close());
    expect(await store.find(ID)).toEqual(await other.find(ID));
    isEdited = true;
    expect((await store.find(ID))?.task.title).toBe('Build that');
  },
);

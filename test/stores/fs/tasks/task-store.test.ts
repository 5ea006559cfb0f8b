import { createTestClock, describeTaskStore } from '../../../contract/task-store.ts';
import { describeTaskTransfer } from '../../../contract/task-transfer.ts';
import { createMemoryPlane } from '../../../support/task-stores.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { nodeDisk } from '../../../../src/stores/fs/index.ts';
import { createProcesses } from '../../../../src/stores/process/index.ts';

for (const describe of [describeTaskStore, describeTaskTransfer])
  describe('files', async () => {
    const clock = createTestClock();
    const folder = await tempFolder();
    const plane = createMemoryPlane(clock, nodeDisk);
    const more = { dataDir: folder, processes: createProcesses() };
    return { store: await plane.open('a', more), clock, reopen: async () => await plane.open('b', more) };
  });

for (const describe of [describeTaskStore, describeTaskTransfer])
  describe('files, compacted all the time', async () => {
    const clock = createTestClock();
    const plane = createMemoryPlane(clock);
    return {
      store: await plane.open('a', { compactBytes: 1 }),
      clock,
      reopen: async () => await plane.open('b', { compactBytes: 1 }),
    };
  });

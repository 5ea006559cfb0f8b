import { taskCodec } from '../../../src/protocols/tasks/index.ts';
import { createMemoryTaskStore } from '../../support/memory-store/index.ts';
import { createTestClock, describeTaskStore } from '../../contract/task-store.ts';
import { describeTaskTransfer } from '../../contract/task-transfer.ts';
import { createSeededRandom } from '../../support/task-stores.ts';

for (const describe of [describeTaskStore, describeTaskTransfer])
  describe('memory', async () => {
    const clock = createTestClock();
    const store = createMemoryTaskStore({ clock, random: createSeededRandom(1), codec: taskCodec });
    return { store, clock, reopen: async () => store };
  });

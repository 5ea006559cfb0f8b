import { createTestClock, describeTaskStore } from '../../contract/task-store.ts';
import { describeTaskTransfer } from '../../contract/task-transfer.ts';
import { freshSchema, useServer } from '../../support/postgres/shared-server.ts';
import { openTestStore } from '../../support/postgres/test-store.ts';

const server = useServer();

for (const describe of [describeTaskStore, describeTaskTransfer])
  describe('PostgreSQL', async () => {
    const clock = createTestClock();
    const schema = freshSchema();
    const open = () => openTestStore(server.url, schema, { clock });
    return { store: await open(), clock, reopen: open };
  });

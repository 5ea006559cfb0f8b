import { createTestClock, describeTaskStore } from '../../contract/task-store.ts';
import { freshSchema, useServer } from '../../support/postgres/shared-server.ts';
import { openTestStore } from '../../support/postgres/test-store.ts';

const server = useServer();

describeTaskStore('PostgreSQL', async () => {
  const clock = createTestClock();
  const schema = freshSchema();
  const open = () => openTestStore(server.url, schema, { clock });
  return { store: await open(), clock, reopen: open };
});

import { createTestClock, describeTaskStore } from '../../contract/task-store.ts';
import { freshSchema, openTestStore, useServer } from '../../support/postgres/shared-server.ts';

const server = useServer();

describeTaskStore('PostgreSQL', async () => {
  const clock = createTestClock();
  const schema = freshSchema();
  const open = () => openTestStore(server.url, schema, { clock });
  return { store: await open(), clock, reopen: open };
});

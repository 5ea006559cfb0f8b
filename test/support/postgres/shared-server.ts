import { afterAll, beforeAll } from 'vitest';
import { taskCodec } from '../../../src/protocols/tasks/index.ts';
import type { TaskStore } from '../../../src/kernel/index.ts';
import { openPostgresTaskStore, type PostgresTaskStoreDeps } from '../../../src/stores/postgres/index.ts';
import { systemClock, systemRandom, systemTimers } from '../../../src/stores/system/index.ts';
import { startPostgres, type TestPostgres } from './server.ts';

/** The server of a test file: the one in BATON_TEST_PG, else one of its own that ends with the file. */
export function useServer(): { readonly url: string } {
  const given = process.env['BATON_TEST_PG'];
  let server: TestPostgres | undefined;
  beforeAll(async () => {
    if (given === undefined) server = await startPostgres();
  }, 60_000);
  afterAll(async () => {
    await server?.remove();
  });
  return {
    get url() {
      if (given !== undefined) return given;
      if (server === undefined) throw new Error('the server is not started yet');
      return server.url;
    },
  };
}

let schemas = 0;

/** A schema that no other test uses. */
export const freshSchema = (): string => `baton_test_${process.pid}_${++schemas}`;

export async function openTestStore(
  address: string,
  schema: string,
  more: Partial<PostgresTaskStoreDeps> = {},
): Promise<TaskStore> {
  const large = new Map<string, Buffer>();
  return await openPostgresTaskStore({
    address,
    schema,
    codec: taskCodec,
    clock: systemClock,
    wall: systemClock,
    random: systemRandom,
    timers: systemTimers,
    largeArtifacts: {
      write: async (sha256, content) => void large.set(sha256, content),
      read: async (sha256) => large.get(sha256),
    },
    ...more,
  });
}

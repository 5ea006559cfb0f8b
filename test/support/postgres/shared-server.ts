import { afterAll, beforeAll } from 'vitest';
import { getServerSource } from './find-binaries.ts';
import { startPostgres, type TestPostgres } from './server.ts';

/** The server of a test file: the one in BATON_TEST_PG, else one of its own that ends with the file. */
export function useServer(): { readonly url: string } {
  let server: Pick<TestPostgres, 'url'> | undefined;
  let own: TestPostgres | undefined;
  beforeAll(async () => {
    const source = getServerSource();
    server = source.kind === 'running' ? source : (own = await startPostgres());
  }, 60_000);
  afterAll(async () => {
    await own?.remove();
  });
  return {
    get url() {
      if (server === undefined) throw new Error('the server is not started yet');
      return server.url;
    },
  };
}

let schemas = 0;

/** A schema that no other test uses. */
export const freshSchema = (): string => `baton_test_${process.pid}_${++schemas}`;

import { afterAll, beforeAll } from 'vitest';
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

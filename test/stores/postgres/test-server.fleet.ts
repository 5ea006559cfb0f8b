import { readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, onTestFinished } from 'vitest';
import { query } from '../../support/postgres/query.ts';
import { startPostgres } from '../../support/postgres/server.ts';
import { verifies } from '../../support/verifies.ts';

verifies(
  'FLT-010',
  'a server of the test starts by itself: durable, in a temp folder, on a free port, not as root',
  async () => {
    const [one, two] = await Promise.all([startPostgres(), startPostgres()]);
    onTestFinished(async () => {
      await one.remove();
      await two.remove();
    });
    expect(one.port).not.toBe(two.port);
    for (const server of [one, two]) {
      const [row] = await query(
        server.url,
        `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commits,
              current_setting('full_page_writes') AS pages, current_setting('data_directory') AS folder`,
      );
      expect(row).toEqual({ fsync: 'on', commits: 'on', pages: 'on', folder: `${server.folder}/data` });
      expect(server.folder.startsWith(tmpdir())).toBe(true);
      const pid = readFileSync(`${server.folder}/data/postmaster.pid`, 'utf8').split('\n')[0];
      expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
    }
    await one.remove();
    expect(() => statSync(one.folder)).toThrow('ENOENT');
  },
);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { ask } from '../../support/busy-data-dir.ts';
import { makeLongArchive } from '../../support/long-archive.ts';
import { query } from '../../support/postgres/query.ts';
import { freshSchema, useServer } from '../../support/postgres/shared-server.ts';
import { CLI, runBaton } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const server = useServer();
const KILLS = 4;

/** What is in the tables, whenever it came in. */
async function readTables(schema: string): Promise<unknown> {
  const [there] = await query(server.url, `SELECT to_regclass('"${schema}".task') IS NOT NULL AS is`);
  if (there?.['is'] !== true) return undefined;
  const [row] = await query(
    server.url,
    `SELECT (SELECT count(*)::int FROM "${schema}".task) AS tasks,
            (SELECT string_agg(id || entry || document, ' ' ORDER BY id) FROM "${schema}".task) AS task,
            (SELECT string_agg(id || event, ' ' ORDER BY id) FROM "${schema}".event) AS event,
            (SELECT string_agg(path || sha256, ' ' ORDER BY path) FROM "${schema}".artifact) AS artifact,
            (SELECT string_agg(key, ' ' ORDER BY key) FROM "${schema}".seen) AS seen,
            (SELECT string_agg(date || last, ' ' ORDER BY date) FROM "${schema}".day) AS day,
            (SELECT count(*)::int FROM "${schema}".event_inbox) AS waiting`,
  );
  return row?.['tasks'] === 0 ? undefined : row;
}

verifies(
  'FLT-008',
  'an import into PostgreSQL that is killed is whole after the next one, and nothing is doubled',
  async () => {
    const archive = await makeLongArchive(await tempFolder());
    const envOf = (schema: string) => ({ BATON_STORE: server.url, BATON_STORE_SCHEMA: schema });
    const clean = freshSchema();
    const startedMs = performance.now();
    await ask(await tempFolder(), ['import', archive], { env: envOf(clean) });
    const lengthMs = performance.now() - startedMs;
    const whole = await readTables(clean);
    expect(whole).toMatchObject({ tasks: 1, waiting: 0 });
    let untouched = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const [to, schema] = [await tempFolder(), freshSchema()];
      const env = envOf(schema);
      const child = spawn(process.execPath, [CLI, 'import', archive], {
        cwd: to,
        env: { ...process.env, ...env },
        stdio: 'ignore',
      });
      const exited = once(child, 'exit');
      await new Promise((resolve) => setTimeout(resolve, (lengthMs * kill) / KILLS));
      child.kill('SIGKILL');
      await exited;
      const found = await readTables(schema);
      // One transaction: what is there is all of it.
      if (found !== undefined) expect(found).toEqual(whole);
      else untouched += 1;
      const again = await runBaton(['import', archive, '--json'], { cwd: to, env });
      // Killed at its very end there was nothing left to do.
      if (again.code !== 0) expect(again.stdout).toContain('STORE_NOT_EMPTY');
      expect([kill, await readTables(schema)]).toEqual([kill, whole]);
      expect((await ask(to, ['task', 'list'], { env }))['tasks']).toHaveLength(1);
    }
    expect(untouched).toBeGreaterThan(0);
  },
);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, onTestFinished } from 'vitest';
import { query } from '../../support/postgres/query.ts';
import { freshSchema, useServer } from '../../support/postgres/shared-server.ts';
import { CLI, runBaton, runForData } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

const server = useServer();
const TASKS = 300;
/** Of the time that an import takes when nobody ends it. */
const MOMENTS = [0.3, 0.5, 0.6, 0.7, 0.8, 0.9];

/** A data dir with tasks, as one file of `baton export`. */
async function makeArchive(): Promise<string> {
  const cwd = await tempFolder();
  const lines = Array.from({ length: TASKS }, (_, n) => ({ id: `bd-${n}`, title: `task ${n}`, status: 'open' }));
  writeFileSync(join(cwd, 'issues.jsonl'), `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  await runForData(['import', '--from', 'beads', 'issues.jsonl'], { cwd });
  await runForData(['export', 'all.jsonl'], { cwd });
  return join(cwd, 'all.jsonl');
}

async function countTasks(schema: string): Promise<number> {
  const [there] = await query(server.url, 'SELECT to_regclass($1) IS NOT NULL AS yes', [`${schema}.task`]);
  if (there?.['yes'] !== true) return 0;
  const [row] = await query(server.url, `SELECT count(*) AS count FROM ${schema}.task`);
  return Number(row?.['count']);
}

verifies(
  'TSK-010',
  'an import into a database that is killed leaves all or nothing, and can be run again',
  async () => {
    const archive = await makeArchive();
    const cwd = await tempFolder();
    const environment = (schema: string) => ({ BATON_STORE: server.url, BATON_STORE_SCHEMA: schema });
    const beganMs = performance.now();
    await runForData(['import', archive], { cwd, env: environment(freshSchema()) });
    const wholeMs = performance.now() - beganMs;
    for (const moment of MOMENTS) {
      const schema = freshSchema();
      const place = await tempFolder();
      const child = spawn(process.execPath, [CLI, 'import', archive], {
        cwd: place,
        env: { ...process.env, ...environment(schema) },
        stdio: 'ignore',
      });
      await sleep(wholeMs * moment);
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      // The server ends the transaction of a client that is gone.
      await expect.poll(() => countTasks(schema), { timeout: 30_000 }).toSatisfy((count) => [0, TASKS].includes(count));
      const again = await runBaton(['import', archive, '--replace', '--yes'], { cwd: place, env: environment(schema) });
      expect([moment, again.code, again.stderr]).toEqual([moment, 0, '']);
      expect(await countTasks(schema)).toBe(TASKS);
      const { tasks } = (await runForData(['task', 'list', '--all', '--limit', '1000'], {
        cwd: place,
        env: environment(schema),
      })) as { tasks: { title: string }[] };
      expect(new Set(tasks.map(({ title }) => title)).size).toBe(TASKS);
    }
  },
);

verifies('TSK-072', 'the tasks of a trace are found by an index, whatever wrote them', async () => {
  const schema = freshSchema();
  const cwd = await tempFolder();
  const env = { BATON_STORE: server.url, BATON_STORE_SCHEMA: schema };
  const trace = 'feed0001-0000-4000-8000-000000000001';
  const { task } = (await runForData(['task', 'new', 'x', '--trace', trace], { cwd, env })) as { task: { id: string } };
  await runForData(['claim', task.id, '--agent', 'ada'], { cwd, env });
  expect(await query(server.url, `SELECT * FROM ${schema}.trace_task`)).toEqual([
    { trace_id: trace, task_id: task.id },
  ]);
  const asked = `SELECT event FROM ${schema}.event WHERE task_id IS NOT NULL AND strpos(event, '"traceId":"') > 0
    AND substring(event from '"traceId":"([^"]*)"') = 'x'`;
  const client = new Client({ connectionString: server.url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('SET enable_seqscan = off');
  expect(JSON.stringify((await client.query(`EXPLAIN ${asked}`)).rows)).toMatch(
    /Index Scan using event_\w+_substring_idx/,
  );
  const found = (await runForData(['trace', trace], { cwd, env })) as { events: { workflow: string }[] };
  expect(new Set(found.events.map(({ workflow }) => workflow))).toEqual(new Set([task.id]));
});

import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { getPostgresFolder } from '../../support/postgres/find-binaries.ts';
import { query } from '../../support/postgres/query.ts';
import { startPostgres } from '../../support/postgres/server.ts';
import { runBaton, runForData } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';

interface Row {
  readonly id: string;
  readonly state: string;
  readonly found: string;
  readonly fixed?: string;
}

const DOCS = new URL('../../../docs/fleet.md', import.meta.url);

/** The statements of the page, by the database they are for. */
async function readSetUp(): Promise<readonly [before: string[], after: string[]]> {
  const [, block = ''] = /```sql\n([^]*?)```/.exec(await readFile(DOCS, 'utf8')) ?? [];
  const [before = '', after = ''] = block.split('\\connect work\n');
  const toList = (text: string): string[] => text.split(/;\n/).filter((one) => one.trim() !== '');
  return [toList(before), toList(after)];
}

verifies(
  'FLT-025',
  'the documented roles can do what the page says they can, and doctor names what one lacks',
  async () => {
    const server = await startPostgres();
    onTestFinished(() => server.remove());
    const [before, after] = await readSetUp();
    const work = server.url.replace(/\/postgres$/, '/work');
    for (const statement of before) await query(server.url, statement);
    for (const statement of after) await query(work, statement);
    const envOf = (role: string) => ({ BATON_STORE: work.replace('baton@', `${role}@`) });
    const [owner, agent] = [envOf('baton_owner'), envOf('baton_agent')];
    const cwd = await tempFolder();
    const diagnose = async (env: object, args: readonly string[] = []): Promise<Row[]> => {
      const run = await runBaton(['doctor', ...args, '--json'], { cwd, env: { ...env } });
      const { data } = JSON.parse(run.stdout) as { data: { checks: Row[] } };
      return data.checks.filter(({ id }) => id.startsWith('store'));
    };
    expect(await diagnose(agent)).toMatchObject([
      { id: 'store', state: 'problem', found: expect.stringContaining('no tables yet') },
      { id: 'store-rights', state: 'note' },
      { id: 'store-health' },
    ]);
    expect((await diagnose(owner, ['--fix']))[0]).toMatchObject({
      state: 'ok',
      fixed: expect.stringContaining('made'),
    });
    expect(await diagnose(agent)).toMatchObject([
      { state: 'ok' },
      { state: 'ok' },
      { id: 'store-health', state: 'ok' },
    ]);
    await query(work, 'REVOKE DELETE ON baton.outbox FROM baton_agent; REVOKE UPDATE ON baton.task FROM baton_agent');
    expect((await diagnose(agent))[1]).toMatchObject({
      state: 'problem',
      found: 'baton_agent lacks UPDATE on baton.task, DELETE on baton.outbox',
    });
    await query(work, 'GRANT DELETE ON baton.outbox TO baton_agent; GRANT UPDATE ON baton.task TO baton_agent');
    await query(work, 'REVOKE USAGE ON SCHEMA baton FROM baton_agent; REVOKE INSERT ON baton.seen FROM baton_agent');
    expect(await diagnose(agent)).toMatchObject([
      { id: 'store', state: 'problem', found: expect.stringContaining('permission denied for schema baton') },
      {
        id: 'store-rights',
        state: 'problem',
        found: 'baton_agent lacks USAGE on schema baton, INSERT on baton.seen',
      },
      { id: 'store-health', state: 'ok' },
    ]);
    await query(work, 'GRANT USAGE ON SCHEMA baton TO baton_agent; GRANT INSERT ON baton.seen TO baton_agent');
    const as = async (env: object, args: readonly string[]) => await runForData(args, { cwd, env: { ...env } });
    await as(agent, ['task', 'new', 'First']);
    const { task, run } = (await as(agent, ['claim', '--agent', 'ada'])) as {
      task: { id: string };
      run: { runId: string };
    };
    await as(agent, ['heartbeat', task.id, '--agent', 'ada', '--run', run.runId]);
    await as(agent, ['complete', task.id, '--agent', 'ada', '--run', run.runId, '--notes', 'done']);
    for (const line of [['tick'], ['fleet'], ['task', 'list'], ['watch', '--all'], ['audit', 'verify']])
      expect([line, (await runBaton(line, { cwd, env: agent, limitMs: 30_000 })).code]).toEqual([line, 0]);
    expect(await as(agent, ['export', '--live', 'all.jsonl'])).toMatchObject({ written: true });
    expect(await as(agent, ['prune', '--older-than', '90d'])).toMatchObject({ tasks: 0 });
    for (const env of [owner, agent]) {
      const dump = spawnSync(join(getPostgresFolder(), 'pg_dump'), ['--schema=baton', env.BATON_STORE], {
        encoding: 'utf8',
      });
      expect([dump.status, dump.stderr, dump.stdout.includes('CREATE FUNCTION baton.apply_change')]).toEqual([
        0,
        '',
        true,
      ]);
    }
    const demo = await runBaton(['demo', '--store', owner.BATON_STORE, '--json'], { cwd, limitMs: 120_000 });
    expect([demo.code, demo.stderr]).toEqual([0, expect.any(String)]);
  },
  { timeout: 240_000 },
);

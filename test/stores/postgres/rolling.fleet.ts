import { spawn, spawnSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished } from 'vitest';
import { query } from '../../support/postgres/query.ts';
import { startPostgres } from '../../support/postgres/server.ts';
import { freshSchema } from '../../support/postgres/shared-server.ts';
import { CLI, runBaton, runForData } from '../../support/run-baton.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { verifies } from '../../support/verifies.ts';
import { until } from '../../support/postgres/plane-actions.ts';

/** The last commit whose Baton knows nothing of steps that were only added. */
const PREVIOUS = '00c077104d0e55d5896e465983433bb4dd94ccd3';
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A clone without the history has nothing to build the previous release from. */
const isThere = spawnSync('git', ['cat-file', '-e', `${PREVIOUS}^{commit}`], { cwd: ROOT }).status === 0;

/** The previous release, built from its own sources. */
async function buildPrevious(): Promise<string> {
  const folder = await tempFolder();
  const run = (command: string, args: readonly string[], cwd: string, input?: Buffer): Buffer => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, input, maxBuffer: 1 << 30 });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr.toString('utf8')}`);
    return stdout;
  };
  run('tar', ['x'], folder, run('git', ['archive', PREVIOUS], ROOT));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  run(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], folder);
  const cli = join(folder, 'dist', 'cli', 'baton.cjs');
  if (!existsSync(cli)) throw new Error('the previous release was not built');
  return cli;
}

describe.skipIf(!isThere)('two versions', () => {
  verifies(
    'FLT-028',
    'the previous release and this one work side by side, on tables that this one has brought up to date',
    async () => {
      const server = await startPostgres();
      onTestFinished(() => server.remove());
      const old = await buildPrevious();
      const env = { BATON_STORE: server.url, BATON_STORE_SCHEMA: freshSchema(), BATON_TASKS_LEASE_SECONDS: '60' };
      const cwd = await tempFolder();
      const elsewhere = await tempFolder();
      const run = async (cli: string, args: readonly string[], folder: string) => {
        const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args, '--json'], {
          cwd: folder,
          env: { ...process.env, ...env },
          encoding: 'utf8',
        });
        return { status, data: status === 0 ? (JSON.parse(stdout) as { data: object }).data : `${stdout}${stderr}` };
      };
      expect(await run(old, ['task', 'new', 'By the old one'], cwd)).toMatchObject({ status: 0 });
      const daemon = spawn(process.execPath, [old, 'serve', '--port', '0', '--poll', '200'], {
        cwd,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      for (const stream of [daemon.stdout, daemon.stderr])
        stream.on('data', (piece: Buffer) => (said += piece.toString('utf8')));
      onTestFinished(async () => {
        if (daemon.exitCode !== null) return;
        daemon.kill('SIGKILL');
        await new Promise((resolve) => daemon.once('exit', resolve));
      });
      await until('the old daemon works', () => said.includes('started'));
      // The new one reads before anybody has upgraded, and its owner's first change upgrades.
      expect(await runForData(['task', 'list'], { cwd: elsewhere, env })).toMatchObject({
        tasks: [{ title: 'By the old one' }],
      });
      await runForData(['task', 'new', 'By the new one'], { cwd: elsewhere, env });
      const [row] = await query(server.url, `SELECT max(version) AS version FROM "${env.BATON_STORE_SCHEMA}".addition`);
      expect(row?.['version']).toBeGreaterThanOrEqual(9);
      // Each works on what the other one made; the old daemon goes on.
      const claimed = await run(old, ['claim', '--agent', 'ada'], cwd);
      expect(claimed).toMatchObject({ status: 0, data: { task: { title: 'By the old one' } } });
      const { task, run: held } = claimed.data as { task: { id: string }; run: { run_id: string } };
      const report = ['complete', task.id, '--agent', 'ada', '--run', held.run_id, '--notes', 'made it'];
      expect(await runForData(report, { cwd: elsewhere, env })).toMatchObject({ result: { outcome: 'applied' } });
      const second = (await runForData(['claim', '--agent', 'bob'], { cwd: elsewhere, env })) as {
        task: { id: string; title: string };
        run: { runId: string };
      };
      expect(second.task.title).toBe('By the new one');
      expect(
        await run(old, ['heartbeat', second.task.id, '--agent', 'bob', '--run', second.run.runId], cwd),
      ).toMatchObject({ status: 0 });
      expect(
        await run(
          old,
          ['complete', second.task.id, '--agent', 'bob', '--run', second.run.runId, '--notes', 'too'],
          cwd,
        ),
      ).toMatchObject({ status: 0 });
      expect(await run(old, ['task', 'new', 'Later'], cwd)).toMatchObject({ status: 0 });
      const log = await runBaton(['watch', '--all', '--jsonl'], { cwd: elsewhere, env });
      expect(log.stdout.match(/"type":"task.completed"/g)).toHaveLength(2);
      expect([daemon.exitCode, said.includes('STORE_SCHEMA_NEW')]).toEqual([null, false]);
      const fleet = await runForData(['fleet'], { cwd: elsewhere, env });
      expect(fleet).toMatchObject({ machines: [{ alive: true, version: null }] });
      expect(CLI).not.toBe(old);
    },
    { timeout: 240_000 },
  );
});

verifies(
  'FLT-028',
  'reading commands work against a standby, changes name the primary as what is missing',
  async () => {
    const primary = await startPostgres();
    onTestFinished(() => primary.remove());
    const standby = await primary.addStandby();
    onTestFinished(() => standby.remove());
    const env = { BATON_STORE: primary.url, BATON_STORE_SCHEMA: freshSchema() };
    const cwd = await tempFolder();
    const { task } = (await runForData(['task', 'new', 'One'], { cwd, env })) as { task: { id: string } };
    await runBaton(['watch', '--all'], { cwd, env });
    const there = { ...env, BATON_STORE: standby.url };
    const reading = [
      ['task', 'list'],
      ['task', 'show', task.id],
      ['fleet'],
      ['watch', '--all'],
      ['trace', task.id],
      ['export', '--live', '-'],
    ];
    for (const args of reading) {
      await until(
        args.join(' '),
        async () =>
          (await runBaton(args, { cwd, env: there, limitMs: 30_000 })).stdout.includes(
            args[0] === 'fleet' ? 'PostgreSQL' : task.id,
          ),
        40_000,
      );
    }
    for (const args of [
      ['task', 'new', 'Two'],
      ['claim', '--agent', 'ada'],
    ]) {
      const { stdout } = await runBaton([...args, '--json'], { cwd, env: there });
      expect(JSON.parse(stdout)).toMatchObject({
        error: { code: 'STORE_READ_ONLY', message: expect.stringContaining('standby') },
      });
    }
  },
  { timeout: 180_000 },
);
